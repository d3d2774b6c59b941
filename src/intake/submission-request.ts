import { isIPv4, isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import { mediaTypeOf } from '../api/body/content-type.rules';
import { validationFailed } from '../api/errors/api-error';
import { IDEMPOTENCY_KEY_FAULT, idempotencyKeyOf } from '../api/idempotency/idempotency-key.rules';
import { networkOf, plainAddress } from '../api/rate-limit/network.rules';
import { sha256Of } from '../platform/crypto/digests';
import { fingerprintOf } from '../platform/json/canonical-json';
import type { SubmissionKey } from '../submissions/submission-writer.types';
import type { CompiledForm } from './compiled-form';
import { controlFieldsOf } from './control-fields.rules';
import { setCorsHeaders } from './cors';
import { collectTexts } from './form-encoding.rules';
import type { MultipartBody, MultipartReceiver } from './multipart/multipart-receiver';
import { readSubmittedFields } from './submission-body';
import { filesOf, isControlName, type SubmittedFields } from './submitted-fields.rules';

/** A request to the submit address or the hosted page of a form: its credential, its client and its body, with the CORS headers of the response. */
export class SubmissionRequest {
  private reading: Promise<SubmittedFields> | undefined;
  private upload: MultipartBody | undefined;
  /** The form, once it is known. */
  form: CompiledForm | null = null;
  /** The body, once it has been read. A request is authorized before that, apart from its page token. */
  fields: SubmittedFields | null = null;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
    private readonly receiver: MultipartReceiver,
    readonly credential: SubmissionCredential = credentialOf(request.rawHeaders),
  ) {
    this.setCorsHeaders(true);
  }

  get origin(): string | undefined {
    return this.request.headers.origin;
  }

  get address(): string | undefined {
    return this.request.ip;
  }

  /** The network of the client, as it is stored. */
  get clientNetwork(): string | null {
    return clientNetworkOf(this.request.ip);
  }

  /** The start of the User-Agent header, as it is stored: 255 code points of storable text. */
  get userAgent(): string | null {
    const text = this.request.headers['user-agent']?.toWellFormed().replaceAll('\0', '');
    if (!text) return null;
    return text.length <= MAX_USER_AGENT_LENGTH ? text : [...text].slice(0, MAX_USER_AGENT_LENGTH).join('');
  }

  /** From here on the form decides whether a page of the origin may read the response. */
  applyForm(form: CompiledForm): void {
    this.form = form;
    this.setCorsHeaders(form.origins.allows(this.origin));
  }

  /** The only encoding that can bring files, and take long. */
  get isMultipart(): boolean {
    const media = mediaTypeOf(this.request.headers['content-type']);
    return media?.type === 'multipart/form-data' && media.isUtf8;
  }

  /** Reads the body once, however often it is asked for. Throws 415, 413, 408, 400, 422 or 503. */
  async read(): Promise<SubmittedFields> {
    this.reading ??= this.isMultipart ? this.receive() : readSubmittedFields(this.request);
    return (this.fields = await this.reading);
  }

  /** Removes the temporary files of the body. */
  async release(): Promise<void> {
    await this.upload?.remove();
  }

  /** The digest of the idempotency key; null without a key, for one that will be refused, and for that of a page, which is in the body. */
  get idempotencyKeyHash(): Buffer | null {
    if (this.credential.kind === 'page') return null;
    const key = idempotencyKeyOf(this.request.headers['idempotency-key']);
    return key ? sha256Of(key) : null;
  }

  /** The idempotency key with the fingerprint of the submitted fields, null without a key. Throws 422 for a malformed key. */
  idempotencyKeyFor(fields: SubmittedFields): SubmissionKey | null {
    if (this.credential.kind === 'page') return pageKeyFor(fields);
    const key = idempotencyKeyOf(this.request.headers['idempotency-key']);
    if (key === undefined) throw validationFailed([IDEMPOTENCY_KEY_FAULT]);
    return key === null ? null : { keyHash: sha256Of(key), fingerprint: fingerprintOf([contentOf(fields)]) };
  }

  private async receive(): Promise<SubmittedFields> {
    this.upload = await this.receiver.receive(this.request);
    return { encoding: 'multipart', form: collectTexts(this.upload.texts), files: this.upload.files };
  }

  /**
   * Until the form is known every origin is allowed, so that a page learns why it was refused; such responses hold nothing of the form.
   * The hosted page belongs to no other page.
   */
  private setCorsHeaders(isAllowed: boolean): void {
    if (this.credential.kind === 'page') return;
    setCorsHeaders(this.response, { origin: this.origin, isAllowed, exposed: EXPOSED });
  }
}

const EXPOSED = 'X-Request-Id, Retry-After, Idempotency-Replayed';
const MAX_USER_AGENT_LENGTH = 255;

/** The credential of a submission: none, one submission token, something that cannot be a token, or the token in a hosted page. */
export type SubmissionCredential =
  { kind: 'none' } | { kind: 'token'; token: string } | { kind: 'invalid' } | { kind: 'page' };

/**
 * The submission token of `Authorization: Bearer` or `X-Submission-Token`. Both headers always count as credentials, so another
 * scheme and tokens that differ are refused like a wrong token. Raw headers, since Node keeps only the first of several
 * Authorization lines.
 */
function credentialOf(rawHeaders: readonly string[]): SubmissionCredential {
  const tokens = new Set<string | null>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.trim();
    if (name === 'x-submission-token') tokens.add(value);
    if (name === 'authorization') tokens.add(/^bearer +(\S+)$/i.exec(value)?.[1] ?? null);
  }
  if (tokens.size === 0) return { kind: 'none' };
  const [token] = tokens;
  return tokens.size === 1 && typeof token === 'string' ? { kind: 'token', token } : { kind: 'invalid' };
}

/** The network of an address, /24 or /48: enough to recognize a flood, too little to identify a person. */
export function clientNetworkOf(address: string | undefined): string | null {
  const plain = plainAddress(address ?? '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.0/24`;
  if (!isIPv6(plain)) return null;
  return `${networkOf(plain).split(':').slice(0, 3).join(':')}::/48`;
}

/**
 * The key of a hosted page together with the values, which no client can send as a header. The page sent again with other values is another
 * submission, not a conflict.
 */
function pageKeyFor(fields: SubmittedFields): SubmissionKey | null {
  const { pageKey } = controlFieldsOf(fields);
  if (pageKey === null) return null;
  const fingerprint = fingerprintOf([contentOf(fields, (name) => !isControlName(name))]);
  return { keyHash: sha256Of(`page ${pageKey} ${fingerprint.toString('hex')}`), fingerprint };
}

/** Files by their digests: a repeated multipart body has other bytes, since clients choose a new boundary for each request. */
function contentOf(submitted: SubmittedFields, counts: (name: string) => boolean = () => true): unknown {
  if (submitted.encoding === 'json') return submitted.values;
  const { lists } = submitted.form;
  const texts = [...submitted.form.texts].filter(([name]) => counts(name));
  const files = filesOf(submitted).map(({ field, filename, sha256 }) => [field, filename, sha256.toString('hex')]);
  return { texts, lists: [...lists], ...(files.length > 0 && { files }) };
}
