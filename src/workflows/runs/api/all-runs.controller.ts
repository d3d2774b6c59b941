import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../../api/auth/caller';
import { Operation } from '../../../api/operation/operation';
import { Reply } from '../../../api/operation/reply';
import { CurrentCaller } from '../../../api/operation/request-context';
import { IdListDto } from '../../../api/validation/id-list.dto';
import { DismissRunsDto, ListAllRunsDto, RetryRunDto, RetryRunsDto, scopeOfRetry } from './run-input.dto';
import { RunOfFormView } from './run-view.dto';
import { DismissedRunsView, RefusedRunView, RetriedRunsView } from './started-run-view.dto';
import { RunControlService } from './run-control.service';
import { RunRetryService } from './run-retry.service';
import { RunsService } from './runs.service';

@ApiTags('Workflow runs')
@Controller('v1/workflow-runs')
export class AllRunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly retries: RunRetryService,
    private readonly control: RunControlService,
  ) {}

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
    const { runs, nextCursor } = await this.runs.listAll(caller, ListAllRunsDto.toFilter(query), query);
    const mayReadContent = caller.scopes.has('submissions:read');
    return Reply.of(runs.map((run) => RunOfFormView.of(run, mayReadContent))).withPage({ next_cursor: nextCursor });
  }

  @Post('retry')
  @Operation({
    operationId: 'retryWorkflowRuns',
    summary: 'Repeat what has not succeeded of many workflow runs',
    description:
      'Each run as by the operation for one. A run that cannot be retried is refused alone: one that is unknown, has a delivery that may have arrived, or needs a scope that the key lacks (tests `workflows:test`, production runs `workflows:publish`). With `workflow` as `published` the key needs `submissions:read` besides.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    idempotencyKey: 'required',
    body: { type: RetryRunsDto, example: { ids: ['019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f'] }, scope: scopeOfRetry },
    reply: { type: RetriedRunsView, status: 202 },
  })
  async retry(@CurrentCaller() caller: Caller, @Body() body: RetryRunsDto): Promise<Reply<RetriedRunsView>> {
    const { retried, refused } = await this.retries.retryMany(caller, IdListDto.distinct(body), RetryRunDto.toOptions(body));
    const view = {
      retried: retried.map(({ id, newId }) => ({ run_id: id, new_run_id: newId })),
      refused: refused.map((each) => RefusedRunView.from(each)),
    };
    return Reply.of(view).withMany(retried.map(({ id }) => id));
  }

  @Post('dismiss')
  @Operation({
    operationId: 'dismissWorkflowRuns',
    summary: 'Take many workflow runs off the list of what needs attention',
    description:
      'Each run as by the operation for one. A run that is unknown, or needs a scope that the key lacks (tests `workflows:test`, production runs `workflows:publish`), is refused alone.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    idempotencyKey: 'optional',
    body: { type: DismissRunsDto, example: { ids: ['019aa2c4-7c20-7d4e-8f5a-0a1b2c3d4e5f'] } },
    reply: { type: DismissedRunsView },
  })
  async dismiss(@CurrentCaller() caller: Caller, @Body() body: DismissRunsDto): Promise<Reply<DismissedRunsView>> {
    const { dismissed, refused } = await this.control.dismissMany(caller, IdListDto.distinct(body));
    return Reply.of({ dismissed, refused: refused.map((each) => RefusedRunView.from(each)) }).withMany(dismissed);
  }
}
