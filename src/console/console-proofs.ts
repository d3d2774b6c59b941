import type { IncomingHttpHeaders } from 'node:http';
import { Injectable } from '@nestjs/common';
import { sameDigest, sha256Of } from '../platform/crypto/digests.rules';
import { parseUrl, publicPath } from '../platform/text/text.rules';
import { ConsoleDigests } from './console-secrets.repository';

/** The header in which the page sends its proof, and gets it when somebody signs in. */
export const PROOF_HEADER = 'Console-Proof';

/**
 * Tells the page of the console from other pages of its origin, which browsers let send the same cookie: those of a form may run the script
 * of a captcha provider. The proof of a session is known to the page alone, and no other script can read or make one.
 */
@Injectable()
export class ConsoleProofs {
  constructor(private readonly digests: ConsoleDigests) {}

  of(session: string): string {
    return this.allOf(session)[0]!;
  }

  /**
   * True for a request with the proof of its session, for a download that the browser saves, since no script can read it, and for a browser
   * that does not send the headers of fetch metadata.
   */
  isProven(headers: IncomingHttpHeaders, session: string, isDownload: boolean): boolean {
    if (headers['sec-fetch-dest'] === undefined) return true;
    if (isDownload && headers['sec-fetch-mode'] === 'navigate') return true;
    const sent = headers[PROOF_HEADER.toLowerCase()];
    return typeof sent === 'string' && this.allOf(session).some((proof) => sameDigest(sha256Of(proof), sha256Of(sent)));
  }

  private readonly allOf = (session: string): string[] => this.digests.of(`proof ${session}`).map((digest) => digest.toString('base64url'));
}

/** True for an address that is opened in a window, where no script but that of the page itself reads the answer. */
export const isOpened = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-dest'] === 'document' && headers['sec-fetch-mode'] === 'navigate';

/** True for a request of a page of a form, which may have a script of others, unless that hides its origin. */
export function isFromFormPage({ referer }: IncomingHttpHeaders, baseUrl: string): boolean {
  const path = parseUrl(referer ?? '')?.pathname.toLowerCase();
  return path !== undefined && FORM_PAGES.some((start) => path.startsWith(publicPath(baseUrl, start).toLowerCase()));
}

/** The addresses of pages of forms, and those where browsers are answered after a submission. */
const FORM_PAGES = ['/f/', '/api/'];
