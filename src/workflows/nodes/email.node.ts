import { PRESET_RULES } from '../../forms/definition/preset.rules';
import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import type { MailContent } from '../../platform/mail/mail.types';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { isTemplate } from '../templates/reference.rules';
import { type ConfigRule, described, flag, invalid, listOf, mailText, optional, required, template } from './config.rules';
import { NodeFailure, type NodeRun, type SendingType, type AttachedFile, type MailRequest } from './node-type.types';
import type { RunFile } from '../model/run-state.types';
import { shortEmail } from './execution.rules';
import { htmlText } from '../templates/output.rules';
import { isToVisitor, recipientFieldOf, untrustedErrors, visitorMailErrors } from './visitor-mail.rules';

/** The limit for all attachments of a mail together. Base64 makes them a third larger, and many servers refuse mails of more than 20 MB. */
export const MAX_ATTACHED_BYTES = 10 * 1024 * 1024;

/** Splits the files, in their order, into those that fit into the mail and those that it links to. */
export function attachmentsOf(files: readonly RunFile[]): { attached: AttachedFile[]; linked: RunFile[] } {
  const attached: AttachedFile[] = [];
  const linked: RunFile[] = [];
  let free = MAX_ATTACHED_BYTES;
  for (const file of files) {
    const { id, filename, content_type, size_bytes } = file;
    if (size_bytes > free) linked.push(file);
    else attached.push({ id, filename, content_type, size_bytes });
    if (size_bytes <= free) free -= size_bytes;
  }
  return { attached, linked };
}

export function textWithLinks(text: string, files: readonly RunFile[]): string {
  const lines = files.filter(({ url }) => !text.includes(url)).map(({ filename, url }) => `${filename}: ${url}`);
  return lines.length === 0 ? text : [text, '', TOO_LARGE, ...lines].join('\n');
}

export function htmlWithLinks(html: string, files: readonly RunFile[]): string {
  const missing = files.filter(({ url }) => !html.includes(url));
  if (missing.length === 0) return html;
  const items = missing.map(({ filename, url }) => `<li><a href="${htmlText(url)}">${htmlText(filename)}</a></li>`);
  return html.replace(END_OF_BODY, (end) => `<p>${TOO_LARGE}</p><ul>${items.join('')}</ul>${end}`);
}

/** The content of a mail with the reply address in its body, for mail servers that do not take it as a header. */
export function contentWithReplyTo({ text, html, reply_to }: Pick<MailRequest, 'text' | 'html' | 'reply_to'>): MailContent {
  if (reply_to === null) return { text: text ?? undefined, html: html ?? undefined };
  const line = `Reply to: ${reply_to}`;
  return {
    text: text === null ? undefined : text.includes(reply_to) ? text : `${text}\n\n${line}`,
    html: html?.includes(htmlText(reply_to)) ? html : html?.replace(END_OF_BODY, (end) => `<p>${htmlText(line)}</p>${end}`),
  };
}

const TOO_LARGE = 'Files that are too large to attach:';
const END_OF_BODY = /<\/body>|$/i;

const MAX_RECIPIENTS = 20;
const MAX_SUBJECT = 250;

interface EmailConfig {
  to: string[];
  subject: string;
  body_text?: string;
  body_html?: string;
  reply_to?: string;
  attach_files?: boolean;
  for_api_submissions?: boolean;
}

export const email: SendingType<EmailConfig> = {
  type: 'email',
  kind: 'destination',
  channel: 'mail',
  points: 2,
  summary: 'Sends an e-mail.',
  config: {
    to: required(
      trusted(listOf(described(template.schema!, addressErrors), 1, MAX_RECIPIENTS)),
      'Up to 20 addresses, or for a [mail to a visitor](visitors.md) one field with the preset `email` alone, as `["{{ fields.email }}"]`.',
    ),
    subject: required(
      template,
      `The subject, a template. Line breaks become spaces, and a subject of more than ${MAX_SUBJECT} characters is truncated.`,
    ),
    body_text: optional(
      mailText,
      'The plain text body, a template. A mail without any body lists all fields by their labels, and values that no field has.',
    ),
    body_html: optional(mailText, 'The HTML body, a template in which values are escaped.'),
    reply_to: optional(
      described(template.schema!, addressErrors),
      'The reply address; left out when it does not render to an address. It stands in the body instead when the mail server does not take it as a header.',
    ),
    attach_files: optional(
      flag,
      `True attaches the files of the submission, up to ${MAX_ATTACHED_BYTES / 1024 / 1024} MiB together; the others are added as links. By default nothing is attached. Not in a mail to a visitor.`,
    ),
    for_api_submissions: optional(
      flag,
      'True sends a mail to a visitor for submissions with the source `api` too, which a server sends for somebody. By default it is not sent for them.',
    ),
  },
  crossFieldErrors: visitorMailErrors,
  ports: () => ['out', 'error'],
  render: (config, run) => (isToVisitor(config) ? toVisitor(config, run) : toOthers(config, run)),
  settings: () => ({ mayArriveTwice: false, isSigned: false }),
  target: ({ to }) => targetOf(to),
};

