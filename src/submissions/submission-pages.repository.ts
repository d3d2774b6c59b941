import { Injectable } from '@nestjs/common';
import type { Position } from '../api/pagination/cursors';
import { jsonOf, rowsFromJson } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { newestRunsOf } from '../workflows/runs/history/delivery-history.sql';
import { SUBMISSION_STATES } from './spam.types';
import { SubmissionEntity } from './submission.entity';
import type { SubmissionFilter } from './submission-filter.types';
import type { NotifyingSubmission, PageAsJson, SubmissionsWithRuns } from './submissions.repository';
import { newestIn, NO_ID } from './submissions.repository';

/** A page of many submissions. */
export interface LargePage extends SubmissionsWithRuns {
  /** False for the last page. A page that reaches its number of bytes is shorter than others. */
  hasMore: boolean;
}

export interface PageRange {
  /** The highest number of a change. */
  upTo: string;
  after: Position | null;
  limit: number;
  withRuns: boolean;
}

/** Reads whole forms, page by page. */
@Injectable()
export class SubmissionPagesRepository {
  constructor(private readonly database: Database) {}

  /** The number of the latest change of a form: submissions that are inserted later have higher ones. */
  async latestChange(formId: string): Promise<string> {
    return (await this.database.queryOne<{ number: string }>(LATEST_CHANGE, [formId]))?.number ?? '0';
  }

  /** Whether a filter lets through more submissions than this. */
  async areMoreThan(formId: string, filter: SubmissionFilter, most: number): Promise<boolean> {
    const { receivedAfter = '-infinity', receivedBefore = 'infinity' } = filter;
    const parameters = [formId, receivedAfter, receivedBefore, NO_ID, most];
    return (await this.database.queryOne<{ isMore: boolean }>(countStatement(filter), parameters))!.isMore;
  }

  /**
   * At most `limit` submissions, some megabytes of values, and at least one, after a position, newest first, of those that were inserted
   * with a change up to a number. The newest runs are those of the submissions, or none.
   */
  async page(
    formId: string,
    filter: SubmissionFilter,
    { upTo, after, limit, withRuns }: PageRange,
  ): Promise<LargePage> {
    const { receivedAfter = '-infinity', receivedBefore = 'infinity' } = filter;
    const { at, id } = after ?? { at: receivedBefore, id: NO_ID };
    const parameters = [formId, receivedAfter, at, id, limit, upTo];
    const page = (await this.database.queryOne<Page>(pageStatement(filter, withRuns), parameters))!;
    const { submissions, hasMore, runs = [], definitions = [] } = page;
    return {
      submissions: rowsFromJson<NotifyingSubmission>(SubmissionEntity, submissions),
      newestRuns: { runs, definitions },
      hasMore,
    };
  }
}

type Page = PageAsJson & { hasMore: boolean };

export const MAX_ROWS_OF_PAGE = 500;
const MAX_BYTES_OF_PAGE = 4_000_000;

const LATEST_CHANGE = 'select change_number as number from form_stats where form_id = $1';

/** Counts no further than it has to. */
const countStatement = ({ state, ...filter }: SubmissionFilter): string => `
  select count(*) > $5 as is_more from (
    ${(state ? [state] : SUBMISSION_STATES).map((half) => newestIn(half, filter, { columns: '1', limit: '$5::bigint + 1' })).join(' union all ')}
  ) found`;

/** Like the statement of the list, of which it differs by the size of its pages. */
const pageStatement = ({ state, ...filter }: SubmissionFilter, withRuns: boolean): string => {
  const halves = (state ? [state] : SUBMISSION_STATES).map((half) =>
    newestIn(half, filter, { limit: String(MAX_ROWS_OF_PAGE), condition: 'and s.inserted_number <= $6::bigint' }),
  );
  return `
  with found as materialized (
    select * from (${halves.join(' union all ')}) newest order by received_at desc, id desc limit $5
  ), page as materialized (
    select * from (
      select *, sum(octet_length(fields::text)) over (order by received_at desc, id desc) - octet_length(fields::text) as bytes_before
      from found
    ) sized where bytes_before < ${MAX_BYTES_OF_PAGE}
  )
  select coalesce((
      select json_agg(${jsonOf(SubmissionEntity, 'page', { notification: 'page.notification' })} order by received_at desc, id desc) from page
    ), '[]') as submissions,
    (select count(*) from found) = $5 or (select count(*) from found) > (select count(*) from page) as has_more
    ${withRuns ? `, newest.runs, newest.definitions from (${newestRunsOf('$1', 'array(select id from page)')}) newest` : ''}`;
};
