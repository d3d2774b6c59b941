import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { sha256Of } from '../../platform/crypto/digests';
import { isLockTimeout } from '../../platform/database/database-errors.rules';
import { fingerprintOf } from '../../platform/json/canonical-json';
import { ApiError, validationFailed } from '../errors/api-error';
import type { OperationContext } from '../http/request-context';
import { operationContextOf } from '../http/request-context';
import { Reply } from '../reply/reply';
import { IDEMPOTENCY_KEY_FAULT, idempotencyKeyOf } from './idempotency-key.rules';
import type { Claim } from './idempotency-records.repository';
import { IdempotencyRecordsRepository } from './idempotency-records.repository';

/**
 * Executes a request once per Idempotency-Key: the first request claims the key in its own transaction, and repetitions get the stored
 * reply. It precedes the comparison of ETags, since the first request has already changed the ETag.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly records: IdempotencyRecordsRepository,
    private readonly modules: ModuleRef,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    const key = idempotencyKeyOf(request.headers['idempotency-key']);
    if (key === null) return next.handle(); // possible where the key is optional
    if (key === undefined) throw validationFailed([IDEMPOTENCY_KEY_FAULT]);
    const claim = claimOf(key, request, context);
    if (!(await this.claim(claim))) return of(await this.replay(claim, context));
    const reply = Reply.from(await lastValueFrom(next.handle()));
    await this.records.store(claim, reply.status ?? context.operation.reply.status ?? 200, reply);
    return of(reply);
  }

  private async claim(claim: Claim): Promise<boolean> {
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

  private async replay(claim: Claim, context: OperationContext): Promise<Reply> {
    const record = await this.records.find(claim);
    if (!record?.fingerprint.equals(claim.fingerprint)) throw new ApiError('idempotency_conflict');
    return this.records.replyOf(record, await this.currentEtag(context, record.reply));
  }

  /** The ETag of the resource that the operation edits, or of the form that the first request has created. */
  private async currentEtag({ operation, resourceIds }: OperationContext, stored: unknown): Promise<string | null> {
    const declared = operation.ifMatch ?? operation.reply.created;
    if (!declared) return null;
    const precondition = this.modules.get(declared, { strict: false });
    const locked = await precondition.lock(resourceIds?.formId ?? (stored as { id: string }).id);
    return locked ? precondition.etagOf(locked) : null;
  }
}

/** Two requests with the same fingerprint are the same request. If-Match is left out, so that a repetition may send a newer ETag. */
function claimOf(key: string, request: Request, { operation, caller, route, requestId }: OperationContext): Claim {
  const name = `${request.method} ${route}`;
  const body: unknown = operation.body ? (request.body ?? null) : null;
  return {
    apiKeyId: caller.keyId,
    operation: name,
    keyHash: sha256Of(key),
    fingerprint: fingerprintOf([name, { ...request.params }, body]),
    requestId,
  };
}
