import type { Request, Response } from 'express';
import { contextOf } from '../api/operation/request-context';
import { PROOF_HEADER } from './console-proofs';
import type { BegunSession } from './sign-in.service';

/** Gives a session to the browser: the cookie for requests, and the proof that only the page of the console can read. */
export function answerWithSession(
  request: Request,
  response: Response,
  { cookie, proof, expiresAt }: BegunSession,
  more: object = {},
): object {
  response.append('Set-Cookie', cookie);
  response.set(PROOF_HEADER, proof);
  return answered(request, { ...more, expires_at: expiresAt.toISOString() });
}

export const answered = (request: Request, data: object): object => ({ data, request_id: contextOf(request).requestId });
