import type { NextFunction, Request, Response } from 'express';
import type { Readiness } from '../../platform/lifecycle/readiness';
import { ApiError } from '../errors/api-error';

/** Once the process takes no new connections, kept ones are closed with the next answer, so that clients go on with another process. */
export function transportMiddleware(readiness: Readiness) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (readiness.isClosing) response.setHeader('Connection', 'close');
    refuseManyHeaders(request);
    refuseUnclearHost(request);
    refuseLongAddress(request);
    removeEndSlash(request);
    next();
  };
}

/** Node itself would leave further headers out in silence, and a second Host or Authorization with them. */
function refuseManyHeaders({ rawHeaders }: Request): void {
  if (rawHeaders.length <= 2 * MAX_HEADERS) return;
  throw new ApiError('headers_too_large', { message: TOO_MANY_HEADERS, headers: { Connection: 'close' } });
}

const MAX_HEADERS = 100;
const TOO_MANY_HEADERS = `The request has too many headers. It may have at most ${MAX_HEADERS}.`;

/** Proxies may route a request without exactly one Host in different ways (RFC 9112, section 3.2). HTTP/1.0 needs none. */
function refuseUnclearHost(request: Request): void {
  const hosts = request.headers.host === undefined ? 0 : countHosts(request.rawHeaders);
  const isClear = hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
  if (isClear && (hosts === 0 || HOST.test(request.headers.host!))) return;
  const message = isClear ? INVALID_HOST : ONE_HOST;
  throw new ApiError('malformed_request', { message, headers: { Connection: 'close' } });
}

/** A name or an address, and a port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\dA-Fa-f:.]+\])(?::\d*)?$/;

/** `headersDistinct` would parse all headers a second time. */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    if (rawHeaders[index]!.toLowerCase() === 'host') count += 1;
  }
  return count;
}

const ONE_HOST = 'Send exactly one Host header.';
const INVALID_HOST = 'The Host header is not a name or an address.';

function refuseLongAddress(request: Request): void {
  if (request.originalUrl.length > MAX_ADDRESS_LENGTH) throw new ApiError('uri_too_long');
}

const MAX_ADDRESS_LENGTH = 8 * 1024;

/** People type a slash at the end of a form's addresses, and generators of websites add one; both are the same address. */
function removeEndSlash(request: Request): void {
  const { url } = request;
  if (url.endsWith('/') || url.includes('/?')) request.url = url.replace(FORM_ADDRESS_WITH_SLASH, '$1');
}

const FORM_ADDRESS_WITH_SLASH = /^(\/(?:api\/v1\/forms\/[^/?]+\/(?:submit|schema|challenge)|f\/[^/?]+(?:\/thanks)?))\/(?=\?|$)/;
