import type { Field, FormSettings } from 'form-collection-client';
import type { GraphNode } from './graph.rules';

export interface ReadyStep {
  title: string;
  about: string;
  node: Pick<GraphNode, 'type' | 'name' | 'config'>;
}

export type ReplyLanguage = Exclude<FormSettings['page']['language'], 'auto'>;

/** The languages of the ready reply, which are those of the pages, in their own words. */
export const LANGUAGE_NAMES: Readonly<Record<ReplyLanguage, string>> = { en: 'English', de: 'Deutsch', fr: 'Français', es: 'Español' };

/** The steps that most forms need. `language` is that of the reply. The reply is left out if no field has the preset `email`. */
export function readySteps(fields: readonly Field[], language: ReplyLanguage): Readonly<Record<string, ReadyStep>> {
  const address = fields.find(({ validation }) => validation?.preset === 'email');
  const { subject, text } = REPLIES[language];
  const reply = {
    title: 'Auto-reply to the visitor',
    about: `A mail to the address in ${address?.label ?? address?.name}, which says that the message has arrived.`,
    node: { type: 'email', name: 'Auto-reply', config: { to: [`{{ fields.${address?.name} }}`], subject, body_text: text } },
  };
  return { ...(address === undefined ? {} : { 'ready-reply': reply }), ...CHATS };
}

const webhook = (name: string, about: string, config: GraphNode['config']): ReadyStep => ({
  ...{ title: name === 'Program' ? 'Send to a program' : `Message to ${name}`, about },
  node: { type: 'webhook', ...(name === 'Program' ? {} : { name }), config },
});
const json = (template: unknown) => ({ body: { mode: 'template', template: JSON.stringify(template, null, 2) } });

/** A block of a card whose text is shown as it is. In a `TextBlock` a visitor could disguise a link. */
const asTyped = (text: string) => ({ type: 'RichTextBlock', inlines: [{ type: 'TextRun', text }] });

const TEXT = '{{ form.name }}\n{{ all_fields }}';

const CHATS: Readonly<Record<string, ReadyStep>> = {
  'ready-slack': {
    title: 'Message to Slack',
    about: 'Make an incoming webhook in Slack, and put its address into the step.',
    node: { type: 'slack', config: {} },
  },
  'ready-discord': {
    title: 'Message to Discord',
    about: 'Make a webhook in the settings of the channel, and put its address into the step.',
    node: { type: 'discord', config: {} },
  },
  'ready-teams': webhook(
    'Teams',
    'In Teams, let Workflows post to a channel when a webhook request is received, and put its address into the step.',
    {
      ...json({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            content: {
              type: 'AdaptiveCard',
              version: '1.4',
              body: [asTyped('{{ form.name }}'), asTyped('{{ all_fields | truncate: 6000 }}')],
            },
          },
        ],
      }),
      signing: 'none',
    },
  ),
  'ready-telegram': webhook(
    'Telegram',
    'Make a bot with @BotFather. The address is https://api.telegram.org/bot, its token, and /sendMessage; the chat stands in the text.',
    { ...json({ chat_id: '@your_channel', text: TEXT }), signing: 'none' },
  ),
  'ready-program': webhook('Program', 'The submission as JSON, signed, to an address of yours.', {}),
};

/** The replies have no text of the visitor, so that nobody can make the service send texts to others. */
const REPLIES: Readonly<Record<ReplyLanguage, { subject: string; text: string }>> = {
  en: {
    subject: 'We have got your message',
    text: 'Hello,\n\nthank you for writing to us. Your message has arrived, and we will answer it.\n\n{{ form.name }}\n',
  },
  de: {
    subject: 'Ihre Nachricht ist angekommen',
    text: 'Guten Tag,\n\nvielen Dank für Ihre Nachricht. Sie ist angekommen, und wir werden Ihnen antworten.\n\n{{ form.name }}\n',
  },
  fr: {
    subject: 'Nous avons bien reçu votre message',
    text: 'Bonjour,\n\nmerci de nous avoir écrit. Votre message est bien arrivé et nous vous répondrons.\n\n{{ form.name }}\n',
  },
  es: {
    subject: 'Hemos recibido su mensaje',
    text: 'Buenos días:\n\nGracias por escribirnos. Su mensaje ha llegado y le responderemos.\n\n{{ form.name }}\n',
  },
};
