import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import type { Position } from '../api/pagination/cursors';
import { IS_VISIBLE, ofVisibleForm, visibilityOf } from '../forms/form.rules';
import type { ListedFileView } from '../files/file-view.dto';
import { listedFilesOf } from '../files/listed-files.sql';
import { columnsOf, jsonOf, rowsFromJson } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { NOTIFICATION_STATE, type NotificationState } from '../notifications/notification-delivery.rules';
import { type NewestRuns, newestRunsOf } from '../workflows/runs/history/delivery-history.sql';
import { SubmissionEntity, type SubmissionSource } from './submission.entity';
import { boundsOf, isBetween, orderBy } from './lists/order.sql';
import { SUBMISSION_STATES, type SubmissionState } from './spam.types';
import type { SubmissionFilter } from './submission-filter.types';

/** A submission with its files; null when it has none, or when they were not asked for. */
export type SubmissionWithFiles = SubmissionEntity & { files: ListedFileView[] | null };

/** The same and the state of its notification, which is null when there is none. */
export type NotifyingSubmission = SubmissionWithFiles & { notification: NotificationState | null };

/** A submission with its notification and its newest run, from which its delivery history is derived. */
export interface SubmissionWithRun {
  submission: NotifyingSubmission;
  newestRuns: NewestRuns;
}

export interface SubmissionsWithRuns {
  submissions: NotifyingSubmission[];
  newestRuns: NewestRuns;
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

  /** The same with its notification and its newest run, in one statement. */
  async visibleWithRun(caller: Caller, formId: string, id: string): Promise<SubmissionWithRun | null> {
    const parameters = [...visibilityOf(caller), formId, id];
    const found = await this.database.queryOne<NotifyingSubmission & NewestRuns>(VISIBLE_WITH_RUN, parameters);
    if (!found) return null;
    const { runs, definitions, ...submission } = found;
    return { submission, newestRuns: { runs, definitions } };
  }

  /** Finds those of these submissions that the form has, and locks them until the transaction ends. */
  lock(formId: string, ids: readonly string[]): Promise<SubmissionEntity[]> {
    const where = { formId, id: In([...ids]) };
    return this.database.repository(SubmissionEntity).find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** A page after a position in one statement. The caller may see the form, which the guard has checked. */
  async page(formId: string, filter: SubmissionFilter, after: Position | null, limit: number): Promise<SubmissionsWithRuns> {
    const parameters = [formId, ...boundsOf(filter, after), limit];
    const page = (await this.database.queryOne<PageAsJson>(pageStatement(filter), parameters))!;
    const { submissions, runs, definitions } = page;
    return { submissions: rowsFromJson<NotifyingSubmission>(SubmissionEntity, submissions), newestRuns: { runs, definitions } };
  }
}

export type PageAsJson = NewestRuns & { submissions: object[] };

const COLUMNS = columnsOf(SubmissionEntity, 's');

const VISIBLE_WITH_RUN = `
  select ${COLUMNS}, ${NOTIFICATION_STATE} as notification, ${listedFilesOf('s')} as files, newest.runs, newest.definitions
  from submissions s join forms f on f.id = s.form_id, lateral (${newestRunsOf('s.form_id', 'array[s.id]')}) newest
  where ${IS_VISIBLE} and s.form_id = $3 and s.id = $4`;

const SOURCES: Readonly<Record<SubmissionSource, string>> = {
  api: "'api'",
  form_submit: "'form_submit'",
  hosted_form: "'hosted_form'",
};

const STATES: Readonly<Record<SubmissionState, string>> = { accepted: "'accepted'", quarantined: "'quarantined'" };

/**
 * One of few texts, since each filter by state, status and source has an index of its own. As parameters state and source
 * would be unknown to the plan that PostgreSQL keeps from the sixth execution on, which would then read the whole form.
 * The constant limit is the largest page and one row: without it the planner of a prepared statement would expect a tenth
 * of the form.
 */
const pageStatement = (filter: SubmissionFilter): string => `
  with page as materialized (
    select * from (
      ${firstOf(filter)}
    ) found ${orderBy(filter)} limit $5
  )
  select coalesce((
      select json_agg(${jsonOf(SubmissionEntity, 'page', { notification: 'page.notification', files: listedFilesOf('page') })} ${orderBy(filter)}) from page
    ), '[]') as submissions, newest.runs, newest.definitions
  from (${newestRunsOf('$1', 'array(select id from page)')}) newest`;

const LISTED = `${COLUMNS}, ${NOTIFICATION_STATE} as notification`;

export const statesOf = ({ state }: SubmissionFilter): readonly SubmissionState[] => (state ? [state] : SUBMISSION_STATES);

/** The first submissions of each state in the order of the filter, of the form `$1` between the position `$3` and `$4` and the time `$2`. */
export const firstOf = (filter: SubmissionFilter, { columns = LISTED, limit = '51', condition = '' } = {}): string =>
  statesOf(filter)
    .map(
      (state) => `(
  select ${columns} from submissions s
  where s.form_id = $1 and ${isBetween(filter, '$2', '$3', '$4')} and ${indexedConditions(state, filter)} ${condition}
  ${orderBy(filter, 's.')} limit ${limit})`,
    )
    .join(' union all ');

/** The conditions of a filter that have indexes, on submissions `s`. */
export const indexedConditions = (state: SubmissionState, { isRead, source }: SubmissionFilter): string =>
  [
    `s.state = ${STATES[state]}`,
    ...(isRead === undefined ? [] : [`s.read_at is ${isRead ? 'not null' : 'null'}`]),
    ...(source ? [`s.source = ${SOURCES[source]}`] : []),
  ].join(' and ');
