import type { WireAnswer } from './wire';

/** The `Accept` header of browsers that load a page. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

export type Pairs = [name: string, value: string][];

/** The hidden inputs of a page as a browser sends them. */
export const hiddenIn = (html: string): Pairs =>
  [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name, value]) => [plain(name!), plain(value!)]);

const plain = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&#34;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

export function expectPage(answer: WireAnswer, status: number, ...texts: string[]): void {
  expect({ status: answer.status, type: answer.headers['content-type'] }).toEqual({
    status,
    type: 'text/html; charset=utf-8',
  });
  for (const text of texts) expect(answer.text).toContain(text);
}
