import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { sameDigest, sha256Of } from '../platform/crypto/digests.rules';
import { parseUrl, publicPath } from '../platform/text/text.rules';
import { ConsoleDigests } from './console-secrets.repository';

/** The header in which the page receives its proof at sign-in, and sends it with every request. */
export const PROOF_HEADER = 'Console-Proof';

/**
 * Distinguishes the console page from other pages of its origin, for which browsers send the same cookie and which may run third-party
 * scripts. Only the console page can read the proof of its session.
 */
@Injectable()
export class ConsoleProofs {
  constructor(private readonly digests: ConsoleDigests) {}

  of(session: string): string {
    return this.allOf(session)[0]!;
  }

  /**
   * Accepts requests with the proof of their session, downloads that the browser saves, since no script can read them, and requests from
   * browsers without fetch metadata headers.
   */
  isProven(headers: IncomingHttpHeaders, session: string, isDownload: boolean): boolean {
    if (headers['sec-fetch-dest'] === undefined) return true;
    if (isDownload && headers['sec-fetch-mode'] === 'navigate') return true;
    const sent = headers[PROOF_HEADER.toLowerCase()];
    return typeof sent === 'string' && this.allOf(session).some((proof) => sameDigest(sha256Of(proof), sha256Of(sent)));
  }

  private readonly allOf = (session: string): string[] => this.digests.of(`proof ${session}`).map((digest) => digest.toString('base64url'));
}

/** True for the navigation of a window, in which no other page can read the answer. */
export const isOpened = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate';

/** True for a request from a page of a form, which may run third-party scripts. A page that hides its address is not recognized. */
export function isFromFormPage({ referer }: IncomingHttpHeaders, baseUrl: string): boolean {
  const path = parseUrl(referer ?? '')?.pathname.toLowerCase();
  return path !== undefined && FORM_PAGES.some((start) => path.startsWith(publicPath(baseUrl, start).toLowerCase()));
}

/** The paths of form pages, and of the answers that browsers get after a submission. */
const FORM_PAGES = ['/f/', '/api/'];
