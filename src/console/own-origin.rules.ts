import type { IncomingHttpHeaders } from 'node:http';

/**
 * True for a request that the browser says was made by a page of the service itself. Scripts cannot set either header. A browser that does
 * not send the first one sends the second with everything but a `GET`.
 */
export function isFromOwnOrigin(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}
