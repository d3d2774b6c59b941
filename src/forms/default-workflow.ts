import { Injectable } from '@nestjs/common';
import type { Row } from '../platform/database/database';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids';
import { defaultDefinition } from '../workflows/definition/default-definition.rules';
import { WorkflowEntity } from '../workflows/workflow.entity';
import type { FormEntity } from './form.entity';

/** Inserts the workflow of a new form: a draft that stores what is submitted. */
@Injectable()
export class DefaultWorkflow {
  constructor(private readonly database: Database) {}

  async insertFor(form: FormEntity): Promise<void> {
    const workflow: WorkflowEntity = {
      id: newId(),
      formId: form.id,
      draftRevision: 1,
      draftDefinition: defaultDefinition(),
      draftMinCost: 0,
      draftMaxCost: 0,
      draftRestoredFromVersionId: null,
      draftSavedAt: form.createdAt,
      publishedVersion: 0,
      createdAt: form.createdAt,
    };
    await this.database.repository(WorkflowEntity).insert(workflow as Row<WorkflowEntity>);
  }
}
