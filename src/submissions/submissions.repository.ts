import { Injectable } from '@nestjs/common';
import { IsNull, LessThan, MoreThanOrEqual, Not, And } from 'typeorm';
import type { FindOptionsWhere } from 'typeorm';
import { ofVisibleForm } from '../forms/form-visibility.rules';
import type { Caller } from '../api/auth/caller';
import { Database } from '../platform/database/database';
import type { Position } from '../api/pagination/cursors';
import { SubmissionEntity } from './submission.entity';
import type { SubmissionSource } from './submission.entity';

export interface SubmissionFilter {
  isRead?: boolean;
  receivedAfter?: Date;
  receivedBefore?: Date;
  source?: SubmissionSource;
}

/** The statements on stored submissions. Each names the form, which the caller may see. */
@Injectable()
export class SubmissionsRepository {
  constructor(private readonly database: Database) {}

  /** The submission together with its form, if the caller may see both. */
  visible(caller: Caller, formId: string, id: string): Promise<SubmissionEntity | null> {
    return this.database
      .repository(SubmissionEntity)
      .createQueryBuilder('s')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 's'))
      .getOne();
  }

  /** At most so many after a position, newest first. */
  newestFirst(
    formId: string,
    filter: SubmissionFilter,
    after: Position | null,
    limit: number,
  ): Promise<SubmissionEntity[]> {
    const query = this.database
      .repository(SubmissionEntity)
      .createQueryBuilder('s')
      .where({ formId, ...conditionsOf(filter) })
      .orderBy({ 's.receivedAt': 'DESC', 's.id': 'DESC' })
      .limit(limit);
    if (after) query.andWhere('(s.received_at, s.id) < (:at, :id)', { ...after });
    return query.getMany();
  }

  /** Notes when the submission was first read; nothing changes when it was read before. Null when it is gone. */
  async markRead({ formId, id }: SubmissionEntity, at: Date): Promise<SubmissionEntity | null> {
    await this.lockStats(formId);
    await this.database.query(MARK_READ, [formId, id, at]);
    return this.database.repository(SubmissionEntity).findOneBy({ formId, id });
  }

  /** Null when it is gone. */
  async markUnread({ formId, id }: SubmissionEntity): Promise<SubmissionEntity | null> {
    await this.lockStats(formId);
    await this.database.query(MARK_UNREAD, [formId, id]);
    return this.database.repository(SubmissionEntity).findOneBy({ formId, id });
  }

  /** Locks the form, which then cannot be deleted, and its counters: the order in which submissions are stored. */
  async lockForm(formId: string): Promise<void> {
    await this.database.query(LOCK_FORM, [formId]);
  }

  /** Whether it was still there. The form is locked already. */
  async delete({ formId, id }: SubmissionEntity): Promise<boolean> {
    const deleted = await this.database.query(DELETE, [formId, id]);
    return deleted.length > 0;
  }

  /** Counters first, as for new submissions, so that two transactions never wait for each other. */
  private async lockStats(formId: string): Promise<void> {
    await this.database.query('select from form_stats where form_id = $1 for update', [formId]);
  }
}

function conditionsOf({
  isRead,
  receivedAfter,
  receivedBefore,
  source,
}: SubmissionFilter): FindOptionsWhere<SubmissionEntity> {
  const bounds = [receivedAfter && MoreThanOrEqual(receivedAfter), receivedBefore && LessThan(receivedBefore)].filter(
    (bound) => bound !== undefined,
  );
  return {
    ...(isRead !== undefined && { readAt: isRead ? Not(IsNull()) : IsNull() }),
    ...(source && { source }),
    ...(bounds.length > 0 && { receivedAt: And(...bounds) }),
  };
}

const LOCK_FORM = `
  select from forms f join form_stats s on s.form_id = f.id where f.id = $1 for key share of f for update of s`;

const MARK_READ = `
  with marked as (
    update submissions set read_at = $3 where form_id = $1 and id = $2 and read_at is null returning form_id
  )
  update form_stats set unread_count = unread_count - 1 from marked where form_stats.form_id = marked.form_id`;

const MARK_UNREAD = `
  with marked as (
    update submissions set read_at = null where form_id = $1 and id = $2 and read_at is not null returning form_id
  )
  update form_stats set unread_count = unread_count + 1 from marked where form_stats.form_id = marked.form_id`;

const DELETE = `
  with deleted as (
    delete from submissions where form_id = $1 and id = $2 returning form_id, id, read_at
  ), runs as (
    delete from workflow_runs where form_id = $1 and submission_id = $2
  ), latest as (
    select received_at from submissions where form_id = $1 and id <> $2 order by received_at desc, id desc limit 1
  )
  update form_stats set
      submissions_count = submissions_count - 1,
      unread_count = unread_count - (deleted.read_at is null)::int,
      latest_submission_at = (select received_at from latest)
    from deleted where form_stats.form_id = deleted.form_id
    returning 1`;
