import { Drop, toValue } from 'liquidjs';

/** The text of a value: lists are joined by commas, missing values are empty, and objects are JSON. */
export function plainText(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === null || plain === undefined || plain instanceof Drop) return '';
  if (Array.isArray(plain)) return plain.map(plainText).join(', ');
  return typeof plain === 'object' ? JSON.stringify(plain) : (plain as string | number | boolean).toString();
}

/** Text that is escaped for HTML elements and quoted attributes. */
export const htmlText = (value: unknown): string =>
  plainText(value).replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text in which the characters that mark links and mentions such as `<!channel>` are escaped for Slack. */
export const chatText = (value: unknown): string =>
  plainText(value).replace(/[&<>]/g, (character) => HTML_ENTITIES[character] ?? '');
