import { chatRequest, chatTraits, cutTo, DEFAULT_TEXT, type ChatConfig } from './chat.rules';
import type { SendingType } from './node-type.types';

/** Slack advises this length and cuts messages at ten times as many characters. */
const MAX_LENGTH = 4000;

export const slack: SendingType<ChatConfig> = {
  ...chatTraits,
  type: 'slack',
  summary:
    'Posts a message to Slack. Values are escaped, so that a visitor can neither mention anyone nor disguise a link.',
  render: ({ url, text = DEFAULT_TEXT }, { fill }) =>
    chatRequest(url, { text: cutTo(MAX_LENGTH, fill.chat(text), fill) }, fill),
};
