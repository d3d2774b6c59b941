import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../api/auth/caller';
import { Operation } from '../../../api/operation/operation';
import { Reply } from '../../../api/operation/reply';
import { CurrentCaller } from '../../../api/operation/request-context';
import { ListAllRunsDto } from './run-input.dto';
import { RunOfFormView } from './run-view.dto';
import { RunsService } from './runs.service';

@ApiTags('Workflow runs')
@Controller('v1/workflow-runs')
export class AllRunsController {
  constructor(private readonly runs: RunsService) {}

  @Get()
  @Operation({
    operationId: 'listAllWorkflowRuns',
    summary: 'List the workflow runs of all forms, newest first',
    scope: 'workflows:read',
    bucket: 'read',
    query: ListAllRunsDto,
    ifNoneMatch: true,
    reply: { type: RunOfFormView, isList: true, page: 'forward', etag: 'digest' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListAllRunsDto): Promise<Reply<RunOfFormView[]>> {
    const { runs, failures, nextCursor } = await this.runs.listAll(caller, ListAllRunsDto.toFilter(query), query);
    return Reply.of(runs.map((run) => RunOfFormView.of(run, failures))).withPage({ next_cursor: nextCursor });
  }
}
