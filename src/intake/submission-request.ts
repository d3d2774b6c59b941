import type { Request, Response } from 'express';
import { mediaTypeOf } from '../api/body/body-reader';
import { clientNetworkOf } from '../api/rate-limit/network.rules';
import type { SubmissionKey } from '../submissions/submission-writer.types';
import type { CompiledForm } from './compiled-form';
import { setCorsHeaders } from './cors';
import { isSubmittedForm } from './browser-form.rules';
import { collectTexts } from '../fields/values/form-encoding.rules';
import type { MultipartBody, MultipartReceiver } from './multipart/multipart-receiver';
import { readSubmittedFields } from './submission-body';
import { headerKeyFor, headerKeyHash, pageKeyFor } from './submission-key';
import { credentialOf, type SubmissionCredential } from './submission-tokens';
import type { SubmittedValues } from '../fields/values/submitted-fields.rules';

/**
 * A request to the submit address or the hosted page of a form: its credential, its client and its body, with the CORS
 * headers of the response.
 */
export class SubmissionRequest {
  private reading: Promise<SubmittedValues> | undefined;
  private upload: MultipartBody | undefined;
  /** The form, once it is known. */
  form: CompiledForm | null = null;
  /**
   * The body, once it has been read; of a refused one that is answered with a page, what could be read of it. A request
   * is authorized before that, apart from its page token.
   */
  fields: SubmittedValues | null = null;

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
  async read(): Promise<SubmittedValues> {
    this.reading ??= this.isMultipart ? this.receive() : readSubmittedFields(this.request, this.keep);
    return (this.fields = await this.reading);
  }

  /** True when refusals are answered with a page: the request comes from the hosted page, or is a form that a browser itself submitted. */
  get answersPage(): boolean {
    return this.credential.kind === 'page' || (this.credential.kind === 'none' && isSubmittedForm(this.request));
  }

  /** Removes the temporary files of the body. */
  async release(): Promise<void> {
    await this.upload?.remove();
  }

  /** The digest of the idempotency key; null without a key, for one that will be refused, and for that of a page, which is in the body. */
  get idempotencyKeyHash(): Buffer | null {
    return this.credential.kind === 'page' ? null : headerKeyHash(this.idempotencyKey);
  }

  /** The idempotency key with the fingerprint of the submitted fields, null without a key. Throws 422 for a malformed key. */
  idempotencyKeyFor(fields: SubmittedValues): SubmissionKey | null {
    return this.credential.kind === 'page' ? pageKeyFor(fields) : headerKeyFor(this.idempotencyKey, fields);
  }

  private get idempotencyKey(): string | string[] | undefined {
    return this.request.headers['idempotency-key'];
  }

  private async receive(): Promise<SubmittedValues> {
    const { keep } = this;
    this.upload = await this.receiver.receive(this.request, keep && ((sent) => keep(fieldsOf(sent))));
    return fieldsOf(this.upload);
  }

  /** Takes the values of a body that is refused; undefined for clients that have no use for them. */
  private get keep(): ((fields: SubmittedValues) => void) | undefined {
    return this.answersPage ? (fields) => (this.fields = fields) : undefined;
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

const fieldsOf = ({ texts, files }: Pick<MultipartBody, 'texts' | 'files'>): SubmittedValues => ({
  encoding: 'multipart',
  form: collectTexts(texts),
  files,
});

const EXPOSED = 'X-Request-Id, Retry-After, Idempotency-Replayed';
const MAX_USER_AGENT_LENGTH = 255;
