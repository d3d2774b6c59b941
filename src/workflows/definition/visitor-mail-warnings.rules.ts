import type { FieldEntity } from '../../forms/definition/field.entity';
import type { WorkflowVersionEntity } from '../workflow.entity';
import { hasTrustedRecipient, isCopying, isToVisitor, recipientFieldOf } from '../nodes/visitor-mail.rules';
import { allowsCopy, type CopySettings } from './copy-allowance.rules';
import { changedBefore } from './missed-options.rules';

export type RecipientField = Pick<FieldEntity, 'name' | 'type' | 'preset'>;

/** The names of the fields to which a mail to a visitor may go. */
export const emailFieldNamesOf = (fields: readonly RecipientField[]): Set<string> =>
  new Set(fields.filter(({ type, preset }) => type === 'string' && preset === 'email').map(({ name }) => name));

type JudgedVersion = Pick<WorkflowVersionEntity, 'version' | 'definition'>;

/** True for a version that sends mails to visitors, so that fields and settings have to be read for its warnings. */
export const sendsToVisitors = ({ definition }: JudgedVersion): boolean => visitorMailsIn(definition).length > 0;

/** A warning for each mail to a visitor that would not be published any more, or whose copy of the submission is left out. */
export function visitorMailWarnings(
  { version, definition }: JudgedVersion,
  fields: readonly RecipientField[],
  settings: CopySettings,
): string[] {
  const names = emailFieldNamesOf(fields);
  return visitorMailsIn(definition).flatMap((node) => {
    const { to, body_text: text, body_html: html, attach_files: attaches } = node.config;
    const changed = changedBefore(node, definition);
    const emailFieldNames = new Set([...names].filter((name) => !changed.has(name)));
    const told = (reason: string) => `Version ${version}: ${node.name ?? node.id} ${reason}`;
    return [
      ...(hasTrustedRecipient(to, { emailFieldNames }) ? [] : [told(UNTRUSTED)]),
      ...(attaches === true ? [told(NO_FILES)] : []),
      ...([text, html].some(isCopying) && !allowsCopy(settings, recipientFieldOf(to)) ? [told(NO_COPY)] : []),
    ];
  });
}

const visitorMailsIn = ({ nodes }: JudgedVersion['definition']) =>
  nodes.filter(({ type, config, disabled }) => type === 'email' && !disabled && isToVisitor(config));

const UNTRUSTED =
  'goes to addresses that are not one field with the preset email alone. It still goes out within the limits of mails to visitors, but cannot be published again.';
const NO_FILES = 'attaches no files, since the mail goes to a visitor.';
const NO_COPY = 'leaves out submission.copy, since the form asks visitors neither for a proof nor for a confirmation of this address.';
