import { chatRequest, chatTraits, cutTo, DEFAULT_TEXT, type ChatConfig } from './chat.rules';
import type { SendingType } from './node-type.types';

/** Discord refuses longer messages. */
const MAX_LENGTH = 2000;

export const discord: SendingType<ChatConfig> = {
  ...chatTraits,
  type: 'discord',
  summary: 'Posts a message to Discord. Nobody is notified by a mention in it.',
  render({ url, text = DEFAULT_TEXT }, { fill }) {
    const content = cutTo(MAX_LENGTH, fill.text(text), fill);
    return chatRequest(url, { content, allowed_mentions: { parse: [] } }, fill);
  },
};
