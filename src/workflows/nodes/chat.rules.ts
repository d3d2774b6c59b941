import { addressFaults, isTemplate } from '../templates/reference.rules';
import { publicText, trimmed, type SecretText } from '../templates/secret-text.rules';
import type { TemplateRenderer } from '../templates/template-renderer.rules';
import { optional, required, template, webAddress, type ConfigRule } from './config.rules';
import type { DeliverySettings, HttpRequest, SendingType } from './node-type.types';
import { shortUrl } from './target.rules';

export interface ChatConfig {
  url: string;
  text?: string;
}

export const DEFAULT_TEXT = 'New submission: {{ form.name }}\n{{ all_fields }}';

const TIMEOUT_MS = 15_000;

/** What all nodes share that post to the incoming webhook of a chat, an address that is a secret by itself. */
export const chatTraits = {
  kind: 'destination',
  channel: 'http',
  points: 2,
  config: {
    url: required(
      chatAddress(),
      "The address of the chat's incoming webhook: a URL, or better a secret such as {{ secrets.CHAT_URL }}.",
    ),
    text: optional(template, 'The message, a template. By default it lists all fields.'),
  },
  ports: () => ['out', 'error'],
  /** A chat cannot tell a repetition, so an attempt whose outcome is unknown is not repeated. */
  settings: (): DeliverySettings => ({ timeoutMs: TIMEOUT_MS, retryUncertain: false, isSigned: false }),
  target: ({ url }: Partial<ChatConfig>) => shortUrl(url),
} satisfies Partial<SendingType<ChatConfig>>;

export function chatRequest(url: string, message: object, fill: TemplateRenderer): HttpRequest<SecretText> {
  return {
    channel: 'http',
    method: 'POST',
    url: trimmed(fill.textWithSecrets(url)),
    headers: { 'content-type': publicText('application/json') },
    body: JSON.stringify(message),
  };
}

/** A chat refuses a message that is too long, so it is cut instead. */
export function cutTo(maxLength: number, text: string, fill: TemplateRenderer): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  fill.warn(`The message was cut to ${maxLength} characters.`);
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}

function chatAddress(): ConfigRule {
  return (value, path, context) =>
    typeof value === 'string' && isTemplate(value)
      ? addressFaults(value, path, context)
      : webAddress(value, path, context);
}
