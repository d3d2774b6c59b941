import { PRESET_RULES } from '../../fields/preset.rules';
import type { NodeContext, ConfigError } from '../definition/publish-error.types';
import { isTemplate } from '../templates/reference.rules';
import { invalid, listOf, optional, required, template } from './config.rules';
import { NodeFailure, type NodeRun, type SendingType } from './node-type.types';
import { shortEmail } from './target.rules';

const MAX_RECIPIENTS = 20;
const MAX_SUBJECT = 250;
const TIMEOUT_MS = 15_000;

interface EmailConfig {
  to: string[];
  subject: string;
  body_text?: string;
  body_html?: string;
  reply_to?: string;
}

export const email: SendingType<EmailConfig> = {
  type: 'email',
  kind: 'destination',
  channel: 'mail',
  points: 2,
  summary: 'Sends an e-mail.',
  config: {
    to: required(
      listOf(addressErrors, 1, MAX_RECIPIENTS),
      'Up to 20 addresses, or templates that render to one address each.',
    ),
    subject: required(
      template,
      `The subject; line breaks become spaces, and what exceeds ${MAX_SUBJECT} characters is cut.`,
    ),
    body_text: optional(template, 'The plain text. Without any body the mail lists all fields.'),
    body_html: optional(template, 'The HTML; values are escaped.'),
    reply_to: optional(addressErrors, 'Where answers go; left out when it does not render to an address.'),
  },
  ports: () => ['out', 'error'],
  render({ to, subject, body_text, body_html, reply_to }, run) {
    const text = body_text ?? (body_html === undefined ? '{{ all_fields }}' : undefined);
    return {
      channel: 'mail',
      to: recipients(to, run),
      reply_to: reply_to === undefined ? null : addressOf(reply_to, run),
      subject: oneLine(run.fill.text(subject)),
      text: text === undefined ? null : run.fill.text(text),
      html: body_html === undefined ? null : run.fill.html(body_html),
    };
  },
  settings: () => ({ timeoutMs: TIMEOUT_MS, retryUncertain: false, isSigned: false }),
  target: ({ to }) => targetOf(to),
};

function targetOf(to: unknown): string {
  const [first, ...others] = Array.isArray(to) ? (to as unknown[]) : [];
  return shortEmail(first) + (others.length > 0 ? ` +${others.length}` : '');
}

function recipients(to: string[], run: NodeRun): string[] {
  const addresses = to.map((entry) => addressOf(entry, run)).filter((address) => address !== null);
  if (addresses.length === 0) throw new NodeFailure('rejected_recipient', 'No recipient renders to an e-mail address.');
  return [...new Set(addresses)];
}

/** One bare address or nothing: what a visitor typed can neither add a recipient nor begin another header. */
function addressOf(source: string, { fill }: NodeRun): string | null {
  const address = fill.text(source).trim();
  if (isAddress(address)) return address;
  fill.warn('A recipient or reply address was left out, since it is not an e-mail address.');
  return null;
}

function addressErrors(value: unknown, path: string, context: NodeContext): ConfigError[] {
  if (typeof value === 'string' && isTemplate(value)) return template(value, path, context);
  return isAddress(value) ? [] : [invalid(path, 'This must be an e-mail address or a template that gives one.')];
}

const isAddress = (value: unknown): value is string => typeof value === 'string' && PRESET_RULES.email.accepts(value);

const oneLine = (text: string): string => [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, MAX_SUBJECT).join('');
