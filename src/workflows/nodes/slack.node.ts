import { chatRequest, chatText, chatTraits, type ChatConfig } from './chat.rules';
import type { SendingType } from './node-type.types';

/** The length in characters that Slack recommends. Slack itself truncates messages after ten times as many. */
const MAX_LENGTH = 4000;

export const slack: SendingType<ChatConfig> = {
  ...chatTraits,
  type: 'slack',
  summary: `Posts a message to Slack, of at most ${MAX_LENGTH} characters; a longer one is truncated. Values are escaped, so that a submission can neither mention anyone nor disguise a link.`,
  async render({ url, text }, { renderer }) {
    return chatRequest(url, { text: await chatText('slack', text, MAX_LENGTH, renderer) }, renderer);
  },
};
