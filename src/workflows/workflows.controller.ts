import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import { Operation } from '../api/operation/operation';
import { LockedResource, Resource } from '../api/resource/parameters';
import { Reply } from '../api/reply/reply';
import { WorkflowPrecondition } from './workflow.precondition';
import { SavedWorkflowView } from './saved-draft-view.dto';
import { WorkflowDraftsService } from './workflow-drafts.service';
import { ReplaceDraftDto, RestoreDraftDto } from './workflow-input.dto';
import { WorkflowPublishingService } from './workflow-publishing.service';
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

@FormIdParam
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly drafts: WorkflowDraftsService,
    private readonly publishing: WorkflowPublishingService,
  ) {}

  @Get()
  @Operation({
    summary: 'Get the workflow of a form with its draft and published version',
    scope: 'workflows:read',
    bucket: 'read',
    on: FormResolver,
    ifNoneMatch: true,
    reply: { type: WorkflowView, etag: true },
  })
  async read(@Resource() form: { id: string }): Promise<Reply<WorkflowView>> {
    const { workflow, isDirty, published } = await this.workflows.read(form.id);
    return Reply.of(WorkflowView.from(workflow, isDirty, published)).withEtag(workflowEtag(workflow));
  }

  @Put('draft')
  @Operation({
    summary: 'Replace the draft of a workflow',
    description: 'An unfinished draft is fine: what keeps it from working is told when it is published or tested.',
    scope: 'workflows:write',
    bucket: 'write',
    on: FormResolver,
    ifMatch: WorkflowPrecondition,
    body: { type: ReplaceDraftDto, example: { definition: DEFINITION }, limit: 512 * 1024 },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async replaceDraft(
    @LockedResource() workflow: WorkflowEntity,
    @Body() body: ReplaceDraftDto,
  ): Promise<Reply<SavedWorkflowView>> {
    await this.drafts.replace(workflow, body.definition);
    return this.saved(workflow);
  }

  @Post('draft/restore')
  @Operation({
    summary: 'Make a published version the draft again',
    scope: 'workflows:write',
    bucket: 'write',
    on: FormResolver,
    ifMatch: WorkflowPrecondition,
    body: { type: RestoreDraftDto, example: { version: 1 } },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async restoreDraft(
    @LockedResource() workflow: WorkflowEntity,
    @Body() body: RestoreDraftDto,
  ): Promise<Reply<SavedWorkflowView>> {
    await this.drafts.restore(workflow, body.version);
    return this.saved(workflow);
  }

  @Post('publish')
  @Operation({
    summary: 'Publish the draft as the next version',
    description:
      'From now on each accepted submission runs through this version. Destinations that were switched off start again. `workflow_validation_failed` lists all that is wrong in `details.items`: objects with `code`, `message`, `node_id`, `edge_id` and `path`.',
    scope: 'workflows:publish',
    bucket: 'write',
    on: FormResolver,
    isIdempotent: true,
    ifMatch: WorkflowPrecondition,
    reply: { type: WorkflowVersionView, status: 201, etag: true, location: true },
    errors: ['workflow_validation_failed'],
  })
  async publish(
    @Resource() form: FormEntity,
    @LockedResource() workflow: WorkflowEntity,
  ): Promise<Reply<WorkflowVersionView>> {
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
