import { setTimeout as pause } from 'node:timers/promises';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { contextOf } from '../http/request-context';
import { Transactions } from '../../platform/database/transactions';
import { isTransientConflict } from '../../platform/database/database-errors.rules';

/** One write request is one transaction: all or nothing, and the reply leaves after the commit. */
@Injectable()
export class TransactionInterceptor implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  async intercept(execution: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const { operation } = contextOf(execution.switchToHttp().getRequest<Request>());
    if (!operation || operation.bucket === 'read') return next.handle();
    return of(await this.commit(() => lastValueFrom(next.handle())));
  }

  /** A deadlock or serialization failure has left nothing behind, so the whole request may run again. */
  private async commit(work: () => Promise<unknown>, attempt = 1): Promise<unknown> {
    try {
      return await this.transactions.run(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransientConflict(error)) throw error;
      await pause(Math.random() * 20 * attempt);
      return this.commit(work, attempt + 1);
    }
  }
}

const MAX_ATTEMPTS = 4;
