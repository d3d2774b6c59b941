/**
 * The name of the cookie. Browsers accept `__Host-` only over https, from this host and for all of its paths, so that no other host of the
 * domain can plant a session.
 */
const nameFor = (baseUrl: string): string => (isSecure(baseUrl) ? '__Host-console' : 'console');

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** The session that a `Cookie` header holds, or null. Two different ones count as none, since another host of the domain can add one. */
export function sessionIn(header: string | undefined, baseUrl: string): string | null {
  const start = `${nameFor(baseUrl)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length)));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/** The `Set-Cookie` header of a session, which ends with the browser at the latest; of none for null. */
export const sessionCookie = (session: string | null, baseUrl: string): string =>
  [
    `${nameFor(baseUrl)}=${session ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(baseUrl) ? ['Secure'] : []),
    ...(session === null ? ['Max-Age=0'] : []),
  ].join('; ');
