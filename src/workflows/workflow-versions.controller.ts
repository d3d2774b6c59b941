import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import { PagedDto } from '../api/pagination/page.dto';
import { type VersionOfForm, WorkflowVersionResolver } from './workflow.resolver';
import { ListedVersionView, WorkflowVersionView } from './workflow-version-view.dto';
import { WorkflowsService } from './workflows.service';
import { MAX_VERSION } from './workflow.rules';

const Version = ApiParam({
  name: 'version',
  description: 'The number of a published version.',
  schema: { type: 'integer', minimum: 1, maximum: MAX_VERSION },
});

@FormIdParam
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/versions')
export class WorkflowVersionsController {
  constructor(private readonly workflows: WorkflowsService) {}

  @Get()
  @Operation({
    operationId: 'listWorkflowVersions',
    summary: 'List the published versions of a workflow, newest first',
    scope: 'workflows:read',
    bucket: 'read',
    resource: FormResolver,
    query: PagedDto,
    reply: { type: ListedVersionView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: { id: string },
    @Query() query: PagedDto,
  ): Promise<Reply<ListedVersionView[]>> {
    const { rows, nextCursor } = await this.workflows.listVersions(caller, form.id, query);
    return Reply.of(rows.map((version) => ListedVersionView.from(version))).withPage({ next_cursor: nextCursor });
  }

  @Get(':version')
  @Version
  @Operation({
    operationId: 'getWorkflowVersion',
    summary: 'Get a published version with its definition',
    scope: 'workflows:read',
    bucket: 'read',
    resource: WorkflowVersionResolver,
    reply: { type: WorkflowVersionView },
  })
  read(@Resource(WorkflowVersionResolver) { version }: VersionOfForm): WorkflowVersionView {
    return WorkflowVersionView.from(version);
  }
}
