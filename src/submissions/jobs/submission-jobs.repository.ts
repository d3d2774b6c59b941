import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '../../api/auth/caller';
import type { Position } from '../../api/pagination/cursors';
import { visibleForm } from '../../forms/form.rules';
import { Database } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { SubmissionBatchView } from '../batch/submission-batch.dto';
import { type JobStatus, type OpenJob, SubmissionJobEntity } from './submission-job.entity';

export type NewJob = Pick<OpenJob, 'id' | 'action' | 'permanently' | 'filter' | 'formId' | 'total'>;

/** The position from which a job goes on; null for the beginning of the next form. */
export type JobPlace = Position | null;

/** The only writer of `submission_jobs`. */
@Injectable()
export class SubmissionJobsRepository {
  constructor(private readonly database: Database) {}

  /** True if a job of the form, or of all forms, is open. Holds a lock that serializes the creation of jobs. */
  async isAnyOpen(accountId: string, formId: string | null): Promise<boolean> {
    await this.database.advisoryLock(`submission jobs of ${accountId}`);
    return (await this.database.query(OPEN, [accountId, formId])).length > 0;
  }

  /** Fixes the set: the visible forms that have submissions, with the numbers of their latest changes. */
  async insert(caller: Caller, job: NewJob): Promise<SubmissionJobEntity> {
    const { accountId, keyId: apiKeyId, actor } = caller;
    const [isVisible, parameters] = visibleForm(caller, 'f');
    const forms = `from forms f join form_stats c on c.form_id = f.id
      where ${isVisible} and c.change_number > 0 and (:onlyForm::uuid is null or f.id = :onlyForm)`;
    const formIds = () => `array(select f.id ${forms} order by f.id)`;
    const upTo = () => `array(select c.change_number ${forms} order by f.id)`;
    await this.database
      .repository(SubmissionJobEntity)
      .createQueryBuilder()
      .insert()
      .values({ ...job, accountId, apiKeyId, actor, formIds, upTo })
      .setParameters({ ...parameters, onlyForm: job.formId })
      .execute();
    return (await this.database.repository(SubmissionJobEntity).findOneBy({ id: job.id }))!;
  }

  /** Lists the jobs that the caller may see, newest first. */
  list(caller: Caller, after: Position | null, limit: number): Promise<SubmissionJobEntity[]> {
    const query = this.database.repository(SubmissionJobEntity).createQueryBuilder('j').where(askedBy(caller));
    if (after) query.andWhere('(j.created_at, j.id) < (:at, :id)', after);
    return query.orderBy({ 'j.created_at': 'DESC', 'j.id': 'DESC' }).limit(limit).getMany();
  }

  visible(caller: Caller, id: string): Promise<SubmissionJobEntity | null> {
    return this.database.repository(SubmissionJobEntity).findOneBy({ id, ...askedBy(caller) });
  }

  /** Returns the open job that has waited longest for its next batch. */
  async next(): Promise<string | null> {
    return (await this.database.queryOne<{ id: string }>(NEXT))?.id ?? null;
  }

  /** Locks a job; null if it has ended or another process holds its lock. */
  lockOpen(id: string): Promise<OpenJob | null> {
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    const where = { id, completedAt: IsNull() };
    return this.database.repository(SubmissionJobEntity).findOne({ where, lock }) as Promise<OpenJob | null>;
  }

  /** Adds the result of a batch and stores the position that was reached. */
  async proceed(job: OpenJob, place: JobPlace, { changed, unchanged, refused }: Omit<SubmissionBatchView, 'missing'>): Promise<void> {
    const edit = {
      found: job.found + changed + unchanged + refused.length,
      changed: job.changed + changed,
      refused: job.refused + refused.length,
      formPosition: job.formPosition + (place ? 0 : 1),
      afterAt: place?.at ?? null,
      afterId: place?.id ?? null,
      tries: 0,
      dueAt: NOW,
    };
    await this.database.repository(SubmissionJobEntity).update({ id: job.id }, edit);
  }

  /** Ends an open job, for which it waits if a batch is being done. Returns the ended job; null if it had ended before. */
  async end(id: string, status: Exclude<JobStatus, 'running'>, reason: string | null = null): Promise<SubmissionJobEntity | null> {
    const edit = { status, reason, filter: null, completedAt: NOW };
    const { affected } = await this.database.repository(SubmissionJobEntity).update({ id, completedAt: IsNull() }, edit);
    return affected === 1 ? this.database.repository(SubmissionJobEntity).findOneBy({ id }) : null;
  }

  /** Delays the next batch, longer after each failure. Resolves with the number of counted failures at this position. */
  async postpone(id: string, isCounted: boolean): Promise<number> {
    return (await this.database.queryOne<{ tries: number }>(POSTPONE, [id, isCounted ? 1 : 0]))?.tries ?? 0;
  }

  @PeriodicTask({ name: 'sweep of ended submission jobs', processes: 'worker', everySeconds: HOURLY })
  deleteEnded(): Promise<number> {
    return this.database.deleteBatch('submission_jobs', `completed_at < now() - interval '7 days'`, 'completed_at');
  }
}

/** A key that sees all forms sees the jobs of the account, another one its own. */
const askedBy = ({ accountId, keyId, formAccessMode }: Caller) => ({
  accountId,
  ...(formAccessMode === 'selected' && { apiKeyId: keyId }),
});

const NOW = () => `date_trunc('milliseconds', clock_timestamp())`;

const OPEN = `
  select from submission_jobs j
  where j.account_id = $1 and j.completed_at is null and (j.form_id is null or $2::uuid is null or j.form_id = $2) limit 1`;

const NEXT = `
  select j.id from submission_jobs j where j.completed_at is null and j.due_at <= clock_timestamp() order by j.due_at, j.id limit 1`;

const POSTPONE = `
  update submission_jobs j set tries = tries + $2, due_at = clock_timestamp() + 2 ^ (tries + $2) * interval '1 second'
    where j.id = $1 and j.completed_at is null returning tries`;
