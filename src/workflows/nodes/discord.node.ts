import { chatRequest, chatTraits, truncated, DEFAULT_TEXT, type ChatConfig } from './chat.rules';
import type { SendingType } from './node-type.types';

const MAX_LENGTH = 2000;

export const discord: SendingType<ChatConfig> = {
  ...chatTraits,
  type: 'discord',
  summary: `Posts a message to Discord, of at most ${MAX_LENGTH} characters; a longer one is truncated. Mentions in it notify nobody.`,
  async render({ url, text = DEFAULT_TEXT }, { renderer }) {
    const content = truncated(MAX_LENGTH, await renderer.renderText(text), renderer);
    return chatRequest(url, { content, allowed_mentions: { parse: [] } }, renderer);
  },
};
