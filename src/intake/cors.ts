import type { Response } from 'express';

/**
 * The CORS headers of a public address (WHATWG Fetch), errors included: the origin of the page if it is allowed, never with credentials.
 * `exposed` lists the response headers that scripts may read.
 */
export function setCorsHeaders(
  response: Response,
  { origin, isAllowed, exposed }: { origin: string | undefined; isAllowed: boolean; exposed: string },
): void {
  response.setHeader('Vary', 'Origin');
  if (isAllowed && origin !== undefined) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', exposed);
  } else {
    response.removeHeader('Access-Control-Allow-Origin');
    response.removeHeader('Access-Control-Expose-Headers');
  }
}

/**
 * Answers the preflight with which browsers ask whether a page of another origin may send a request. `headers` are
 * those of the request.
 */
export function answerPreflight(
  response: Response,
  { origin, allow, methods, headers }: { origin: string | null; allow: string; methods: string; headers: string },
): void {
  response.setHeader('Allow', allow);
  response.setHeader('Vary', 'Origin, Access-Control-Request-Headers');
  if (origin !== null) {
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Allow-Methods', methods);
    response.setHeader('Access-Control-Allow-Headers', headers);
    response.setHeader('Access-Control-Max-Age', '600');
  }
  response.end();
}
