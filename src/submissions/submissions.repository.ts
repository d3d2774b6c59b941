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

/** Reads stored submissions. Each statement names the form. */
@Injectable()
export class SubmissionsRepository {
  constructor(private readonly database: Database) {}

  /** The submission, if it is of this form and the caller may see the form. */
  visible(caller: Caller, formId: string, id: string): Promise<SubmissionEntity | null> {
    return this.database
      .repository(SubmissionEntity)
      .createQueryBuilder('s')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 's'))
      .getOne();
  }

  /** A page after a position, newest first. The caller may see the form, which the guard has checked. */
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
