import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { isOfVisibleForm } from '../../forms/visible-form.rules';
import type { Caller } from '../../platform/auth/caller';
import { Database } from '../../platform/database/database';
import { parseDateOrTimestamp } from '../../platform/http/date.rules';
import type { SampledField } from '../definition/sample.rules';
import { WorkflowRunStepEntity } from '../workflow-run-step.entity';
import { WorkflowRunEntity } from '../workflow-run.entity';
import { WorkflowVersionEntity } from '../workflow-version.entity';
import type { ListRunsDto } from './run-input.dto';

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
      .table(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...isOfVisibleForm(caller, 'r'))
      .getOne();
  }

  /** The newest runs that match. */
  newestFirst(formId: string, filter: ListRunsDto, limit: number): Promise<WorkflowRunEntity[]> {
    const query = this.database
      .table(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId })
      .orderBy({ 'r.createdAt': 'DESC', 'r.id': 'DESC' })
      .limit(limit);
    for (const [name, condition] of Object.entries(CONDITIONS)) {
      const value = filter[name as keyof typeof CONDITIONS];
      if (value !== undefined)
        query.andWhere(condition, {
          [name]: name.startsWith('created_') ? parseDateOrTimestamp(value as string) : value,
        });
    }
    return query.getMany();
  }

  hasOpenRetry(id: string): Promise<boolean> {
    return this.database.table(WorkflowRunEntity).existsBy({ retryOfRunId: id, completedAt: IsNull() });
  }

  lock(id: string): Promise<WorkflowRunEntity | null> {
    return this.database.table(WorkflowRunEntity).findOne({ where: { id }, lock: { mode: 'pessimistic_write' } });
  }

  stepsOf(runId: string): Promise<WorkflowRunStepEntity[]> {
    return this.database.table(WorkflowRunStepEntity).findBy({ runId });
  }

  versionOf({ workflowVersionId }: WorkflowRunEntity): Promise<WorkflowVersionEntity | null> {
    const id = workflowVersionId;
    return id === null ? Promise.resolve(null) : this.database.table(WorkflowVersionEntity).findOneBy({ id });
  }

  /** The submission of this id, or the newest of the form. */
  async submission(formId: string, id: string | null): Promise<SubmittedFields | null> {
    return (await this.database.row<SubmittedFields>(SUBMISSION, [formId, id])) ?? null;
  }

  sampledFields(formId: string): Promise<SampledField[]> {
    return this.database.rows<SampledField>(SAMPLE_FIELDS, [formId]);
  }
}

const CONDITIONS = {
  run_kind: 'r.run_kind = :run_kind',
  status: 'r.status = :status',
  workflow_version: 'r.workflow_version = :workflow_version',
  submission_id: 'r.submission_id = :submission_id',
  created_after: 'r.created_at >= :created_after',
  created_before: 'r.created_at < :created_before',
  min_compute_points: 'r.consumed_points >= :min_compute_points',
  max_compute_points: 'r.consumed_points <= :max_compute_points',
  delivery_uncertain: 'r.has_uncertain = :delivery_uncertain',
} as const satisfies Partial<Record<keyof ListRunsDto, string>>;

const SUBMISSION = `
  select id, source, received_at as "receivedAt", file_count as "fileCount", fields from submissions
  where form_id = $1 and ($2::uuid is null or id = $2)
  order by received_at desc, id desc limit 1`;

const SAMPLE_FIELDS = `
  select name, type, options, preset as validation from fields where form_id = $1 and deleted_at is null order by position`;
