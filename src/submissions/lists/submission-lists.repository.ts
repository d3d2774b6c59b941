import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import type { Position } from '../../api/pagination/cursors';
import { IS_VISIBLE, visibilityOf } from '../../forms/form.rules';
import { NOTIFICATION_STATE } from '../../notifications/notification-delivery.rules';
import { listedFilesOf } from '../../files/listed-files.sql';
import { columnsOf, jsonOf, rowsFromJson } from '../../platform/database/columns';
import { Database } from '../../platform/database/database';
import { type NewestRuns, newestRunsOf } from '../../workflows/runs/history/delivery-history.sql';
import type { SubmissionState } from '../spam.types';
import { SubmissionEntity } from '../submission.entity';
import type { SubmissionFilter } from '../submission-filter.types';
import { type NotifyingSubmission, type SubmissionsWithRuns, indexedConditions, statesOf } from '../submissions.repository';
import { boundsOf, isBetween, orderBy } from './order.sql';
import { MAX_UNINDEXED } from './search-index.repository';
import { isSearch, searchConditions } from './search.sql';

export interface ListedForms {
  ids: string[];
  /** The position after which other forms have further submissions; null when there are no other forms. */
  until: Position | null;
}

export interface NamedForms extends ListedForms {
  names: Map<string, string>;
}

export interface FoundSubmissions extends SubmissionsWithRuns {
  /** The position at which the search stopped before the end of the list; null when the page is full or the list has ended. */
  stoppedAt: Position | null;
}

/** Lists submissions of several forms, and submissions for filters that no index serves. */
@Injectable()
export class SubmissionListsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Returns the visible forms with the newest submissions after a position. They are more than the rows of a page, so a page has
   * submissions of no other form.
   * @param formId null for all forms
   */
  async formsWith(caller: Caller, filter: SubmissionFilter, after: Position | null, formId: string | null): Promise<NamedForms> {
    const parameters = [...visibilityOf(caller), ...boundsOf(filter, after), formId];
    const forms = await this.database.query<NewestOfForm>(newestOfForms(filter), parameters);
    const last = forms.length === MAX_FORMS ? forms.at(-1)! : null;
    return {
      ids: forms.map(({ formId }) => formId),
      names: new Map(forms.map(({ formId, name }) => [formId, name])),
      until: last && { at: last.receivedAt, id: last.id },
    };
  }

  /** Reads a page in one statement: of several forms the newest first, of one form in the order of the filter. */
  async page(forms: ListedForms, filter: SubmissionFilter, after: Position | null, limit: number): Promise<FoundSubmissions> {
    if (forms.ids.length === 0) return { submissions: [], newestRuns: { runs: [], definitions: [] }, stoppedAt: null };
    return this.read(forms, filter, after, limit, (bind) => pageStatement(forms, filter, MAX_LOOKED_AT, bind));
  }

  /**
   * Reads a page of a search with an index. Words that many submissions have fill a page with the first ones of the list, where the index
   * would only find all of them.
   */
  async searchPage(
    forms: ListedForms,
    filter: SubmissionFilter,
    { patterns, isRare }: IndexUse,
    after: Position | null,
    limit: number,
  ): Promise<FoundSubmissions> {
    const byIndex = () => this.read(forms, filter, after, limit, (bind) => indexedStatement(forms, filter, patterns, bind));
    if (isRare) return byIndex();
    const first = await this.read(forms, filter, after, limit, (bind) => pageStatement(forms, filter, FIRST_LOOKED_AT, bind));
    const isEnd = first.submissions.length === limit || first.stoppedAt === null || first.stoppedAt === forms.until;
    return isEnd ? first : byIndex();
  }

  private async read(
    { until }: ListedForms,
    filter: SubmissionFilter,
    after: Position | null,
    limit: number,
    statementOf: (bind: Bind) => string,
  ): Promise<FoundSubmissions> {
    const parameters: unknown[] = [...boundsOf(filter, after), limit];
    const sql = statementOf((value) => `$${parameters.push(value)}`);
    const [row] = await this.database.queryPlanned<FoundAsJson>(sql, parameters);
    const { submissions, reached, runs, definitions } = row!;
    const isFull = submissions.length === limit;
    return {
      submissions: rowsFromJson<NotifyingSubmission>(SubmissionEntity, submissions),
      newestRuns: { runs, definitions },
      stoppedAt: isFull ? null : reached ? { at: new Date(reached.at), id: reached.id } : until,
    };
  }

  async unreadCount(caller: Caller): Promise<number> {
    return (await this.database.queryOne<{ count: number }>(UNREAD, visibilityOf(caller)))!.count;
  }
}

/** The use of the index by a search. */
export interface IndexUse {
  /** For `like`: a submission that matches has all of them. */
  patterns: readonly string[];
  /** True when few submissions have the words. */
  isRare: boolean;
}

interface NewestOfForm {
  formId: string;
  name: string;
  receivedAt: Date;
  id: string;
}

type FoundAsJson = NewestRuns & { submissions: object[]; reached: { at: string; id: string } | null };

/** The most rows of a list that a request looks at for filters that no index serves. */
export const MAX_LOOKED_AT = 20_000;
/** Exceeds the rows of the largest page, and so the number of forms on a page. */
const MAX_FORMS = 60;
/** The rows of a list that a search with an index looks at before it uses the index. */
const FIRST_LOOKED_AT = 2_000;

