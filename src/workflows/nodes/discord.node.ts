import { chatRequest, chatText, chatTraits, type ChatConfig } from './chat.rules';
import type { SendingType } from './node-type.types';

const MAX_LENGTH = 2000;

export const discord: SendingType<ChatConfig> = {
  ...chatTraits,
  type: 'discord',
  summary: `Posts a message to Discord, of at most ${MAX_LENGTH} characters; a longer one is truncated. Values are escaped, so that a submission can neither disguise a link nor format the message, and mentions notify nobody.`,
  async render({ url, text }, { renderer }) {
    const content = await chatText('discord', text, MAX_LENGTH, renderer);
    return chatRequest(url, { content, allowed_mentions: { parse: [] } }, renderer);
  },
};
