import { isBlank } from '../../platform/text/invisible.rules';
import { addressErrors, isTemplate } from '../templates/reference.rules';
import { publicText, trimmed, type SecretText } from '../templates/output.rules';
import type { TemplateRenderer } from '../templates/template-renderer';
import { described, optional, required, template, webAddress, type ConfigRule } from './config.rules';
import type { DeliverySettings, HttpRequest, SendingType } from './node-type.types';
import { shortUrl } from './execution.rules';

export interface ChatConfig {
  url: string;
  text?: string;
}

const DEFAULT_TEXT = 'New submission: {{ form.name }}\n{{ all_fields }}';

/** The common part of node types that post to a chat by an incoming webhook, whose address is a secret. */
export const chatTraits = {
  kind: 'destination',
  channel: 'http',
  points: 2,
  config: {
    url: required(
      chatAddress(),
      "The address of the chat's incoming webhook: preferably a secret such as `{{ secrets.CHAT_URL }}`, or a URL.",
    ),
    text: optional(
      template,
      'The message, a template. Lists all fields by default, and values that no field has, also where it renders to nothing that can be seen.',
    ),
  },
  ports: () => ['out', 'error'],
  /** A chat cannot detect duplicates, so an attempt of unknown outcome is not repeated. */
  settings: (): DeliverySettings => ({ mayArriveTwice: false, isSigned: false }),
  target: ({ url }: Partial<ChatConfig>) => shortUrl(url),
} satisfies Partial<SendingType<ChatConfig>>;

export async function chatRequest(url: string, message: object, renderer: TemplateRenderer): Promise<HttpRequest<SecretText>> {
  return {
    channel: 'http',
    method: 'POST',
    url: trimmed(await renderer.renderWithSecrets(url)),
    headers: { 'content-type': publicText('application/json') },
    body: JSON.stringify(message),
  };
}

/** The message, at least the default one, since chats refuse an empty message. */
export async function chatText(
  chat: 'slack' | 'discord',
  text: string | undefined,
  maxLength: number,
  renderer: TemplateRenderer,
): Promise<string> {
  const own = text === undefined ? '' : await renderer.renderChat(text, chat);
  return truncated(maxLength, isBlank(own) ? await renderer.renderChat(DEFAULT_TEXT, chat) : own, renderer);
}

function truncated(maxLength: number, text: string, renderer: TemplateRenderer): string {
  const characters = [...text];
  if (characters.length <= maxLength) return text;
  renderer.warn(`The message was truncated to ${maxLength} characters.`);
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}

function chatAddress(): ConfigRule {
  return described({ type: 'string' }, (value, path, context) =>
    typeof value === 'string' && isTemplate(value) ? addressErrors(value, path, context) : webAddress(value, path, context),
  );
}