/** Builds one statement per combination of indexed filters, since each combination has an index of its own. */
const newestOfForms = (filter: SubmissionFilter): string => `
  select f.id as form_id, f.name, newest.received_at, newest.id
  from forms f cross join lateral (
    select * from (${statesOf(filter)
      .map(
        (state) => `(
      select s.received_at, s.id from submissions s
      where s.form_id = f.id and ${isBetween(filter, '$3', '$4', '$5')} and ${indexedConditions(state, filter)}
      ${orderBy(filter, 's.')} limit 1)`,
      )
      .join(' union all ')}) newest ${orderBy(filter)} limit 1
  ) newest
  where ${IS_VISIBLE} and ($6::uuid is null or f.id = $6) order by newest.received_at desc, newest.id desc limit ${MAX_FORMS}`;

type Bind = (value: unknown) => string;

/**
 * Merges the forms, each read in the order of its index. A search stops with a full page, or with the last row that it may look at.
 * @param most the rows that a search may look at
 */
function pageStatement(forms: ListedForms, filter: SubmissionFilter, most: number, bind: Bind): string {
  const rows = `from (${merged(forms, filter, most, bind)}) rows`;
  const order = orderBy(filter);
  if (!isSearch(filter)) return `with page as materialized (select * ${rows} ${order} limit $4) ${found(order, 'null')}`;
  return `with ${foundIn(rows, searchConditions(filter, bind).join(' and '), order, most)} ${found(order, REACHED)}`;
}

function merged({ ids, until }: ListedForms, filter: SubmissionFilter, most: number, bind: Bind): string {
  const forms = ids.map((id) => bind(id));
  const end = endAt(until, bind);
  const rowsOf = (form: string, state: SubmissionState): string => `(
      select ${COLUMNS} from submissions s
      where s.form_id = ${form} and ${isBetween(filter, '$1', '$2', '$3')} ${end} and ${indexedConditions(state, filter)}
      ${orderBy(filter, 's.')} limit ${isSearch(filter) ? most : '$4'})`;
  return forms.flatMap((form) => statesOf(filter).map((state) => rowsOf(form, state))).join(' union all ');
}

const endAt = (until: Position | null, bind: Bind): string =>
  until ? `and (s.received_at, s.id) >= (${bind(until.at)}, ${bind(until.id)}::uuid)` : '';

/**
 * Reads what the index has of the forms, up to the position that it has reached in each, and beyond it the submissions themselves. If the
 * index finds more than may be looked at, the search stops with the last of these.
 */
function indexedStatement({ ids, until }: ListedForms, filter: SubmissionFilter, patterns: readonly string[], bind: Bind): string {
  const order = orderBy(filter);
  const states = `(${statesOf(filter)
    .map((state) => `(${indexedConditions(state, filter)})`)
    .join(' or ')})`;
  const end = endAt(until, bind);
  const likes = patterns.map((pattern) => `s.body like ${bind(pattern)}`).join(' and ');
  return `
  with positions as materialized (
    select * from search_positions p where p.form_id = any(${bind(ids)}::uuid[])
  ), candidates as materialized (
    select form_id, id, received_at from (select form_id, submission_id as id, received_at, body from submission_texts) s
    where form_id in (select form_id from positions) and ${likes} and ${isBetween(filter, '$1', '$2', '$3')} ${end}
    ${order} limit ${MAX_LOOKED_AT}
  ), last as (
    select received_at, id from candidates offset ${MAX_LOOKED_AT - 1} limit 1
  ), rows as materialized (
    select ${COLUMNS} from candidates c join positions p using (form_id) join submissions s on s.form_id = c.form_id and s.id = c.id
    where (s.change_number, s.id) <= (p.change_number, p.submission_id) and ${states}
    union all
    select ${COLUMNS} from positions p cross join lateral (
      select * from submissions s where s.form_id = p.form_id and (s.change_number, s.id) > (p.change_number, p.submission_id)
      order by s.change_number, s.id limit ${MAX_UNINDEXED}
    ) s
    where ${isBetween(filter, '$1', '$2', '$3')} ${end} and ${states}
      and not exists (select from last l where (s.received_at, s.id) ${filter.order === 'oldest' ? '>' : '<'} (l.received_at, l.id))
  ), page as materialized (
    select * from (select * from rows s ${order} offset 0) s where ${searchConditions(filter, bind).join(' and ')} ${order} limit $4
  ) ${found(order, REACHED)}`;
}

const found = (order: string, reached: string): string => `
  select coalesce((
      select json_agg(${jsonOf(SubmissionEntity, 's', { notification: NOTIFICATION_STATE, files: listedFilesOf('s') })} ${order}) from page s
    ), '[]') as submissions, newest.runs, newest.definitions, ${reached} as reached
  from (${newestRunsOf('any(array(select form_id from page))', 'array(select id from page)')}) newest`;

/** Selects the rows that meet the conditions and, if the page is not full, the last row that may be looked at. */
const foundIn = (rows: string, conditions: string, order: string, most: number): string => `
  looked as materialized (
    select * from (select rows.*, row_number() over (${order}) as place ${rows} ${order} limit ${most}) s
    where (${conditions}) or place = ${most} ${order} limit $4
  ), page as materialized (select * from looked s where place < ${most} or (${conditions})),
  last as (select received_at, id from looked where place = ${most})`;

const REACHED = `case when (select count(*) from page) < $4 then (
      select json_build_object('at', received_at, 'id', id) from last
    ) end`;

const COLUMNS = columnsOf(SubmissionEntity, 's');

const UNREAD = `
  select coalesce(sum(c.unread_count), 0)::float8 as count from forms f join form_stats c on c.form_id = f.id where ${IS_VISIBLE}`;
