import { ConsoleLinksService } from '../../src/console/console-links.service';
import type { Instance, TestApp } from './app';
import { type HeaderLine, send, type WireAnswer } from './wire';

/** The headers that browsers send with a request of the console's page. */
export const FROM_PAGE: HeaderLine = ['Sec-Fetch-Site', 'same-origin'];

/** The secret of a new link to the console of the app's account. */
export async function aLinkSecret({ app, accountId }: Pick<TestApp, 'app' | 'accountId'>): Promise<string> {
  const { url } = await app.get(ConsoleLinksService).create(accountId);
  return new URL(url).hash.slice(1);
}

let addresses = 0;

/** Signs in as the page does, unless other headers are given. Each time from a new address, where the app trusts proxies. */
export const signIn = ({ api }: Pick<Instance, 'api'>, body: object, headers: readonly HeaderLine[] = [FROM_PAGE]): Promise<WireAnswer> =>
  send(
    'POST',
    `${api.baseUrl}/console/session`,
    [['Content-Type', 'application/json'], ['X-Forwarded-For', `10.1.0.${++addresses}`], ...headers],
    JSON.stringify(body),
  );

/** The name and value of the cookie that an answer sets. */
export const cookieOf = ({ headers }: WireAnswer): string => headers['set-cookie']![0]!.split(';')[0]!;

/** The cookie of a new session, of a link or of a key. */
export async function aSession(app: TestApp, key?: string): Promise<string> {
  return cookieOf(await signIn(app, key === undefined ? { secret: await aLinkSecret(app) } : { key }));
}
