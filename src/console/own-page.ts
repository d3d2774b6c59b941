import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { invalidApiKey } from '../api/operation/api-key.guard';
import { isFromFormPage } from './console-proofs';

export type SessionRequest = Pick<IncomingMessage, 'headers'> & { ip?: string };

/**
 * True for a request from a page of this service that is not a form page, by headers that scripts cannot set. Browsers without
 * `Sec-Fetch-Site` send `Origin` with all requests except `GET`.
 */
export function isFromOwnPage(headers: IncomingHttpHeaders, baseUrl: string): boolean {
  const site = headers['sec-fetch-site'];
  if (isFromFormPage(headers, baseUrl)) return false;
  return site === undefined ? headers.origin === new URL(baseUrl).origin : site === 'same-origin';
}

/** Throws 401 for a request from any other page. */
export function requireOwnPage({ headers }: SessionRequest, baseUrl: string): void {
  if (!isFromOwnPage(headers, baseUrl)) throw invalidApiKey(ONLY_THE_PAGE);
}

const ONLY_THE_PAGE = 'Only the page of the console can ask for this. Programs send an API key with each request.';
