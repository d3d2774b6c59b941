import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormIdParam, FormResolver } from '../../../forms/form.resolver';
import type { Caller } from '../../../api/auth/caller';
import { requireScope } from '../../../api/operation/scope.guard';
import { Operation } from '../../../api/operation/operation';
import { CurrentCaller, Resource } from '../../../api/operation/request-context';
import { Reply } from '../../../api/operation/reply';
import type { WorkflowRunEntity } from '../store/workflow-run.entity';
import { RunCancellationService } from './run-cancellation.service';
import { ConfirmationDto, ConfirmationQueryDto, ListRunsDto } from './run-input.dto';
import type { RunDetails } from '../store/run-details.repository';
import { RunDetailsResolver, RunResolver } from './run.resolver';
import { controlScopeOf, RunRetryService } from './run-retry.service';
import { CancelledRunView, RunSummaryView, RunView } from './run-view.dto';
import { StartedRunView } from './started-run-view.dto';
import { runViewOf, RunsService } from './runs.service';

const RunId = ApiParam({ name: 'run', description: 'The id of a run of the form.', type: 'string', format: 'uuid' });

@FormIdParam
@ApiTags('Workflow runs')
@Controller('v1/forms/:form/workflow-runs')
export class RunsController {
  constructor(
    private readonly runs: RunsService,
    private readonly cancellation: RunCancellationService,
    private readonly retries: RunRetryService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listWorkflowRuns',
    summary: 'List the newest workflow runs of a form',
    scope: 'workflows:read',
    bucket: 'read',
    resource: FormResolver,
    query: ListRunsDto,
    reply: { type: RunSummaryView, isList: true, page: 'none' },
  })
  async list(@Resource(FormResolver) form: { id: string }, @Query() query: ListRunsDto): Promise<RunSummaryView[]> {
    const runs = await this.runs.list(form.id, ListRunsDto.toFilter(query), query.limit);
    return runs.map((run) => RunSummaryView.from(run));
  }

  @Get(':run')
  @RunId
  @Operation({
    operationId: 'getWorkflowRun',
    summary: 'Get a workflow run with its steps',
    description:
      'Input and output of steps are withheld from keys without `submissions:read`. `confirm_delivery_uncertainty`, in a body or in the query, is checked and has no effect here; it counts when a run is retried.',
    scope: 'workflows:read',
    bucket: 'read',
    resource: RunDetailsResolver,
    body: { type: ConfirmationDto, example: {}, optional: true },
    query: ConfirmationQueryDto,
    reply: { type: RunView },
  })
  read(
    @CurrentCaller() caller: Caller,
    @Resource(RunDetailsResolver) details: RunDetails,
    @Query() _query: ConfirmationQueryDto,
    @Body() _body?: ConfirmationDto,
  ): RunView {
    return runViewOf(details, caller);
  }

  @Post(':run/cancel')
  @RunId
  @Operation({
    operationId: 'cancelWorkflowRun',
    summary: 'Cancel a workflow run',
    description:
      'Nothing is sent for the run from here on. A test needs `workflows:test`, a production run `workflows:publish`. Keys without `workflows:read` get only `id`, `run_kind` and `status`.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    resource: RunResolver,
    idempotencyKey: 'optional',
    reply: { type: CancelledRunView },
    errors: ['run_already_finished'],
  })
  async cancel(@CurrentCaller() caller: Caller, @Resource(RunResolver) run: WorkflowRunEntity): Promise<CancelledRunView> {
    requireScope(caller, controlScopeOf(run));
    const cancelled = await this.cancellation.cancel(run);
    return caller.scopes.has('workflows:read') ? this.runs.read(caller, cancelled) : CancelledRunView.minimal(cancelled);
  }

  @Post(':run/retry')
  @RunId
  @Operation({
    operationId: 'retryWorkflowRun',
    summary: 'Repeat what has not succeeded of a workflow run',
    description:
      'Makes a new run with the same version and input; steps that have succeeded are taken over. A test needs `workflows:test`, a production run `workflows:publish`. ' +
      'When a delivery may have arrived, `confirm_delivery_uncertainty` must be true. A run can be retried once; after that, its newest retry can be.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    resource: RunResolver,
    idempotencyKey: 'required',
    body: { type: ConfirmationDto, example: { confirm_delivery_uncertainty: true }, optional: true },
    reply: { type: StartedRunView, status: 202, location: true },
    errors: ['run_not_retryable', 'delivery_uncertain'],
  })
  async retry(
    @CurrentCaller() caller: Caller,
    @Resource(RunResolver) run: WorkflowRunEntity,
    @Body() body?: ConfirmationDto,
  ): Promise<Reply<StartedRunView>> {
    requireScope(caller, controlScopeOf(run));
    const started = await this.retries.retry(run, body?.confirm_delivery_uncertainty === true);
    return Reply.of(StartedRunView.from(started, run.runKind)).withLocation(`/v1/forms/${run.formId}/workflow-runs/${started.id}`);
  }
}
