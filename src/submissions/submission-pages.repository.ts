import { Injectable } from '@nestjs/common';
import type { Position } from '../api/pagination/cursors';
import { listedFilesOf } from '../files/listed-files.sql';
import { jsonOf, rowsFromJson } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { type Reads, Replica } from '../platform/database/replica';
import { newestRunsOf } from '../workflows/runs/history/delivery-history.sql';
import { boundsOf, orderBy, reversed } from './lists/order.sql';
import { searchConditions } from './lists/search.sql';
import { SubmissionEntity } from './submission.entity';
import type { SubmissionFilter } from './submission-filter.types';
import { type NotifyingSubmission, type PageAsJson, type SubmissionsWithRuns, firstOf } from './submissions.repository';

export interface LargePage extends SubmissionsWithRuns {
  /** The last submission that was looked at, even if the filter excluded it; null when there was none. */
  reached: Position | null;
  looked: number;
  /** False for the last page. A page may be short before the end, when it reaches its limit of bytes. */
  hasMore: boolean;
}

export interface PageRange {
  /** The highest change number at which the submissions were inserted. */
  upTo: string;
  after: Position | null;
  limit: number;
  withRuns: boolean;
  /** Leaves out those that were changed after `upTo` as well. */
  isUnchanged?: boolean;
  /** By default the connection of the transaction. */
  reads?: Reads;
}

@Injectable()
export class SubmissionPagesRepository {
  constructor(
    private readonly database: Database,
    private readonly replica: Replica,
  ) {}

  /** Returns a connection for all pages of one export. Everything that was committed before is visible on it. */
  reads(): Promise<Reads> {
    return this.replica.reader();
  }

  /** Returns the number of the latest change of a form. Submissions that are inserted later have higher numbers. */
  async latestChange(formId: string): Promise<string> {
    return (await this.database.queryOne<{ number: string }>(LATEST_CHANGE, [formId]))?.number ?? '0';
  }

  async areMoreThan(formId: string, filter: SubmissionFilter, most: number): Promise<boolean> {
    const parameters = [formId, ...boundsOf(filter, null), most];
    return (await this.database.queryOne<{ isMore: boolean }>(countStatement(filter), parameters))!.isMore;
  }

  /** Returns the position after which only the `newest` last matches of a filter follow; null when there are no older matches. */
  async before(formId: string, filter: SubmissionFilter, { upTo, newest }: { upTo: string; newest: number }): Promise<Position | null> {
    const backwards: SubmissionFilter = { ...filter, order: 'newest' };
    const parameters: unknown[] = [formId, ...boundsOf(backwards, null), newest, upTo];
    const conditions = searchConditions(filter, (value) => `$${parameters.push(value)}`);
    const row = await this.database.queryOne<{ at: Date; id: string }>(beforeStatement(backwards, conditions), parameters);
    return row ?? null;
  }

  /**
   * Reads a page of the submissions that were inserted up to a change number. It looks at no more than `limit` submissions and about 4 MB
   * of values, but at least at one submission, and returns those that match the filter. Without `withRuns` it reads neither runs nor files.
   */
  async page(formId: string, filter: SubmissionFilter, range: PageRange): Promise<LargePage> {
    const { upTo, after, limit, reads = this.database } = range;
    const parameters: unknown[] = [formId, ...boundsOf(filter, after), limit, upTo];
    const conditions = searchConditions(filter, (value) => `$${parameters.push(value)}`);
    const page = (await reads.queryOne<Page>(pageStatement(filter, conditions, range), parameters))!;
    const { submissions, hasMore, looked, reached, runs = [], definitions = [] } = page;
    return {
      submissions: rowsFromJson<NotifyingSubmission>(SubmissionEntity, submissions),
      newestRuns: { runs, definitions },
      hasMore,
      looked,
      reached: reached && { at: new Date(reached.at), id: reached.id },
    };
  }
}

type Page = PageAsJson & { hasMore: boolean; looked: number; reached: { at: string; id: string } | null };

export const MAX_ROWS_OF_PAGE = 500;
const MAX_BYTES_OF_PAGE = 4_000_000;
const BYTES_OF_FILE = 400; // approximate length of a file in the JSON of a submission

const LATEST_CHANGE = 'select change_number as number from form_stats where form_id = $1';

const countStatement = (filter: SubmissionFilter): string => `
  select count(*) > $5 as is_more from (
    ${firstOf(filter, { columns: '1', limit: '$5::bigint + 1' })}
  ) found`;

const beforeStatement = (filter: SubmissionFilter, conditions: string[]): string => {
  const condition = ['and s.inserted_number <= $6::bigint', ...conditions].join(' and ');
  const options = { columns: 's.received_at, s.id', limit: '$5::bigint + 1', condition };
  return `
  select received_at as at, id from (
    ${firstOf(filter, options)}
  ) found ${orderBy(filter)} offset $5 limit 1`;
};

const pageStatement = (filter: SubmissionFilter, conditions: string[], { withRuns, isUnchanged }: PageRange): string => {
  const condition = `and s.${isUnchanged ? 'change_number' : 'inserted_number'} <= $6::bigint`;
  const first = firstOf(filter, { limit: String(MAX_ROWS_OF_PAGE), condition });
  const further = { notification: 'page.notification', files: withRuns ? listedFilesOf('page') : 'null' };
  return `
  with found as materialized (
    select * from (${first}) first ${orderBy(filter)} limit $5
  ), looked as materialized (
    select * from (
      select *, sum(bytes) over (${orderBy(filter)}) - bytes as bytes_before
      from (select *, octet_length(fields::text) + coalesce(octet_length(other_values::text), 0)
          + file_count * ${BYTES_OF_FILE} as bytes from found) measured
    ) sized where bytes_before < ${MAX_BYTES_OF_PAGE}
  ), page as materialized (
    select * from looked s ${conditions.length > 0 ? `where ${conditions.join(' and ')}` : ''}
  )
  select coalesce((
      select json_agg(${jsonOf(SubmissionEntity, 'page', further)} ${orderBy(filter)}) from page
    ), '[]') as submissions,
    (select count(*) from found) = $5 or (select count(*) from found) > (select count(*) from looked) as has_more,
    (select count(*)::int from looked) as looked,
    (select json_build_object('at', received_at, 'id', id) from looked ${orderBy(reversed(filter))} limit 1) as reached
    ${withRuns ? `, newest.runs, newest.definitions from (${newestRunsOf('$1', 'array(select id from page)')}) newest` : ''}`;
};
