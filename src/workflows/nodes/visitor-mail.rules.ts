import type { ConfigError, NodeContext } from '../model/publish-error.types';
import { isTemplate, onlyFieldIn, repeatsSubmission } from '../templates/reference.rules';
import { invalid } from './config.rules';

/** The members of an e-mail step by which a mail to a visitor is known and judged. They may be unfinished. */
export interface MailToJudge {
  to?: unknown;
  body_text?: unknown;
  body_html?: unknown;
  attach_files?: unknown;
  for_api_submissions?: unknown;
}

/** True for a mail that goes to an address of the submission, which anybody may have entered. */
export const isToVisitor = ({ to }: MailToJudge): boolean => templatesIn(to).length > 0;

const templatesIn = (to: unknown): string[] =>
  Array.isArray(to) ? to.filter((entry): entry is string => typeof entry === 'string' && isTemplate(entry)) : [];

/** The reasons why a mail must not be published: a visitor would get more than the service answers for, or others what only visitors get. */
export function visitorMailErrors(config: MailToJudge, context: NodeContext): ConfigError[] {
  const copies = (['body_text', 'body_html'] as const).filter((member) => isCopying(config[member])).map((member) => `config.${member}`);
  if (!isToVisitor(config)) {
    const given = config.for_api_submissions === undefined ? [] : [invalid('config.for_api_submissions', ONLY_VISITORS)];
    return [...given, ...copies.map((path): ConfigError => ({ code: 'copy_not_allowed', path, message: ONLY_VISITORS_COPY }))];
  }
  return [
    ...(config.attach_files === true ? [invalid('config.attach_files', NO_FILES)] : []),
    ...(context.allowsCopy?.(recipientFieldOf(config.to))
      ? []
      : copies.map((path): ConfigError => ({ code: 'copy_not_allowed', path, message: NO_COPY }))),
  ];
}

/** Refuses recipients that anybody could enter, in a list whose entries are valid. */
export const untrustedErrors = (to: unknown, path: string, context: NodeContext): ConfigError[] =>
  isToVisitor({ to }) && !hasTrustedRecipient(to, context) ? [{ code: 'untrusted_recipient', path, message: UNTRUSTED }] : [];

/** True for one field of texts with the preset `email`, alone in its list, whose value no earlier step has made. */
export function hasTrustedRecipient(to: unknown, { emailFieldNames }: Pick<NodeContext, 'emailFieldNames'>): boolean {
  const name = recipientFieldOf(to);
  return name !== null && emailFieldNames?.has(name) === true;
}

/** The field to whose address a mail goes; null for several recipients, and for any other template. */
export function recipientFieldOf(to: unknown): string | null {
  const [template] = templatesIn(to);
  return template === undefined || (to as unknown[]).length > 1 ? null : onlyFieldIn(template);
}

export const isCopying = (text: unknown): boolean => typeof text === 'string' && repeatsSubmission(text);

const UNTRUSTED =
  'must be one field of the form alone, such as {{ fields.email }}, that is a text with the preset email and that no earlier step changes. Use another step for each further recipient';
const NO_FILES = 'must be left out of a mail to a visitor, since anybody could send a file to anybody';
const NO_COPY =
  'must not use {{ submission.copy }} while the form lets programs submit: set its proof of work or siteverify to require, or let visitors confirm the address that the mail goes to';
const ONLY_VISITORS_COPY = 'must list the values by {{ all_fields }} instead of {{ submission.copy }}, which is for mails to visitors';
const ONLY_VISITORS = 'must be left out of a mail to fixed addresses, which is sent for every submission';
