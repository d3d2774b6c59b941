import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FormEntity } from '../forms/form.entity';
import { type FormHook, FormHooks } from '../forms/form-hooks';
import { newId } from '../platform/ids.rules';
import { defaultDefinition } from './definition/default-definition.rules';
import { WorkflowsRepository } from './workflows.repository';

/** Gives every new form a workflow whose draft stores submissions. */
@Injectable()
export class WorkflowOfNewForm implements FormHook, OnModuleInit {
  constructor(
    private readonly hooks: FormHooks,
    private readonly workflows: WorkflowsRepository,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  insertFor({ id: formId, createdAt }: FormEntity): Promise<void> {
    return this.workflows.insert({
      id: newId(),
      formId,
      draftRevision: 1,
      draftDefinition: defaultDefinition(),
      draftMinCost: 0,
      draftMaxCost: 0,
      draftRestoredFromVersionId: null,
      draftSavedAt: createdAt,
      publishedVersion: 0,
      createdAt,
    });
  }
}
