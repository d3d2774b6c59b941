import type { IncomingMessage } from 'node:http';
import { Transform, type TransformCallback } from 'node:stream';
import { incompleteBody, limitChunks, sendContinue } from '../../api/body/body-reader';
import { ApiError } from '../../api/errors/api-error';
import { exactSize } from '../../platform/text/text.rules';
import { UploadTooLarge } from '../intake-errors';

export interface BodyLimits {
  maxBytes: number;
  /** The duration of a window, in which at least `minBytesPerWindow` have to arrive. */
  windowMs: number;
  minBytesPerWindow: number;
  totalMs: number;
}

/** Runs `work` while the body arrives. Throws 400 when it ends early, 408 when it is too slow and 413 when it is too large. */
export async function withMeteredBody<Result>(
  request: IncomingMessage,
  limits: BodyLimits,
  work: (body: MeteredBody) => Promise<Result>,
): Promise<Result> {
  const body = new MeteredBody(request, limits);
  const leave = () => void (request.complete || body.destroy(incompleteBody()));
  request.once('close', leave);
  let endLimit = (): void => undefined;
  try {
    if (request.destroyed) throw incompleteBody();
    sendContinue(request);
    endLimit = limitChunks(request);
    request.pipe(body);
    return await work(body);
  } finally {
    request.unpipe(body);
    endLimit();
    request.off('close', leave);
    body.destroy();
  }
}

/**
 * Passes a body from the request to the parser. Fails with 413 when the body is too large, and with 408 when it is too slow or takes too
 * long. Windows in which the service itself was slow do not count, nor does the last one, so that small bodies always pass. A reader gets
 * the failure even if it starts reading later.
 */
export class MeteredBody extends Transform {
  private byteCount = 0;
  private windowByteCount = 0;
  private readonly window: NodeJS.Timeout;
  private readonly deadline: NodeJS.Timeout;

  constructor(
    private readonly request: IncomingMessage,
    private readonly limits: BodyLimits,
  ) {
    super();
    this.on('error', () => undefined); // without a listener a failure before reading would end the process
    this.window = setInterval(() => this.endWindow(), limits.windowMs);
    this.deadline = setTimeout(() => this.destroy(tooSlow()), limits.totalMs);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.byteCount += chunk.length;
    this.windowByteCount += chunk.length;
    if (this.byteCount > this.limits.maxBytes) done(tooLarge(this.limits.maxBytes));
    else done(null, chunk);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearInterval(this.window);
    clearTimeout(this.deadline);
    done(error);
  }

  private endWindow(): void {
    const waitsForParser = this.request.readableLength > 0 || this.readableLength > 0 || this.writableNeedDrain;
    if (!waitsForParser && this.windowByteCount < this.limits.minBytesPerWindow) this.destroy(tooSlow());
    this.windowByteCount = 0;
  }
}

export const tooLarge = (maxBytes: number): ApiError =>
  new UploadTooLarge(`The request body is too large. It may have at most ${exactSize(maxBytes)}.`, { code: 'too_large', maxBytes });

const tooSlow = (): ApiError =>
  new ApiError('request_timeout', { message: 'The request body arrived too slowly. Nothing of it was stored.' });
