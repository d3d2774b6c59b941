import type { Request } from 'express';
import { clientNetworkOf } from '../api/rate-limit/network.rules';
import type { RequestHead } from '../keys/exposed-keys.rules';
import type { CompiledForm } from './compiled-form';
import type { SubmissionMismatches } from './mismatches/mismatch.rules';
import type { MultipartReceiver } from './multipart/multipart-receiver';
import { SubmissionBody } from './submission-body';
import type { SubmissionCredential } from './submission-tokens';

/** A submission as it was sent to the submit address or to the hosted page of a form. */
export interface ReceivedSubmission {
  readonly credential: SubmissionCredential;
  readonly head: RequestHead;
  readonly origin: string | undefined;
  readonly address: string | undefined;
  readonly clientNetwork: string | null;
  /** The start of the User-Agent header, as it is stored: 255 code points of storable text. */
  readonly userAgent: string | null;
  /** The header as it was sent; the key of a hosted page is in the body. */
  readonly idempotencyKey: string | string[] | undefined;
  /** Read only once the client may submit. */
  readonly body: SubmissionBody;
  /** The revision of the form by which it was judged last; null until the form is known. */
  form: CompiledForm | null;
  /** The names that do not fit that form; null when all fit, and until they were validated. */
  mismatches: SubmissionMismatches | null;
}

/** @param isShownAgain true when a refusal is answered with a page that shows what was sent */
export function receivedFrom(
  request: Request,
  credential: SubmissionCredential,
  receiver: MultipartReceiver,
  isShownAgain: boolean,
): ReceivedSubmission {
  const { ip: address, headers } = request;
  return {
    credential,
    head: request,
    origin: headers.origin,
    address,
    clientNetwork: clientNetworkOf(address),
    userAgent: storableStart(headers['user-agent']),
    idempotencyKey: headers['idempotency-key'],
    body: new SubmissionBody(request, receiver, isShownAgain),
    form: null,
    mismatches: null,
  };
}

function storableStart(header: string | undefined): string | null {
  const text = header?.toWellFormed().replaceAll('\0', '');
  if (!text) return null;
  return text.length <= MAX_USER_AGENT_LENGTH ? text : [...text].slice(0, MAX_USER_AGENT_LENGTH).join('');
}

const MAX_USER_AGENT_LENGTH = 255;
