import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { ofVisibleForm } from '../../../forms/form-visibility.rules';
import type { Caller } from '../../../api/auth/caller';
import { Database } from '../../../platform/database/database';
import type { SampledField } from '../../definition/sample.rules';
import type { RunStatus } from '../../definition/state-machine.rules';
import { WorkflowRunStepEntity } from './workflow-run-step.entity';
import { WorkflowRunEntity } from './workflow-run.entity';
import type { RunKind } from './workflow-run.entity';
import { WorkflowVersionEntity } from '../../workflow-version.entity';

/** Which runs to list; what is left out or undefined does not matter. */
export interface RunFilter {
  runKind?: RunKind;
  status?: RunStatus;
  workflowVersion?: number;
  submissionId?: string;
  createdAfter?: Date;
  createdBefore?: Date;
  leastConsumedPoints?: number;
  mostConsumedPoints?: number;
  hasUncertain?: boolean;
}

/** A submission as a test or a run detail needs it. */
export interface SubmittedFields {
  id: string;
  source: string;
  receivedAt: Date;
  fileCount: number;
  fields: Record<string, unknown>;
}

/** The statements on runs for those who read and steer them. Each names the form, which the caller may see. */
@Injectable()
export class RunsRepository {
  constructor(private readonly database: Database) {}

  /** The run together with its form, if the caller may see both. */
  visible(caller: Caller, formId: string, id: string): Promise<WorkflowRunEntity | null> {
    return this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'))
      .getOne();
  }

  /** The newest runs that match. */
  newestFirst(formId: string, filter: RunFilter, limit: number): Promise<WorkflowRunEntity[]> {
    const query = this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId })
      .orderBy({ 'r.createdAt': 'DESC', 'r.id': 'DESC' })
      .limit(limit);
    for (const [name, value] of Object.entries(filter) as [keyof RunFilter, unknown][]) {
      if (value !== undefined) query.andWhere(CONDITIONS[name], { [name]: value });
    }
    return query.getMany();
  }

  hasOpenRetry(id: string): Promise<boolean> {
    return this.database.repository(WorkflowRunEntity).existsBy({ retryOfRunId: id, completedAt: IsNull() });
  }

  lock(id: string): Promise<WorkflowRunEntity | null> {
    return this.database.repository(WorkflowRunEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  stepsOf(runId: string): Promise<WorkflowRunStepEntity[]> {
    return this.database.repository(WorkflowRunStepEntity).findBy({ runId });
  }

  versionOf({ workflowVersionId }: WorkflowRunEntity): Promise<WorkflowVersionEntity | null> {
    const id = workflowVersionId;
    return id === null ? Promise.resolve(null) : this.database.repository(WorkflowVersionEntity).findOneBy({ id });
  }

  /** The submission of this id, or the newest of the form. */
  async submission(formId: string, id: string | null): Promise<SubmittedFields | null> {
    return (await this.database.queryOne<SubmittedFields>(SUBMISSION, [formId, id])) ?? null;
  }

  sampledFields(formId: string): Promise<SampledField[]> {
    return this.database.query<SampledField>(SAMPLE_FIELDS, [formId]);
  }
}

const CONDITIONS: Record<keyof RunFilter, string> = {
  runKind: 'r.run_kind = :runKind',
  status: 'r.status = :status',
  workflowVersion: 'r.workflow_version = :workflowVersion',
  submissionId: 'r.submission_id = :submissionId',
  createdAfter: 'r.created_at >= :createdAfter',
  createdBefore: 'r.created_at < :createdBefore',
  leastConsumedPoints: 'r.consumed_points >= :leastConsumedPoints',
  mostConsumedPoints: 'r.consumed_points <= :mostConsumedPoints',
  hasUncertain: 'r.has_uncertain = :hasUncertain',
};

const SUBMISSION = `
  select id, source, received_at as "receivedAt", file_count as "fileCount", fields from submissions
  where form_id = $1 and ($2::uuid is null or id = $2)
  order by received_at desc, id desc limit 1`;

const SAMPLE_FIELDS = `
  select name, type, options, preset as validation from fields where form_id = $1 and deleted_at is null order by position`;
