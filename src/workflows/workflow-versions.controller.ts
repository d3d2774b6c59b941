import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormId, FormOnPath } from '../forms/form-on-path';
import type { Caller } from '../platform/auth/caller';
import { ApiOperation } from '../platform/http/operation';
import { CurrentCaller, OnPath } from '../platform/http/parameters';
import { Reply } from '../platform/http/reply';
import { ListVersionsDto } from './workflow-input.dto';
import { WorkflowVersionOnPath } from './workflow-version-on-path';
import { ListedVersionView, WorkflowVersionView } from './workflow-version-view.dto';
import type { WorkflowVersionEntity } from './workflow-version.entity';
import { WorkflowVersionsService } from './workflow-versions.service';

const Version = ApiParam({ name: 'version', description: 'The number of a published version.', type: 'integer' });

@FormId
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/versions')
export class WorkflowVersionsController {
  constructor(private readonly versions: WorkflowVersionsService) {}

  @Get()
  @ApiOperation({
    summary: 'List the published versions of a workflow, newest first',
    scope: 'workflows:read',
    bucket: 'read',
    on: FormOnPath,
    query: ListVersionsDto,
    reply: { type: ListedVersionView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OnPath() form: { id: string },
    @Query() query: ListVersionsDto,
  ): Promise<Reply<ListedVersionView[]>> {
    const { versions, nextCursor } = await this.versions.list(caller, form.id, query);
    return Reply.of(versions.map((version) => ListedVersionView.from(version))).withPage({ next_cursor: nextCursor });
  }

  @Get(':version')
  @Version
  @ApiOperation({
    summary: 'Get a published version with its definition',
    scope: 'workflows:read',
    bucket: 'read',
    on: WorkflowVersionOnPath,
    reply: { type: WorkflowVersionView },
  })
  read(@OnPath() version: WorkflowVersionEntity): WorkflowVersionView {
    return WorkflowVersionView.from(version);
  }
}
