import type { Request } from 'express';
import { parseUrl } from '../platform/text/text.rules';

/** True when the browser itself submitted a form and will show the response as a page; scripts accept JSON. */
export const isSubmittedForm = (request: Request): boolean => prefersPage(request, [...FORM_ENCODINGS, 'text/plain']);

export const isAcceptedForm = (request: Request): boolean => prefersPage(request, FORM_ENCODINGS);

/** True when a script submits to the address of a page and reads JSON. Browsers themselves ask for `text/html`. */
export const isFromScript = (request: Request): boolean =>
  request.accepts(['html', 'json']) === 'json' ||
  Boolean(request.is('json')) ||
  (request.headers.origin !== undefined && request.accepts(['json', 'html']) === 'json');

const FORM_ENCODINGS = ['application/x-www-form-urlencoded', 'multipart/form-data'];

const prefersPage = (request: Request, encodings: string[]): boolean =>
  request.is(encodings) !== false && request.accepts(['json', 'html']) === 'html';

/** True when the browser came from the page at this address. WebKit omits the path of the referrer in frames of other sites. */
export function isFromPage({ headers }: Request, address: string): boolean {
  const path = parseUrl(headers.referer ?? '')?.pathname ?? '/';
  return path === address || path === `${address}/` || (path === '/' && headers['sec-fetch-site'] === 'same-origin');
}

/** Returns the page of a website from which a form was sent, if the browser sends its referrer. */
export function websiteOf({ headers }: Request, baseUrl: string): WayOn | null {
  const page = parseUrl(headers.referer ?? '');
  const isWebsite = page?.protocol.startsWith('http') === true && page.origin !== parseUrl(baseUrl)?.origin;
  return page && isWebsite ? { to: 'website', address: page.href, host: page.host } : null;
}

/** A link on a refusal page: to an empty form, or back to the website. */
export type WayOn = { to: 'form'; address: string } | { to: 'website'; address: string; host: string };
