import type { Request, Response } from 'express';
import type { FormContract } from './form-contract';
import type { SentFields } from './sent-fields.rules';
import { readSubmission } from './submission-body';
import type { SentToken } from './submission-token.rules';
import { sentTokenOf } from './submission-token.rules';
import { storedNetwork, storedUserAgent } from './visitor.rules';

/** One request to the submission address of a form. */
export class SubmissionRequest {
  readonly token: SentToken;
  private sent: Promise<SentFields> | undefined;

  constructor(
    private readonly request: Request,
    private readonly response: Response,
  ) {
    this.token = sentTokenOf(request.rawHeaders);
    this.setCorsHeaders(true);
  }

  get origin(): string | undefined {
    return this.request.headers.origin;
  }

  get address(): string | undefined {
    return this.request.ip;
  }

  get network(): string | null {
    return storedNetwork(this.request.ip);
  }

  get userAgent(): string | null {
    return storedUserAgent(this.request.headers['user-agent']);
  }

  get idempotencyHeader(): string | string[] | undefined {
    return this.request.headers['idempotency-key'];
  }

  /** From now on the form decides whether the page may read the answer. */
  applyForm(contract: FormContract): void {
    this.setCorsHeaders(contract.origins.allows(this.origin));
  }

  /** The body can be read once; a second look at the visit gets the same again. */
  read(): Promise<SentFields> {
    this.sent ??= readSubmission(this.request);
    return this.sent;
  }

  /**
   * The CORS headers of the answer, errors included (WHATWG Fetch): the page's origin, never with credentials. Until the form is known
   * the answer tells nothing that is worth hiding, and a page learns why it was refused.
   */
  private setCorsHeaders(isAllowed: boolean): void {
    this.response.setHeader('Vary', 'Origin');
    if (isAllowed && this.origin !== undefined) {
      this.response.setHeader('Access-Control-Allow-Origin', this.origin);
      this.response.setHeader('Access-Control-Expose-Headers', 'X-Request-Id, Retry-After, Idempotency-Replayed');
    } else {
      this.response.removeHeader('Access-Control-Allow-Origin');
      this.response.removeHeader('Access-Control-Expose-Headers');
    }
  }
}
