import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { WorkflowVersionEntity } from './workflow-version.entity';
import { WorkflowEntity } from './workflow.entity';

/** The statements on workflows and their versions. */
@Injectable()
export class WorkflowsRepository {
  constructor(private readonly database: Database) {}

  of(formId: string): Promise<WorkflowEntity> {
    return this.database.table(WorkflowEntity).findOneByOrFail({ formId });
  }

  /** Locked until the transaction ends; null when the form was deleted meanwhile. */
  lockOf(formId: string): Promise<WorkflowEntity | null> {
    return this.database.table(WorkflowEntity).findOne({ where: { formId }, lock: { mode: 'pessimistic_write' } });
  }

  /** Null before the first publishing. */
  async published({
    id: workflowId,
    publishedVersion: version,
  }: WorkflowEntity): Promise<WorkflowVersionEntity | null> {
    return version === 0 ? null : this.version(workflowId, version);
  }

  version(workflowId: string, version: number): Promise<WorkflowVersionEntity | null> {
    return this.database.table(WorkflowVersionEntity).findOneBy({ workflowId, version });
  }
}
