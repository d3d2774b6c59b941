import { plainText } from './output.rules';

/** Text in which the characters that mark links and mentions such as `<!channel>` are escaped for Slack, which has no escapes for the others. */
export const slackText = (value: unknown): string => plainText(value).replace(/[&<>]/g, (character) => SLACK_ENTITIES[character] ?? '');

const SLACK_ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/**
 * Text without Markdown for Discord: no link under another text, no mention, header, list, quote, code or spoiler. Discord removes a
 * backslash before each of these characters. Addresses stay as they are, since it would take a backslash for a part of them.
 */
export function discordText(value: unknown): string {
  const parts = plainText(value).split(ADDRESS);
  return parts.map((part, index) => (index % 2 === 1 ? part : part.replace(MARKDOWN, '\\$&'))).join('');
}

/** Ends at characters that could close a link, code or a spoiler around the address. */
const ADDRESS = /(https?:\/\/[^\s<>`|\\*[\]]+)/;
/** The characters that begin something wherever they stand, and those that do so at the beginning of a line. */
const MARKDOWN = /[\\*_~`|<[\]]|(?<=\])\(|@(?=everyone|here)|(?<=^[^\S\n]{0,99})[->#+]|(?<=^[^\S\n]{0,99}\d{1,9})\./gm;
