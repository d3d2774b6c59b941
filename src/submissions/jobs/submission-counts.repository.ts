import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { IS_VISIBLE, visibilityOf } from '../../forms/form.rules';
import { Database } from '../../platform/database/database';
import { boundsOf, isBetween, orderBy } from '../lists/order.sql';
import { isSearch, searchConditions } from '../lists/search.sql';
import { MAX_LOOKED_AT } from '../lists/submission-lists.repository';
import type { SubmissionFilter } from '../submission-filter.types';
import { indexedConditions, statesOf } from '../submissions.repository';

export interface SubmissionCount {
  count: number;
  isComplete: boolean;
}

@Injectable()
export class SubmissionCountsRepository {
  constructor(private readonly database: Database) {}

  /** Counts the submissions of the visible forms, or of one of them, that fit a filter, as far as it may look. */
  async count(caller: Caller, filter: SubmissionFilter, formId: string | null): Promise<SubmissionCount> {
    const parameters: unknown[] = [...visibilityOf(caller), ...boundsOf(filter, null), formId];
    const conditions = searchConditions(filter, (value) => `$${parameters.push(value)}`);
    return (await this.database.queryPlanned<SubmissionCount>(countStatement(filter, conditions), parameters))[0]!;
  }
}

const MAX_COUNTED = 1_000_000;

/** Ends with the last submission that it may look at, or counts all of them. */
function countStatement(filter: SubmissionFilter, conditions: string[]): string {
  const most = isSearch(filter) ? MAX_LOOKED_AT : MAX_COUNTED;
  const columns = isSearch(filter) ? 's.*' : 's.id';
  const rowsOf = statesOf(filter).map(
    (state) => `(
      select ${columns} from submissions s
      where s.form_id = f.id and ${isBetween(filter, '$3', '$4', '$5')} and ${indexedConditions(state, filter)}
      ${orderBy(filter, 's.')} limit ${most + 1})`,
  );
  return `
  select count(*) filter (where ${['true', ...conditions].join(' and ')})::int as count, count(*) <= ${most} as is_complete
  from (
    select s.* from forms f cross join lateral (${rowsOf.join(' union all ')}) s
    where ${IS_VISIBLE} and ($6::uuid is null or f.id = $6) limit ${most + 1}
  ) s`;
}
