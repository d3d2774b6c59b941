import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import type { NoticeEvent } from './notice.types';
import { NoticesRepository } from './notices.repository';

/** Records what happens once, and is no state that the task of notices could find. */
@Injectable()
export class NoticeEvents {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly transactions: Transactions,
  ) {}

  record(event: NoticeEvent): Promise<void> {
    return this.transactions.run(async () => {
      await this.notices.lock();
      await this.notices.record(event);
    });
  }
}
