import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { Transactions } from '../platform/database/transactions';
import { HOURLY, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { FoundNoticesRepository } from './found-notices.repository';
import { changesOf, type NoticeChanges } from './notice-changes.rules';
import { NoticeMailsService } from './notice-mails.service';
import { NoticesRepository } from './notices.repository';

/** Finds once a minute what owners have to know, and tells them. Of many processes one does so at a time. */
@Injectable()
export class NoticesTaskService {
  constructor(
    private readonly found: FoundNoticesRepository,
    private readonly notices: NoticesRepository,
    private readonly mails: NoticeMailsService,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'smtpUrl' | 'mailFrom'>,
  ) {}

  @PeriodicTask({ name: 'notices to owners', processes: 'worker', everySeconds: 60 })
  async tell(): Promise<boolean> {
    await this.pass();
    await this.mails.send();
    return false;
  }

  @PeriodicTask({ name: 'sweep of closed notices', processes: 'worker', everySeconds: HOURLY })
  sweep(): Promise<number> {
    return this.notices.sweep();
  }

  /** One transaction, so that a first pass that a crash cuts off is the first one again. */
  pass(): Promise<void> {
    return this.transactions.run(async () => {
      if (!(await this.notices.tryLock())) return;
      const { number, isFirst } = await this.notices.beginPass();
      const accounts = await this.found.filledAccounts();
      const full = accounts.filter(({ isFull }) => isFull).map(({ id }) => id);
      const filled = accounts.map(({ id }) => id);
      const pages = await this.found.pages();
      for (const page of isFirst ? pages : turnOf(number, pages)) {
        const found = await this.found.ofForms(page, { full, filled });
        await this.apply(changesOf(await this.notices.lasting(page), found), isFirst);
      }
      await this.apply(changesOf(await this.notices.lasting(), await this.found.ofAccounts()), isFirst);
    });
  }

  private async apply({ opened, changed, ended }: NoticeChanges, isFirst: boolean): Promise<void> {
    await this.notices.end(ended, this.config.smtpUrl !== null && this.config.mailFrom !== null);
    await this.notices.change(changed);
    await this.notices.open(opened, isFirst);
  }
}

/** The pages of one pass: a single one of up to sixty, so that all forms have had their turn after an hour at the latest. */
function turnOf<Page>(number: number, pages: readonly Page[]): Page[] {
  const size = Math.ceil(pages.length / 60);
  return Array.from({ length: size }, (_, index) => pages[(number * size + index) % pages.length]!);
}
