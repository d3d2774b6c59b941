import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { visibleForm } from '../forms/form.rules';
import { FormEntity } from '../forms/form.entity';
import { Database, type Row } from '../platform/database/database';
import { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';

/** A version without its definition: definitions can be large, so lists leave them out. */
export type ListedVersion = Omit<WorkflowVersionEntity, 'definition' | 'fingerprint' | 'escapesJson'>;

/** The only writer of `workflow_versions`. Rows are only ever added, which a trigger enforces (`refuse-change.sql`). */
@Injectable()
export class WorkflowVersionsRepository {
  constructor(private readonly database: Database) {}

  visible(caller: Caller, formId: string, version: number): Promise<WorkflowVersionEntity | null> {
    return this.ofForm(formId)
      .innerJoin(FormEntity, 'f', 'f.id = w.form_id')
      .andWhere({ version })
      .andWhere(...visibleForm(caller, 'f'))
      .getOne();
  }

  find(formId: string, version: number): Promise<WorkflowVersionEntity | null> {
    return this.ofForm(formId).andWhere({ version }).getOne();
  }

  /** The versions before the one with this id, or for null all versions, newest first. */
  newestFirst(formId: string, belowId: string | null, limit: number): Promise<ListedVersion[]> {
    const query = this.ofForm(formId)
      .select(LISTED.map((column) => `v.${column}`))
      .orderBy('v.version', 'DESC')
      .limit(limit);
    if (belowId) query.andWhere('v.version < (select version from workflow_versions where id = :belowId)', { belowId });
    return query.getMany();
  }

  async insert(version: WorkflowVersionEntity): Promise<void> {
    await this.database.repository(WorkflowVersionEntity).insert(version as Row<WorkflowVersionEntity>);
  }

  private ofForm(formId: string) {
    return this.database
      .repository(WorkflowVersionEntity)
      .createQueryBuilder('v')
      .innerJoin(WorkflowEntity, 'w', 'w.id = v.workflow_id')
      .where('w.form_id = :formId', { formId });
  }
}

const LISTED = [
  'id',
  'workflowId',
  'version',
  'nodeCount',
  'minCost',
  'maxCost',
  'restoredFromVersionId',
  'publishedAt',
] satisfies (keyof ListedVersion)[];
