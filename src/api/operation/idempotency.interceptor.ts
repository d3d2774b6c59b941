import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { sha256Of } from '../../platform/crypto/digests.rules';
import { isLockTimeout } from '../../platform/database/database-errors.rules';
import { fingerprintOf } from '../../platform/json/json.rules';
import { ApiError, validationFailed } from '../errors/api-error';
import type { OperationContext } from './request-context';
import { operationContextOf } from './request-context';
import { Reply } from './reply';
import { IDEMPOTENCY_KEY_ERROR, idempotencyKeyOf } from './idempotency-key.rules';
import type { KeyClaim } from './idempotency-records.repository';
import { IdempotencyRecordsRepository } from './idempotency-records.repository';

/**
 * Executes a request once per Idempotency-Key: the first request claims the key in its own transaction, and repetitions get the stored
 * reply. It precedes the comparison of ETags, since the first request has already changed the ETag.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(private readonly records: IdempotencyRecordsRepository) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key === null) return next.handle(); // possible where the key is optional
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
    return this.records.replyOf(record, await this.currentEtag(context, record.reply));
  }

  /** The ETag of the resource that the operation edits, or of the form that the first request has created. */
  private async currentEtag({ precondition, resourceIds }: OperationContext, stored: unknown): Promise<string | null> {
    if (!precondition) return null;
    const locked = await precondition.lock(resourceIds?.formId ?? (stored as { id: string }).id);
    return locked ? precondition.etagOf(locked) : null;
  }
}

/** Two requests with the same fingerprint are the same request. If-Match is left out, so that a repetition may send a newer ETag. */
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
