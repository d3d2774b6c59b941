import { Injectable } from '@nestjs/common';
import type { Row } from '../platform/database/database';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids';
import { defaultDefinition } from '../workflows/definition/default-definition.rules';
import { WorkflowEntity } from '../workflows/workflow.entity';
import type { FormEntity } from './form.entity';

/** The workflow that every new form has from the start: a draft that stores submissions. Everything later is up to the workflows domain. */
@Injectable()
export class DefaultWorkflowRepository {
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
