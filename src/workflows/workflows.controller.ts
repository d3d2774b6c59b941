import { Body, Controller, Get, Post, Put } from '@nestjs/common';
import { ApiExtraModels, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Errors, LockedResource, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import { WorkflowPrecondition, WorkflowResolver } from './workflow.resolver';
import { SubmissionReceivedEvent } from './nodes/submission-received-event.dto';
import { WorkflowDraftsService } from './workflow-drafts.service';
import { ReplaceDraftDto, RestoreDraftDto } from './workflow-input.dto';
import { WorkflowPublishingService } from './workflow-publishing.service';
import { WorkflowVersionView } from './workflow-version-view.dto';
import { SavedWorkflowView, WorkflowView } from './workflow-view.dto';
import type { WorkflowEntity } from './workflow.entity';
import { workflowEtag, workflowRevision } from './workflow.rules';
import type { StoredWorkflow } from './workflows.repository';
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
@ApiExtraModels(SubmissionReceivedEvent)
@Controller('v1/forms/:form/workflow')
export class WorkflowsController {
  constructor(
    private readonly workflows: WorkflowsService,
    private readonly drafts: WorkflowDraftsService,
    private readonly publishing: WorkflowPublishingService,
  ) {}

  @Get()
  @Operation({
    operationId: 'getWorkflow',
    summary: 'Get the workflow of a form with its draft and published version',
    description:
      'A matching If-None-Match is answered 304 only while every channel is `active` and there are no `warnings`, since the ETag covers neither.',
    scope: 'workflows:read',
    bucket: 'read',
    resource: WorkflowResolver,
    ifNoneMatch: true,
    reply: { type: WorkflowView, etag: true },
  })
  async read(@Resource(WorkflowResolver) stored: StoredWorkflow): Promise<Reply<WorkflowView>> {
    const warnings = await this.workflows.warningsOf(stored);
    const view = WorkflowView.from(stored, warnings);
    const reply = Reply.of(view).withEtag(workflowEtag(stored.workflow));
    const isEachActive = view.published?.channels.every(({ status }) => status === 'active') ?? true;
    return isEachActive && warnings.length === 0 ? reply : reply.withoutNotModified();
  }

  @Put('draft')
  @Operation({
    operationId: 'replaceWorkflowDraft',
    summary: 'Replace the draft of a workflow',
    description: 'The draft may be unfinished. It is validated completely when it is published or tested.',
    scope: 'workflows:write',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: WorkflowPrecondition,
    body: { type: ReplaceDraftDto, example: { definition: DEFINITION }, limit: 512 * 1024 },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async replaceDraft(
    @LockedResource(WorkflowPrecondition) workflow: WorkflowEntity,
    @Body() body: ReplaceDraftDto,
  ): Promise<Reply<SavedWorkflowView>> {
    return this.saved(workflow, await this.drafts.replace(workflow, body.definition));
  }

  @Post('draft/restore')
  @Operation({
    operationId: 'restoreWorkflowDraft',
    summary: 'Replace the draft by a published version',
    scope: 'workflows:write',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: WorkflowPrecondition,
    body: { type: RestoreDraftDto, furtherErrors: true, example: { version: 1 } },
    reply: { type: SavedWorkflowView, etag: true },
  })
  async restoreDraft(
    @LockedResource(WorkflowPrecondition) workflow: WorkflowEntity,
    @Body() body: RestoreDraftDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<SavedWorkflowView>> {
    return this.saved(workflow, await this.drafts.restore(workflow, body.version, errors));
  }

  @Post('publish')
  @Operation({
    operationId: 'publishWorkflow',
    summary: 'Publish the draft as the next version',
    description:
      'From then on each accepted submission runs through this version. Destinations that were disabled automatically are enabled again. `workflow_validation_failed` lists all errors in `details.items`: objects with `code`, `message`, `node_id`, `edge_id` and `path`.',
    scope: 'workflows:publish',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'required',
    ifMatch: WorkflowPrecondition,
    reply: { type: WorkflowVersionView, status: 201, etag: true, location: true },
    errors: ['workflow_validation_failed'],
  })
  async publish(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @LockedResource(WorkflowPrecondition) workflow: WorkflowEntity,
  ): Promise<Reply<WorkflowVersionView>> {
    const { workflow: published, version } = await this.publishing.publish(caller, form, workflow);
    return Reply.of(WorkflowVersionView.from(version))
      .withEtag(workflowEtag(published))
      .withRevisions(workflowRevision(workflow), workflowRevision(published))
      .withLocation(`/v1/forms/${form.id}/workflow/versions/${version.version}`);
  }

  private async saved(before: WorkflowEntity, after: WorkflowEntity): Promise<Reply<SavedWorkflowView>> {
    const isDirty = await this.workflows.isDirty(after);
    return Reply.of(SavedWorkflowView.from(after, isDirty))
      .withEtag(workflowEtag(after))
      .withRevisions(workflowRevision(before), workflowRevision(after));
  }
}
