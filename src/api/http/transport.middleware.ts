import type { NextFunction, Request, Response } from 'express';
import type { Readiness } from '../../platform/lifecycle/readiness';
import { ApiError } from '../errors/api-error';

/** Closes kept-alive connections with their next answer once the listener is closing, so that clients connect to another process. */
export function transportMiddleware(readiness: Readiness) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (readiness.isClosing) response.setHeader('Connection', 'close');
    refuseManyHeaders(request);
    refuseUnclearHost(request);
    refuseLongAddress(request);
    removeEndSlash(request);
    lowerIds(request);
    next();
  };
}

/** Node itself would silently drop further headers, possibly a second Host or Authorization. */
function refuseManyHeaders({ rawHeaders }: Request): void {
  if (rawHeaders.length <= 2 * MAX_HEADERS) return;
  throw new ApiError('headers_too_large', { message: TOO_MANY_HEADERS, headers: { Connection: 'close' } });
}

const MAX_HEADERS = 100;
const TOO_MANY_HEADERS = `The request has too many headers. It may have at most ${MAX_HEADERS}.`;

/** Requires one valid Host header, since proxies may route other requests differently (RFC 9112, section 3.2). HTTP/1.0 needs none. */
function refuseUnclearHost(request: Request): void {
  const hosts = request.headers.host === undefined ? 0 : countHosts(request.rawHeaders);
  const isClear = hosts === 1 || (hosts === 0 && request.httpVersion === '1.0');
  if (isClear && (hosts === 0 || HOST.test(request.headers.host!))) return;
  const message = isClear ? INVALID_HOST : ONE_HOST;
  throw new ApiError('malformed_request', { message, headers: { Connection: 'close' } });
}

/** A host name or an address, with an optional port (RFC 3986, section 3.2.2). */
const HOST = /^(?:[\w.~!$&'()*+,;=%-]+|\[[\dA-Fa-f:.]+\])(?::\d*)?$/;

/** Counts the Host headers. `headersDistinct` would parse all headers again. */
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

/** Removes a slash at the end of a form's address, which people type and website generators add. */
function removeEndSlash(request: Request): void {
  const { url } = request;
  if (url.endsWith('/') || url.includes('/?')) request.url = url.replace(FORM_ADDRESS_WITH_SLASH, '$1');
}

const FORM_ADDRESS_WITH_SLASH = /^(\/(?:api\/v1\/forms\/[^/?]+\/(?:submit|schema|challenge)|f\/[^/?]+(?:\/thanks)?))\/(?=\?|$)/;

/** Some clients write the UUIDs of paths in capital letters, which RFC 9562 takes for the same ids. */
function lowerIds(request: Request): void {
  const { url } = request;
  const path = url.split('?', 1)[0]!;
  if (CAPITAL.test(path)) request.url = path.replace(UUID_SEGMENT, (id) => id.toLowerCase()) + url.slice(path.length);
}

const CAPITAL = /[A-F]/;
const UUID_SEGMENT = /(?<=\/)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?=\/|$)/gi;
