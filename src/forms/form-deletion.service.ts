import { Injectable } from '@nestjs/common';
import { PointsService } from '../accounts/points.service';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import type { FormEntity } from './form.entity';
import { FormsRepository } from './forms.repository';

/**
 * Deletes a form with all that belongs to it. Nobody sees the form from the request's commit on; when it has very many
 * submissions, their rows are purged afterwards in batches, which a restart only interrupts.
 */
@Injectable()
export class FormDeletionService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly forms: FormsRepository,
    private readonly points: PointsService,
  ) {}

  /** Open runs give back their points, so the account is held before the runs go, as everywhere. */
  async remove(form: FormEntity): Promise<void> {
    await this.points.lockBalance(form.accountId);
    const { submissionsCount } = await this.forms.lockStats(form.id);
    if (submissionsCount <= AT_ONCE) return this.forms.delete(form.id);
    await this.forms.update(form, {
      deletedAt: new Date(),
      status: 'disabled',
      submissionTokenDigest: Buffer.alloc(0),
    });
  }

  /** Purges one batch of what deleted forms have left; true while there is more to do. */
  purgeSome(): Promise<boolean> {
    return this.transactions.run(async () => {
      const form = await this.database.queryOne<Pick<FormEntity, 'id' | 'accountId'>>(NEXT_DELETED);
      if (!form) return false;
      await this.points.lockBalance(form.accountId);
      const purged = await this.database.query(PURGE_BATCH, [form.id]);
      if (purged.length === 0) await this.forms.delete(form.id);
      return true;
    });
  }
}

const AT_ONCE = 10_000;

const NEXT_DELETED = `
  select id, account_id as "accountId" from forms where deleted_at is not null order by deleted_at limit 1 for update skip locked`;

/** In the order of an index, since a plan that reads a whole table for each batch takes ever longer the bigger the form is. */
const PURGE_BATCH = `
  with runs as (
    delete from workflow_runs where ctid = any(array(
      select ctid from workflow_runs where form_id = $1 order by created_at desc, id desc limit 2000
    )) returning 1
  ), received as (
    delete from submissions where ctid = any(array(
      select ctid from submissions where form_id = $1 order by id limit 2000
    )) returning 1
  ), keys as (
    delete from submission_keys where ctid = any(array(
      select ctid from submission_keys where form_id = $1 order by key_hash limit 2000
    )) returning 1
  )
  select 1 from runs union all select 1 from received union all select 1 from keys`;
