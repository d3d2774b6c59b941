import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import type { Position } from '../../../api/pagination/cursors';
import { visibleForm } from '../../../forms/form.rules';
import { columnsOf } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import type { WorkflowNode } from '../../model/definition.types';
import { isTerminal, RUN_TRANSITIONS, type RunStatus } from '../../definition/state-machine.rules';
import { HAS_ENDED, IS_ACTIVE, IS_BLOCKED, IS_OF_KEPT, IS_UNDECIDED } from './run-conditions.sql';
import { type RunKind, type StepAttempt, WorkflowRunEntity, type WorkflowRunStepEntity } from './workflow-run.entity';

/** The conditions of a list of runs. Undefined members are ignored. */
export interface RunFilter {
  runKind?: RunKind;
  status?: RunStatus;
  workflowVersion?: number;
  submissionId?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  minConsumedPoints?: number;
  maxConsumedPoints?: number;
  hasUncertain?: boolean;
  /** Selects failed, partially failed and uncertain runs, and those that wait for points, that were neither retried nor dismissed since, but no tests that sent a mail. */
  needsAttention?: true;
}

export type RunOfForm = WorkflowRunEntity & { formName: string } & Partial<RunCauses>;

export interface RunCauses {
  /** Ordered by the time of their start. */
  failedSteps: FailedStep[];
  firstValue: unknown;
  publishedVersion: number;
}

/** A step that has failed or is uncertain, or a `stop` that has ended the run as failed. */
export interface FailedStep extends Pick<WorkflowRunStepEntity, 'nodeId' | 'nodeType' | 'errorCode' | 'attemptCount'> {
  node: WorkflowNode | null;
  status: 'failed' | 'uncertain' | 'succeeded';
  lastAttempt: StepAttempt | null;
  message: string | null;
  /** Null, like the subject, unless the step sends a mail. */
  recipients: string[] | null;
  subject: string | null;
}

/** Statements are planned for the values of the filter: a generic plan would read all runs of a form for values that few runs have. */
@Injectable()
export class RunListRepository {
  constructor(private readonly database: Database) {}

  newestFirst(formId: string, filter: RunFilter, limit: number): Promise<WorkflowRunEntity[]> {
    const { conditions: filtered, values } = partsOf(filter);
    const conditions = ['r.form_id = :formId', ...filtered].join(' and ');
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where(conditionOf(filter, conditions, ':formId'), { ...values, formId, limit })
      .orderBy({ 'r.createdAt': 'DESC', 'r.id': 'DESC' })
      .limit(limit)
      .getMany();
  }

  /**
   * The newest runs of all forms that the caller sees, in one statement. A page of n runs has runs of at most n forms, so only the n forms
   * with the newest runs are read.
   */
  ofAllForms(caller: Caller, filter: RunFilter, after: Position | null, limit: number): Promise<RunOfForm[]> {
    const { conditions: filtered, values } = partsOf(filter);
    const conditions = ['r.form_id = f.id', ...(after ? ['(r.created_at, r.id) < (:at, :afterId)'] : []), ...filtered];
    const [isVisible, visibility] = visibleForm(caller, 'f');
    const statement = ofAllForms(isVisible, conditionOf(filter, conditions.join(' and '), 'f.id'));
    const { sql, parameters } = positional(statement, { ...values, ...visibility, at: after?.at, afterId: after?.id, limit });
    return this.database.queryPlanned(sql, parameters);
  }

  async withCauses(runs: readonly RunOfForm[]): Promise<RunOfForm[]> {
    const parameters = [runs.map(({ formId }) => formId), runs.map(({ id }) => id)];
    const rows = await this.database.query<RunCauses & { id: string }>(CAUSES, parameters);
    const causes = new Map(rows.map((row) => [row.id, row]));
    return runs.map((run) => ({ ...run, ...causes.get(run.id) }));
  }
}

const ofAllForms = (isVisible: string, condition: string): string => `
  select ${columnsOf(WorkflowRunEntity, 'r')}, f.name as form_name
  from (
    select f.id, f.name from forms f cross join lateral (
      select r.created_at, r.id from workflow_runs r where ${condition} order by r.created_at desc, r.id desc limit 1
    ) newest
    where ${isVisible} order by newest.created_at desc, newest.id desc limit :limit
  ) f cross join lateral (
    select * from workflow_runs r where ${condition} order by r.created_at desc, r.id desc limit :limit
  ) r
  order by r.created_at desc, r.id desc limit :limit`;

