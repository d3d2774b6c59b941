import { setTimeout as pause } from 'node:timers/promises';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { Injectable } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { lastValueFrom, of } from 'rxjs';
import { isTransientConflict } from '../../platform/database/database-errors.rules';
import { Transactions } from '../../platform/database/transactions';

/** Runs a write request in one transaction. The reply is sent after the commit. */
@Injectable()
export class TransactionInterceptor implements NestInterceptor {
  constructor(private readonly transactions: Transactions) {}

  async intercept(_: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    return of(await this.commit(() => lastValueFrom(next.handle())));
  }

  /** Repeats the whole request after a deadlock or a serialization failure, which leaves nothing behind. */
  private async commit(work: () => Promise<unknown>, attempt = 1): Promise<unknown> {
    try {
      return await this.transactions.run(work);
    } catch (error) {
      if (attempt === MAX_ATTEMPTS || !isTransientConflict(error)) throw error;
      await pause(Math.random() * BACKOFF_MS * attempt);
      return this.commit(work, attempt + 1);
    }
  }
}

const MAX_ATTEMPTS = 4;
const BACKOFF_MS = 20;
