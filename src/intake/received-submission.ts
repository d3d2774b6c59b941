import type { Request } from 'express';
import { clientNetworkOf } from '../api/rate-limit/network.rules';
import type { RequestHead } from '../keys/exposed-keys.rules';
import { HOPS_HEADER } from '../platform/outbound/hops';
import type { CompiledForm } from './compiled-form';
import type { SubmissionMismatches } from './mismatches/mismatch.rules';
import type { MultipartReceiver } from './multipart/multipart-receiver';
import { SubmissionBody } from './submission-body';
import type { SubmissionCredential } from './submission-tokens';

/** A submission as the client sent it, to the submit address or to the hosted page of a form. */
export interface ReceivedSubmission {
  readonly credential: SubmissionCredential;
  readonly head: RequestHead;
  readonly origin: string | undefined;
  readonly address: string | undefined;
  readonly clientNetwork: string | null;
  /** The stored part of the User-Agent header, with at most 255 code points. */
  readonly userAgent: string | null;
  /** The header that chooses the language of a page whose form leaves it to the browser. */
  readonly acceptLanguage: string | undefined;
  /** The header `Idempotency-Key`; hosted pages send their key in the body. */
  readonly idempotencyKey: string | string[] | undefined;
  /** The header of deliveries from services such as this one. */
  readonly hops: string | string[] | undefined;
  /** The body is read only once the client may submit. */
  readonly body: SubmissionBody;
  /** The form in the revision that judged the submission last; null until the form is known. */
  form: CompiledForm | null;
  /** The names that do not fit the form; null when all names fit, or until they are validated. */
  mismatches: SubmissionMismatches | null;
  /** True once the body shows that a program has filled in the honeypot. */
  fillsHoneypot: boolean;
}

/** @param isShownAgain true when the page of a refusal shows the sent values */
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
    acceptLanguage: headers['accept-language'],
    idempotencyKey: headers['idempotency-key'],
    hops: headers[HOPS_HEADER],
    body: new SubmissionBody(request, receiver, isShownAgain),
    form: null,
    mismatches: null,
    fillsHoneypot: false,
  };
}

function storableStart(header: string | undefined): string | null {
  const text = header?.toWellFormed().replaceAll('\0', '');
  if (!text) return null;
  return text.length <= MAX_USER_AGENT_LENGTH ? text : [...text].slice(0, MAX_USER_AGENT_LENGTH).join('');
}

const MAX_USER_AGENT_LENGTH = 255;
