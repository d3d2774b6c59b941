import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { isTerminal, RUN_TRANSITIONS, type RunStatus } from '../../definition/state-machine.rules';
import { HAS_ENDED, IS_ACTIVE, IS_BLOCKED } from './runs.repository';
import { type RunKind, WorkflowRunEntity } from './workflow-run.entity';

/** The conditions of a list of runs; undefined ones are ignored. */
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
}

/**
 * Lists the newest runs of a form. The statements are planned each time, with the values of the filter: one plan for all of them would
 * read the whole form for values that few runs have.
 */
@Injectable()
export class RunListRepository {
  constructor(private readonly database: Database) {}

  newestFirst(formId: string, filter: RunFilter, limit: number): Promise<WorkflowRunEntity[]> {
    const set = Object.entries(filter).filter(([, value]) => value !== undefined) as [keyof RunFilter, unknown][];
    const { minConsumedPoints: least = 0, maxConsumedPoints: most = MAX_POINTS } = filter;
    const conditions = ['r.form_id = :formId', ...set.map(([name]) => CONDITIONS[name])].join(' and ');
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where(conditionOf(filter, conditions), { ...Object.fromEntries(set), formId, limit, least, most })
      .orderBy({ 'r.createdAt': 'DESC', 'r.id': 'DESC' })
      .limit(limit)
      .getMany();
  }
}

/** The highest number that the column can have. */
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
};

/**
 * Versions and points have indexes of ended runs only, since an entry for each new run would cost every submission. Open runs, of which
 * there are few, are found by the indexes of what is due or blocked.
 */
function conditionOf({ status, ...filter }: RunFilter, conditions: string): string {
  const isByPoints = filter.minConsumedPoints !== undefined || filter.maxConsumedPoints !== undefined;
  const mayHaveEnded = status === undefined || isTerminal(RUN_TRANSITIONS, status);
  const isByVersion = filter.workflowVersion !== undefined && status === undefined;
  if (!mayHaveEnded || !(isByPoints || isByVersion)) return conditions;
  const parts = [isByPoints ? newestOfAllPoints(conditions) : newestOf(conditions, HAS_ENDED)];
  if (status === undefined) parts.push(newestOf(conditions, `(${IS_ACTIVE} or ${IS_BLOCKED})`));
  return `r.form_id = :formId and r.id = any(array(${parts.join(' union all ')}))`;
}

const newestOf = (...conditions: string[]): string =>
  `(select r.id from workflow_runs r where ${conditions.join(' and ')} order by r.created_at desc, r.id desc limit :limit)`;

/**
 * The newest runs of each number of points within the bounds, of which a form has a handful. A range of numbers has no order in the
 * index, and the planner would rather read the newest runs until enough have matched, which may be none.
 */
const newestOfAllPoints = (conditions: string): string => `(
  with recursive points (value) as (
    ${highestPoints('')}
    union all select ${highestPoints('and r.consumed_points < points.value')} from points where value is not null
  )
  select newest.id from points, lateral ${newestOf(conditions, HAS_ENDED, 'r.consumed_points = points.value')} newest)`;

const highestPoints = (condition: string): string => `(
  select r.consumed_points from workflow_runs r
  where r.form_id = :formId and ${HAS_ENDED} and r.consumed_points between :least and :most ${condition}
  order by r.consumed_points desc limit 1)`;
