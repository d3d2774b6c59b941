import { Injectable } from '@nestjs/common';
import { PointsService } from '../accounts/points.service';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { BACKGROUND, PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import type { FormEntity } from './form.entity';
import { FormsRepository } from './forms.repository';

/** Deletes forms with their data. The request only hides a form with very many submissions; a periodic task purges it. */
@Injectable()
export class FormDeletionService {
  constructor(
    private readonly transactions: Transactions,
    private readonly forms: FormsRepository,
    private readonly points: PointsService,
    private readonly clock: Clock,
  ) {}

  /** Open runs release their points, so the account is locked before the runs, as in every transaction that locks both. */
  async delete(form: FormEntity): Promise<void> {
    await this.points.lockBalance(form.accountId);
    const { submissionsCount } = await this.forms.lockStats(form.id);
    if (submissionsCount <= MAX_IN_REQUEST) return this.forms.delete(form.id);
    await this.forms.update(form.id, { deletedAt: this.clock.now(), status: 'disabled', submissionTokenDigest: Buffer.alloc(0) });
  }

  /** Purges one batch of one deleted form; true while there may be more. */
  @PeriodicTask({ name: 'purge of deleted forms', processes: 'api', everySeconds: 30, dutyCycle: BACKGROUND })
  purgeBatch(): Promise<boolean> {
    return this.transactions.run(async () => {
      const form = await this.forms.lockDeleted();
      if (!form) return false;
      await this.points.lockBalance(form.accountId);
      if (!(await this.forms.purgeBatch(form.id))) await this.forms.delete(form.id);
      return true;
    });
  }
}

const MAX_IN_REQUEST = 10_000;
