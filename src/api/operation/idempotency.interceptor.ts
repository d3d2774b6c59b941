import { type CallHandler, type ExecutionContext, type NestInterceptor, Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { type Observable, lastValueFrom, of } from 'rxjs';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { isLockTimeout } from '../../platform/database/database-errors.rules';
import { fingerprintOf } from '../../platform/json/json.rules';
import { ApiError, validationFailed } from '../errors/api-error';
import { type OperationContext, operationContextOf } from './request-context';
import { Reply } from './reply';
import { type KeyClaim, IdempotencyRecordsRepository } from './idempotency-records.repository';

/** The first request claims its key in its own transaction. A repetition gets the stored reply, whatever the current ETag is. */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly records: IdempotencyRecordsRepository) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key === null) return next.handle(); // the key is optional for this operation
    if (key === undefined) throw validationFailed([IDEMPOTENCY_KEY_ERROR]);
    const claim = claimOf(key, request, context);
    if (!(await this.claim(claim))) return of(await this.replay(claim, context));
    const reply = Reply.from(await lastValueFrom(next.handle()));
    await this.records.store(claim, reply.status ?? context.operation.reply.status ?? 200, reply);
    return of(reply);
  }

  private async claim(claim: KeyClaim): Promise<boolean> {
    try {
      return await this.records.claim(claim);
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
      throw new ApiError('idempotency_conflict', {
        message: 'A request with this Idempotency-Key is still running.',
        headers: { 'Retry-After': '1' },
        cause: error,
      });
    }
  }

  private async replay(claim: KeyClaim, context: OperationContext): Promise<Reply> {
    const record = await this.records.find(claim);
    if (!record?.fingerprint.equals(claim.fingerprint)) throw new ApiError('idempotency_conflict');
    await context.recheck?.requireMaySeeAgain(context.granted, record.reply as object);
    return this.records.replyOf(record, await this.currentEtag(context, record.reply));
  }

  /** The current ETag of the edited resource, or of the form that the first request has created. */
  private async currentEtag({ precondition, resourceIds }: OperationContext, stored: unknown): Promise<string | null> {
    if (!precondition) return null;
    const locked = await precondition.lock(resourceIds?.formId ?? (stored as { id: string }).id);
    return locked ? precondition.etagOf(locked) : null;
  }
}

/** Requests with the same fingerprint count as the same. If-Match is not part of it, so that a repetition may send a newer ETag. */
function claimOf(key: string, request: Request, context: OperationContext): KeyClaim {
  const { operation, caller, route, requestId } = context;
  const name = `${request.method} ${route}`;
  const body = operation.body ? (context.body ?? null) : null;
  return {
    apiKeyId: caller.keyId,
    operation: name,
    keyHash: sha256Of(key),
    fingerprint: fingerprintOf([name, { ...request.params }, body]),
    requestId,
  };
}

/**
 * The key in an Idempotency-Key header: 1 to 255 visible ASCII characters. Null when the header is absent, undefined when it is malformed.
 * Surrounding quotes (Structured Fields, RFC 8941) are removed, so that "k" and k are the same key.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null | undefined {
  const text = (Array.isArray(header) ? header.join(', ') : (header ?? '')).trim();
  if (text === '') return null;
  const key = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

export const IDEMPOTENCY_KEY_ERROR = { path: 'Idempotency-Key', message: 'must have 1 to 255 visible ASCII characters without spaces' };
