import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import { ModuleRef } from '@nestjs/core';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { sha256Of } from '../../platform/crypto/digests';
import { isLockTimeout } from '../../platform/database/database-errors.rules';
import { ApiError, validationFailed } from '../errors/api-error';
import { fingerprintOf } from '../../platform/json/canonical-json';
import { Reply } from '../reply/reply';
import type { OperationContext } from '../http/request-context';
import { operationContextOf } from '../http/request-context';
import { IDEMPOTENCY_KEY_FAULT, idempotencyKeyOf } from './idempotency-key.rules';
import type { Claim } from './idempotency-records';
import { IdempotencyRecords } from './idempotency-records';

/**
 * Lets a creating request take effect once, however often it is sent: the first claims its key in its own transaction, and
 * each repetition gets the first answer again. Comes before the ETag is compared, which the first request has moved on.
 */
@Injectable()
export class IdempotencyInterceptor implements NestInterceptor {
  constructor(
    private readonly records: IdempotencyRecords,
    private readonly modules: ModuleRef,
  ) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = execution.switchToHttp().getRequest<Request>();
    const context = operationContextOf(request);
    if (context.operation.idempotencyKey === 'optional' && !hasKey(request)) return next.handle();
    const claim = claimOf(request, context);
    if (!(await this.claim(claim))) return of(await this.repeat(claim, context));
    const value: unknown = await lastValueFrom(next.handle());
    const reply = Reply.from(value);
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

  private async repeat(claim: Claim, context: OperationContext): Promise<Reply> {
    const record = await this.records.find(claim);
    if (!record?.fingerprint.equals(claim.fingerprint)) throw new ApiError('idempotency_conflict');
    return this.records.replay(record, await this.currentEtag(context, record.reply));
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

const hasKey = (request: Request): boolean => idempotencyKeyOf(request.headers['idempotency-key']) !== null;

function claimOf(request: Request, { operation, caller, route, requestId }: OperationContext): Claim {
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  if (!key) throw validationFailed([IDEMPOTENCY_KEY_FAULT]);
  const name = `${request.method} ${route}`;
  const hasBody = operation.body !== undefined;
  return {
    apiKeyId: caller.keyId,
    operation: name,
    keyHash: sha256Of(key),
    fingerprint: fingerprintOf([name, { ...request.params }, hasBody ? (request.body ?? null) : null]),
    requestId,
  };
}
