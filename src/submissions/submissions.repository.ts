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

/** `files` is null when the submission has none, or when the statement does not read them. */
export type SubmissionWithFiles = SubmissionEntity & { files: ListedFileView[] | null };

/** `notification` is null when the submission has none. */
export type NotifyingSubmission = SubmissionWithFiles & { notification: NotificationState | null };

/** The delivery history of the submission is derived from its newest run. */
export interface SubmissionWithRun {
  submission: NotifyingSubmission;
  newestRuns: NewestRuns;
}

export interface SubmissionsWithRuns {
  submissions: NotifyingSubmission[];
  newestRuns: NewestRuns;
}

/** Reads stored submissions. Every statement has a condition on the form. */
@Injectable()
export class SubmissionsRepository {
  constructor(private readonly database: Database) {}

  /** Null for one that is in the trash. */
  async visible(caller: Caller, formId: string, id: string): Promise<SubmissionEntity | null> {
    const found = await this.visibleOrTrashed(caller, formId, id);
    return found?.state === 'trashed' ? null : found;
  }

  visibleOrTrashed(caller: Caller, formId: string, id: string): Promise<SubmissionEntity | null> {
    return this.database
      .repository(SubmissionEntity)
      .createQueryBuilder('s')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 's'))
      .getOne();
  }

  /** Returns the submission with its notification and its newest run, read in one statement; null for one that is in the trash. */
  async visibleWithRun(caller: Caller, formId: string, id: string): Promise<SubmissionWithRun | null> {
    const parameters = [...visibilityOf(caller), formId, id];
    const found = await this.database.queryOne<NotifyingSubmission & NewestRuns>(VISIBLE_WITH_RUN, parameters);
    if (!found) return null;
    const { runs, definitions, ...submission } = found;
    return { submission, newestRuns: { runs, definitions } };
  }

  /** Locks these submissions of the form until the transaction ends, and returns those that exist. */
  lock(formId: string, ids: readonly string[]): Promise<SubmissionEntity[]> {
    const where = { formId, id: In([...ids]) };
    return this.database.repository(SubmissionEntity).find({ where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  }

  /** Reads a page after a position in one statement. The guard has already checked that the caller may see the form. */
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
  where ${IS_VISIBLE} and s.form_id = $3 and s.id = $4 and s.state <> 'trashed'`;

const SOURCES: Readonly<Record<SubmissionSource, string>> = {
  api: "'api'",
  form_submit: "'form_submit'",
  hosted_form: "'hosted_form'",
};

const STATES: Readonly<Record<SubmissionState, string>> = {
  accepted: "'accepted'",
  quarantined: "'quarantined'",
  trashed: "'trashed'",
};

/**
 * Builds one statement per combination of state, read status and source, since each combination has an index of its own. If state and
 * source were parameters, the generic plan, which PostgreSQL uses from the sixth execution on, would read the whole form. The constant
 * limit of 51 is the largest page and one row; with a parameter as limit, the planner would expect a tenth of the form.
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

export function statesOf({ state, isTrashed }: SubmissionFilter): readonly SubmissionState[] {
  if (isTrashed) return ['trashed'];
  return state ? [state] : SUBMISSION_STATES;
}

/** Selects the first submissions of each state for form `$1`, after the position `$3`, `$4` and before the end `$2`. */
export const firstOf = (filter: SubmissionFilter, { columns = LISTED, limit = '51', condition = '' } = {}): string =>
  statesOf(filter)
    .map(
      (state) => `(
  select ${columns} from submissions s
  where s.form_id = $1 and ${isBetween(filter, '$2', '$3', '$4')} and ${indexedConditions(state, filter)} ${condition}
  ${orderBy(filter, 's.')} limit ${limit})`,
    )
    .join(' union all ');

/** Returns the conditions of a filter on submissions `s` that an index serves. In the trash, a filter by state means the former one. */
export const indexedConditions = (state: SubmissionState, { isRead, source, isTrashed, state: asked }: SubmissionFilter): string =>
  [
    `s.state = ${STATES[state]}`,
    ...(isTrashed && asked ? [`s.state_before = ${STATES[asked]}`] : []),
    ...(isRead === undefined ? [] : [`s.read_at is ${isRead ? 'not null' : 'null'}`]),
    ...(source ? [`s.source = ${SOURCES[source]}`] : []),
  ].join(' and ');
