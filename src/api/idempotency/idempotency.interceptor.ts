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
import type { RequestContext } from '../http/request-context';
import { callerOf, contextOf } from '../http/request-context';
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
    const context = contextOf(request);
    if (!context.operation?.isIdempotent || (context.operation.isIdempotent === 'optional' && !hasKey(request)))
      return next.handle();
    const claim = claimOf(request, context);
    if (!(await this.claim(claim))) return of(await this.repeat(claim, context));
    const value: unknown = await lastValueFrom(next.handle());
    const reply = value instanceof Reply ? value : Reply.of(value);
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

  private async repeat(claim: Claim, context: RequestContext): Promise<Reply> {
    const record = await this.records.find(claim);
    if (!record?.fingerprint.equals(claim.fingerprint)) throw new ApiError('idempotency_conflict');
    return this.records.replay(record, await this.currentEtag(context, record.reply));
  }

  /** Of what the operation guards, or of what the first request has made. */
  private async currentEtag({ operation, resource }: RequestContext, reply: unknown): Promise<string | null> {
    const guard = operation?.ifMatch ?? operation?.reply.created;
    if (!guard) return null;
    const guarded = this.modules.get(guard, { strict: false });
    const locked: unknown = await guarded.lock(operation?.ifMatch ? resource : reply);
    return locked ? guarded.etagOf(locked) : null;
  }
}

const hasKey = (request: Request): boolean => idempotencyKeyOf(request.headers['idempotency-key']) !== null;

function claimOf(request: Request, { operation, route, requestId }: RequestContext): Claim {
  const key = idempotencyKeyOf(request.headers['idempotency-key']);
  if (!key) throw validationFailed([IDEMPOTENCY_KEY_FAULT]);
  const name = `${request.method} ${route}`;
  const hasBody = operation?.body !== undefined;
  return {
    apiKeyId: callerOf(request).keyId,
    operation: name,
    keyHash: sha256Of(key),
    fingerprint: fingerprintOf([name, { ...request.params }, hasBody ? (request.body ?? null) : null]),
    requestId,
  };
}
