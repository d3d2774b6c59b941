import { Injectable } from '@nestjs/common';
import { Transactions } from '../platform/database/transactions';
import type { FormNoticeKind, NoticeDetail } from './notice.entity';
import { NoticesRepository } from './notices.repository';

export interface NoticeEvent {
  formId: string;
  kind: FormNoticeKind;
  detail: NoticeDetail;
}

/** Records what happens once, and is no state that the task of notices could find. */
@Injectable()
export class NoticeEvents {
  constructor(
    private readonly notices: NoticesRepository,
    private readonly transactions: Transactions,
  ) {}

  record({ formId, kind, detail }: NoticeEvent): Promise<void> {
    return this.transactions.run(async () => {
      await this.notices.lock();
      await this.notices.record(formId, kind, detail);
    });
  }
}