/** Replaces named parameters such as `:limit` by positional ones such as `$1`. */
function positional(sql: string, values: Readonly<Record<string, unknown>>): { sql: string; parameters: unknown[] } {
  const names: string[] = [];
  const placed = sql.replace(/(?<![:\w]):(\w+)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { sql: placed, parameters: names.map((name) => values[name]) };
}

const CAUSES = `
  select r.id, (
    select coalesce(json_agg(json_build_object(
      'nodeId', s.node_id, 'nodeType', s.node_type, 'status', s.status, 'errorCode', s.error_code, 'attemptCount', s.attempt_count,
      'lastAttempt', s.attempts -> -1, 'message', s.output ->> 'message',
      'recipients', s.output -> 'request' -> 'to', 'subject', s.output -> 'request' ->> 'subject',
      'node', (
        select node from json_array_elements(coalesce(r.definition, v.definition) -> 'nodes') node where node ->> 'id' = s.node_id)
    ) order by s.started_at, s.node_id), '[]')
    from workflow_run_steps s
    where s.run_id = r.id and s.form_id = r.form_id and (s.status in ('failed', 'uncertain')
      or r.status = 'failed' and s.node_type = 'stop' and s.status = 'succeeded')
  ) as failed_steps, (
    select sent.value
    from (select coalesce(r.input, json_build_object('fields', s.fields, 'other_values', coalesce(s.other_values, '{}'))) as input) submitted
      cross join lateral (
        select false as is_other, * from json_each(input -> 'fields') with ordinality of_field (name, value, place)
        union all select true, * from json_each(input -> 'other_values') with ordinality other (name, value, place)
      ) sent
      left join fields f on f.form_id = r.form_id and f.name = sent.name and f.deleted_at is null and not sent.is_other
    where sent.value #>> '{}' ~ '\\S' and sent.value::text <> '[]' order by f.position, sent.is_other, sent.place limit 1
  ) as first_value, (select w.published_version from workflows w where w.id = r.workflow_id) as published_version
  from unnest($1::uuid[], $2::uuid[]) as listed (form_id, id)
    join workflow_runs r on r.form_id = listed.form_id and r.id = listed.id
    left join workflow_versions v on v.id = r.workflow_version_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id`;

function partsOf(filter: RunFilter): { conditions: string[]; values: Record<string, unknown> } {
  const set = Object.entries(filter).filter(([, value]) => value !== undefined) as [keyof RunFilter, unknown][];
  const { minConsumedPoints: least = 0, maxConsumedPoints: most = MAX_POINTS } = filter;
  return { conditions: set.map(([name]) => CONDITIONS[name]), values: { ...Object.fromEntries(set), least, most } };
}

const MAX_POINTS = 2_147_483_647;

const CONDITIONS: Record<keyof RunFilter, string> = {
  runKind: 'r.run_kind = :runKind',
  status: 'r.status = :status',
  workflowVersion: 'r.workflow_version = :workflowVersion',
  submissionId: 'r.submission_id = :submissionId',
  createdAfter: 'r.created_at >= :createdAfter',
  createdBefore: 'r.created_at < :createdBefore',
  minConsumedPoints: 'r.consumed_points >= :minConsumedPoints',
  maxConsumedPoints: 'r.consumed_points <= :maxConsumedPoints',
  hasUncertain: 'r.has_uncertain = :hasUncertain',
  needsAttention: `(r.status in ('failed', 'partially_failed', 'blocked_insufficient_compute_points') or r.has_uncertain)
    and not exists (select from workflow_runs retry where retry.retry_of_run_id = r.id)
    and (r.run_kind = 'production' or r.input -> 'mail' is null) and ${IS_UNDECIDED} and ${IS_OF_KEPT}`,
};

/**
 * The indexes by version and by points contain ended runs only, so that new submissions do not have to update them. The few open runs are
 * found by the indexes of due and of blocked runs.
 */
function conditionOf({ status, ...filter }: RunFilter, conditions: string, form: string): string {
  const isByPoints = filter.minConsumedPoints !== undefined || filter.maxConsumedPoints !== undefined;
  const mayHaveEnded = status === undefined || isTerminal(RUN_TRANSITIONS, status);
  const isByVersion = filter.workflowVersion !== undefined && status === undefined;
  if (!mayHaveEnded || !(isByPoints || isByVersion)) return conditions;
  const parts = [isByPoints ? newestOfAllPoints(conditions, form) : newestOf(conditions, HAS_ENDED)];
  if (status === undefined) parts.push(newestOf(conditions, `(${IS_ACTIVE} or ${IS_BLOCKED})`));
  return `r.form_id = ${form} and r.id = any(array(${parts.join(' union all ')}))`;
}

const newestOf = (...conditions: string[]): string =>
  `(select r.id from workflow_runs r where ${conditions.join(' and ')} order by r.created_at desc, r.id desc limit :limit)`;

/**
 * The newest runs for each number of points within the bounds; a form has only a few different numbers. The index has no order by time for
 * a range of numbers, and the planner would rather read the newest runs one by one until enough of them match.
 */
const newestOfAllPoints = (conditions: string, form: string): string => `(
  with recursive points (value) as (
    ${highestPoints(form, '')}
    union all select ${highestPoints(form, 'and r.consumed_points < points.value')} from points where value is not null
  )
  select newest.id from points, lateral ${newestOf(conditions, HAS_ENDED, 'r.consumed_points = points.value')} newest)`;

const highestPoints = (form: string, condition: string): string => `(
  select r.consumed_points from workflow_runs r
  where r.form_id = ${form} and ${HAS_ENDED} and r.consumed_points between :least and :most ${condition}
  order by r.consumed_points desc limit 1)`;