async function toOthers({ to, subject, body_text, body_html, reply_to, attach_files = false }: EmailConfig, run: NodeRun) {
  const { attached, linked } = attachmentsOf(attach_files ? run.state.files : []);
  const text = await textOf({ body_text, body_html }, run, attach_files ? linked : run.state.files);
  return {
    channel: 'mail' as const,
    to: await recipients(to, run),
    reply_to: reply_to === undefined ? null : await addressOf(reply_to, run),
    subject: oneLine(await run.renderer.renderText(subject)),
    text: text === null ? null : textWithLinks(text, linked),
    html: body_html === undefined ? null : htmlWithLinks(await run.renderer.renderHtml(body_html), linked),
    ...(attach_files && { attachments: attached }),
  };
}

/** Nothing is attached, and the texts have links of their author only. Versions of older releases may have further recipients. */
async function toVisitor({ to, subject, body_text, body_html, reply_to, attach_files }: EmailConfig, run: NodeRun): Promise<MailRequest> {
  const { renderer, state } = run;
  const fixed = to.filter((entry) => !isTemplate(entry));
  const visitors = (await addressesOf(to.filter(isTemplate), run)).filter((address) => !fixed.includes(address));
  if (fixed.length + visitors.length === 0) throw new NodeFailure('no_address', 'The submission has no e-mail address to send to.');
  if (attach_files) renderer.warn('The files were not attached, since the mail goes to a visitor.');
  const copiedTo = state.visitor_mails?.copied_to ?? null;
  const texts = renderer.forVisitor(copiedTo === null || copiedTo === recipientFieldOf(to));
  const replyTo = reply_to === undefined ? null : await addressOf(reply_to, run);
  return {
    channel: 'mail',
    to: [...fixed, ...visitors],
    visitors,
    from_name: state.visitor_mails?.from_name ?? state.form.name,
    reply_to: replyTo ?? state.visitor_mails?.reply_to ?? null,
    subject: oneLine(await texts.renderText(subject)),
    text: body_text !== undefined ? await texts.renderText(body_text) : body_html === undefined ? await texts.renderFields() : null,
    html: body_html === undefined ? null : await texts.renderHtml(body_html),
  };
}

/** Null for a mail that has only an HTML body. A mail without any body lists the fields, with links to the files that are not attached. */
function textOf(
  { body_text, body_html }: Pick<EmailConfig, 'body_text' | 'body_html'>,
  { renderer }: NodeRun,
  linked: readonly RunFile[],
): Promise<string> | null {
  if (body_text !== undefined) return renderer.renderText(body_text);
  return body_html === undefined ? renderer.renderFields(linked) : null;
}

function targetOf(to: unknown): string {
  const [first, ...others] = Array.isArray(to) ? (to as unknown[]) : [];
  return shortEmail(first) + (others.length > 0 ? ` +${others.length}` : '');
}

async function recipients(to: string[], run: NodeRun): Promise<string[]> {
  const addresses = await addressesOf(to, run);
  if (addresses.length === 0) throw new NodeFailure('rejected_recipient', 'No recipient renders to an e-mail address.');
  return addresses;
}

async function addressesOf(to: readonly string[], run: NodeRun): Promise<string[]> {
  const addresses = new Set<string>();
  for (const entry of to) {
    const address = await addressOf(entry, run);
    if (address !== null) addresses.add(address);
  }
  return [...addresses];
}

/** Renders one address; null with a warning for any other text, so that a value can neither add a recipient nor inject a header. */
async function addressOf(source: string, { renderer }: NodeRun): Promise<string | null> {
  const address = mailAddressOf(await renderer.renderText(source));
  if (address) return address.text;
  renderer.warn('A recipient or reply address was left out, since it is not an e-mail address.');
  return null;
}

function addressErrors(value: unknown, path: string, context: NodeContext): ConfigError[] {
  if (typeof value === 'string' && isTemplate(value)) return template(value, path, context);
  return isAddress(value) ? [] : [invalid(path, 'must be an e-mail address, or a placeholder that gives one')];
}

function trusted(rule: ConfigRule): ConfigRule {
  return described(rule.schema!, (value, path, context) => {
    const errors = rule(value, path, context);
    return errors.length > 0 ? errors : untrustedErrors(value, path, context);
  });
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && PRESET_RULES.email.accepts(value);

const oneLine = (text: string): string => [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_SUBJECT).join('');
