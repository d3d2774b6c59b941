import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { FieldEntity } from '../forms/definition/field.entity';
import type { Caller } from '../api/auth/caller';
import { visibleForm } from '../forms/form.rules';
import { FormEntity } from '../forms/form.entity';
import { Database, type Row } from '../platform/database/database';
import { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';
import type { DraftEdit } from './workflow.rules';

/** A workflow, its published version if there is one, and the destinations that have been disabled since its publishing. */
export interface StoredWorkflow {
  workflow: WorkflowEntity;
  version: WorkflowVersionEntity | null;
  disabledNodeIds: string[];
  /** True for a form that checks values, so that fields have no value but their options. */
  validates: boolean;
  /** The stored settings of the form. */
  settings: FormEntity['settings'];
}

/** The only writer of `workflows`. */
@Injectable()
export class WorkflowsRepository {
  constructor(private readonly database: Database) {}

  /** Reads the workflow and its published version in one statement; null unless the caller may see the form. */
  async visible(caller: Caller, formId: string): Promise<StoredWorkflow | null> {
    const { entities, raw } = await this.database
      .repository(WorkflowEntity)
      .createQueryBuilder('w')
      .innerJoin(FormEntity, 'f', 'f.id = w.form_id')
      .leftJoinAndMapOne('w.version', WorkflowVersionEntity, 'v', 'v.workflow_id = w.id and v.version = w.published_version')
      .addSelect(DISABLED_NODES, 'disabledNodeIds')
      .addSelect('f.validate_fields', 'validates')
      .addSelect('f.settings', 'settings')
      .where({ formId })
      .andWhere(...visibleForm(caller, 'f'))
      .getRawAndEntities<Omit<StoredWorkflow, 'workflow' | 'version'>>();
    if (!entities[0] || !raw[0]) return null;
    const { version, ...workflow } = entities[0] as WorkflowEntity & { version: WorkflowVersionEntity | null };
    const { disabledNodeIds, validates, settings } = raw[0];
    return { workflow, version, disabledNodeIds, validates, settings };
  }

  /**
   * Locks the workflow until the transaction ends; null when the form was deleted meanwhile. The form is locked first, in the same order as
   * in a deletion, so that its fields cannot change. Neither lock conflicts with the foreign keys of new submissions and runs.
   */
  async lockOf(formId: string): Promise<WorkflowEntity | null> {
    const form = await this.database
      .repository(FormEntity)
      .findOne({ select: { id: true }, where: { id: formId, deletedAt: IsNull() }, lock: { mode: 'for_key_share' } });
    if (!form) return null;
    return this.database.repository(WorkflowEntity).findOne({ where: { formId }, lock: { mode: 'for_no_key_update' } });
  }

  ofForm(formId: string): Promise<WorkflowEntity | null> {
    return this.database.repository(WorkflowEntity).findOneBy({ formId });
  }

  async published({ id: workflowId, publishedVersion: version }: WorkflowEntity): Promise<WorkflowVersionEntity | null> {
    return version === 0 ? null : this.database.repository(WorkflowVersionEntity).findOneBy({ workflowId, version });
  }

  async insert(workflow: WorkflowEntity): Promise<void> {
    await this.database.repository(WorkflowEntity).insert(workflow as Row<WorkflowEntity>);
  }

  async saveDraft(id: string, edit: DraftEdit): Promise<void> {
    await this.database.repository(WorkflowEntity).update({ id }, edit as Row<WorkflowEntity>);
  }

  /** From the commit on, new submissions run through this version. */
  async markPublished({ id, publishedVersion }: WorkflowEntity): Promise<void> {
    await this.database.repository(WorkflowEntity).update({ id }, { publishedVersion });
  }

  fields(formId: string): Promise<Pick<FieldEntity, 'name' | 'type' | 'options' | 'preset'>[]> {
    const where = { formId, deletedAt: IsNull() };
    return this.database.repository(FieldEntity).find({ select: { name: true, type: true, options: true, preset: true }, where });
  }
}

const DISABLED_NODES = 'array(select c.node_id from failing_destinations c where c.workflow_id = w.id and c.disabled_at is not null)';
