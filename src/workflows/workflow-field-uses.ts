import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { FieldUseView } from '../forms/definition/field-use.dto';
import type { FormEntity } from '../forms/form.entity';
import { type FormHook, FormHooks } from '../forms/form-hooks';
import { fieldUses } from './definition/field-uses.rules';
import type { Definition } from './model/definition.types';
import { WorkflowsRepository } from './workflows.repository';

/** Finds the places of a form's workflow that name a field or compare it with options. */
@Injectable()
export class WorkflowFieldUses implements FormHook, OnModuleInit {
  constructor(
    private readonly hooks: FormHooks,
    private readonly workflows: WorkflowsRepository,
  ) {}

  onModuleInit(): void {
    this.hooks.register(this);
  }

  async usesOf({ id }: Pick<FormEntity, 'id'>, field: string, options: ReadonlySet<string> | null): Promise<FieldUseView[]> {
    const workflow = await this.workflows.ofForm(id);
    if (!workflow) return [];
    const published = await this.workflows.published(workflow);
    const found = (place: FieldUseView['place'], definition: Definition): FieldUseView[] =>
      fieldUses(definition, field, options).map(({ nodeId, nodeName, path, option }) => ({
        place,
        node_id: nodeId,
        node_name: nodeName,
        path,
        option,
      }));
    return [...found('draft', workflow.draftDefinition), ...(published ? found('published', published.definition) : [])];
  }
}
