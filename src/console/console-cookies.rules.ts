/** The cookies of the page: that of its session, and that of a browser which asked for a mail. */
export type ConsoleCookie = 'session' | 'browser';

/**
 * Browsers accept the prefix `__Host-` only over HTTPS and from this host, so that no other host of the domain can plant a session. They
 * send a cookie to all ports and paths of the host, so the name says which service of the host has set it.
 */
function nameFor(cookie: ConsoleCookie, baseUrl: string): string {
  const { port, pathname } = new URL(baseUrl);
  const place = `${port || (isSecure(baseUrl) ? 443 : 80)}${pathname}`.replace(/[^a-z0-9]+/gi, '-').replace(/-$/, '');
  return `${isSecure(baseUrl) ? '__Host-' : ''}console-${place}${cookie === 'browser' ? '-browser' : ''}`;
}

const isSecure = (baseUrl: string): boolean => baseUrl.startsWith('https:');

/** Returns the value in a `Cookie` header. Two different values count as none, since another host of the domain may have added one. */
export function cookieIn(header: string | undefined, cookie: ConsoleCookie, baseUrl: string): string | null {
  const start = `${nameFor(cookie, baseUrl)}=`;
  const pairs = (header ?? '').split(';').map((pair) => pair.trim());
  const values = new Set(pairs.filter((pair) => pair.startsWith(start)).map((pair) => pair.slice(start.length)));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/**
 * Returns the `Set-Cookie` header. A value of null deletes the cookie. Without `lastsSeconds` the browser forgets it at the latest when it
 * is closed.
 */
export const setCookie = (cookie: ConsoleCookie, value: string | null, baseUrl: string, lastsSeconds: number | null = null): string => {
  const maxAge = value === null ? 0 : lastsSeconds;
  return [
    `${nameFor(cookie, baseUrl)}=${value ?? ''}`,
    'Path=/',
    'HttpOnly',
    'SameSite=Strict',
    ...(isSecure(baseUrl) ? ['Secure'] : []),
    ...(maxAge === null ? [] : [`Max-Age=${maxAge}`]),
  ].join('; ');
};
