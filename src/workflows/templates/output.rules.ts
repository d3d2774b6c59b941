import { Drop, toValue } from 'liquidjs';

/** A value as people read it: lists by commas, nothing for what is missing, JSON for anything nested. */
export function plainText(value: unknown): string {
  const plain: unknown = toValue(value);
  if (plain === null || plain === undefined || plain instanceof Drop) return '';
  if (Array.isArray(plain)) return plain.map(plainText).join(', ');
  return typeof plain === 'object' ? JSON.stringify(plain) : (plain as string | number | boolean).toString();
}

/** Text that cannot leave its place in an HTML element or in a quoted attribute. */
export const htmlText = (value: unknown): string =>
  plainText(value).replace(/[&<>"']/g, (character) => HTML_ENTITIES[character] ?? '');

const HTML_ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The three characters by which a Slack message marks links and mentions such as `<!channel>`, as Slack wants them escaped. */
export const chatText = (value: unknown): string =>
  plainText(value).replace(/[&<>]/g, (character) => HTML_ENTITIES[character] ?? '');
