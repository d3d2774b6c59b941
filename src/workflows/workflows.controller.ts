import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormId, FormOnPath } from '../forms/form-on-path';
import { ApiOperation } from '../platform/http/operation';
import { Locked, OnPath } from '../platform/http/parameters';
import { Reply } from '../platform/http/reply';
import { GuardedWorkflow } from './guarded-workflow';
import { SavedWorkflowView } from './saved-draft-view.dto';
import { WorkflowDrafts } from './workflow-drafts.service';
import { ReplaceDraftDto, RestoreDraftDto } from './workflow-input.dto';
import { WorkflowPublishing } from './workflow-publishing.service';
import { WorkflowVersionView } from './workflow-version-view.dto';
import { WorkflowView } from './workflow-view.dto';
import type { WorkflowEntity } from './workflow.entity';
import { workflowEtag } from './workflow.rules';
import { WorkflowsService } from './workflows.service';

const DEFINITION = {
  schema_version: 1,
  nodes: [
    { id: 'start', type: 'submission_received', config: {} },
    { id: 'store', type: 'database', config: {} },
    { id: 'crm', type: 'webhook', name: 'CRM', config: { url: 'https://crm.example.com/hook' } },
  ],
  edges: [
    { id: 'e1', source: 'start', target: 'store' },
    { id: 'e2', source: 'start', target: 'crm' },
  ],
};

@FormId
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly drafts: WorkflowDrafts,
    private readonly publishing: WorkflowPublishing,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the workflow of a form with its draft and published version',
    scope: 'workflows:read',
    bucket: 'read',
    on: FormOnPath,
    ifNoneMatch: true,
    reply: { type: WorkflowView, etag: true },
  })
  async read(@OnPath() form: { id: string }): Promise<Reply<WorkflowView>> {
    const { workflow, isDirty, published } = await this.workflows.read(form.id);
    return Reply.of(WorkflowView.from(workflow, isDirty, published)).withEtag(workflowEtag(workflow));
  }

  @Put('draft')
  @ApiOperation({
    summary: 'Replace the draft of a workflow',
    description: 'An unfinished draft is fine: what keeps it from working is told when it is published or tested.',
    scope: 'workflows:write',
    bucket: 'write',
    on: FormOnPath,
    ifMatch: GuardedWorkflow,
    body: { type: ReplaceDraftDto, example: { definition: DEFINITION }, limit: 512 * 1024 },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async replaceDraft(
    @Locked() workflow: WorkflowEntity,
    @Body() body: ReplaceDraftDto,
  ): Promise<Reply<SavedWorkflowView>> {
    await this.drafts.replace(workflow, body.definition);
    return this.saved(workflow);
  }

  @Post('draft/restore')
  @ApiOperation({
    summary: 'Make a published version the draft again',
    scope: 'workflows:write',
    bucket: 'write',
    on: FormOnPath,
    ifMatch: GuardedWorkflow,
    body: { type: RestoreDraftDto, example: { version: 1 } },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async restoreDraft(
    @Locked() workflow: WorkflowEntity,
    @Body() body: RestoreDraftDto,
  ): Promise<Reply<SavedWorkflowView>> {
    await this.drafts.restore(workflow, body.version);
    return this.saved(workflow);
  }

  @Post('publish')
  @ApiOperation({
    summary: 'Publish the draft as the next version',
    description:
      'From now on each accepted submission runs through this version. Destinations that were switched off start again. `workflow_validation_failed` lists all that is wrong in `details.items`: objects with `code`, `message`, `node_id`, `edge_id` and `path`.',
    scope: 'workflows:publish',
    bucket: 'write',
    on: FormOnPath,
    isIdempotent: true,
    ifMatch: GuardedWorkflow,
    reply: { type: WorkflowVersionView, status: 201, etag: true, location: true },
    errors: ['workflow_validation_failed'],
  })
  async publish(@OnPath() form: FormEntity, @Locked() workflow: WorkflowEntity): Promise<Reply<WorkflowVersionView>> {
    const version = await this.publishing.publish(form, workflow);
    return Reply.of(WorkflowVersionView.from(version))
      .withEtag(workflowEtag(workflow))
      .withLocation(`/v1/forms/${form.id}/workflow/versions/${version.version}`);
  }

  private async saved(workflow: WorkflowEntity): Promise<Reply<SavedWorkflowView>> {
    const { isDirty } = await this.workflows.stateOf(workflow);
    return Reply.of(SavedWorkflowView.from(workflow, isDirty)).withEtag(workflowEtag(workflow));
  }
}
