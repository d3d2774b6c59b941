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
import { ConfirmationDto, ConfirmationQueryDto, ListRunsDto, RetryRunDto, scopeOfRetry } from './run-input.dto';
import { RunControlService } from './run-control.service';
import type { RunDetails } from '../store/run-details.repository';
import { RunDetailsResolver, RunResolver } from './run.resolver';
import { controlScopeOf, RunRetryService } from './run-retry.service';
import { ChangedRunView, RunSummaryView, RunView } from './run-view.dto';
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
    private readonly control: RunControlService,
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
      'Input and output of steps are withheld from keys without `submissions:read`. `confirm_delivery_uncertainty` is checked and has no effect here; it counts when a run is retried. It is accepted in a JSON body as well, `{"confirm_delivery_uncertainty": true}`, which most clients cannot send with a GET.',
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
    reply: { type: ChangedRunView },
    errors: ['run_already_finished'],
  })
  async cancel(@CurrentCaller() caller: Caller, @Resource(RunResolver) run: WorkflowRunEntity): Promise<ChangedRunView> {
    requireScope(caller, controlScopeOf(run));
    return this.changed(caller, await this.cancellation.cancel(run));
  }

  @Post(':run/retry')
  @RunId
  @Operation({
    operationId: 'retryWorkflowRun',
    summary: 'Repeat what has not succeeded of a workflow run',
    description:
      'Makes a new run with the same input. With `workflow` as `same` it has the same version, and takes over the steps that have succeeded. With `published` it has the version that is published now; a destination, known by the id of its node, that a run of this chain of retries has delivered is `skipped` with the error code `already_delivered`. ' +
      '`skip` names destinations that are left out, so that those behind them get the submission. A test needs `workflows:test` and has no `published`; a production run needs `workflows:publish`, and with `published` `submissions:read` besides. ' +
      'When a delivery may have arrived, `confirm_delivery_uncertainty` must be true. A run can be retried once; after that, its newest retry can be.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    resource: RunResolver,
    idempotencyKey: 'required',
    body: {
      type: RetryRunDto,
      example: { workflow: 'published', confirm_delivery_uncertainty: true },
      optional: true,
      scope: scopeOfRetry,
    },
    reply: { type: StartedRunView, status: 202, location: true },
    errors: ['run_not_retryable', 'delivery_uncertain', 'submission_trashed'],
  })
  async retry(
    @CurrentCaller() caller: Caller,
    @Resource(RunResolver) run: WorkflowRunEntity,
    @Body() body?: RetryRunDto,
  ): Promise<Reply<StartedRunView>> {
    requireScope(caller, controlScopeOf(run));
    const started = await this.retries.retry(run, RetryRunDto.toOptions(body ?? {}));
    return Reply.of(StartedRunView.from(started, run.runKind === 'production')).withLocation(
      `/v1/forms/${run.formId}/workflow-runs/${started.id}`,
    );
  }

  @Post(':run/dismiss')
  @RunId
  @Operation({
    operationId: 'dismissWorkflowRun',
    summary: 'Take a workflow run off the list of what needs attention',
    description:
      'Nothing more has to be done about it: the list with `attention=true` leaves it out, until it is retried or, while it is still open, until it ends. Dismissing it again changes nothing. A test needs `workflows:test`, a production run `workflows:publish`. Keys without `workflows:read` get only `id`, `run_kind` and `status`.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    resource: RunResolver,
    idempotencyKey: 'optional',
    reply: { type: ChangedRunView },
  })
  async dismiss(@CurrentCaller() caller: Caller, @Resource(RunResolver) run: WorkflowRunEntity): Promise<ChangedRunView> {
    requireScope(caller, controlScopeOf(run));
    await this.control.dismiss(run);
    return this.changed(caller, run);
  }

  @Post(':run/resume')
  @RunId
  @Operation({
    operationId: 'resumeWorkflowRun',
    summary: 'Continue now what waits in a workflow run',
    description:
      'The next attempts of deliveries and the ends of delays are due now. Not while a step of the run is being carried out. A test needs `workflows:test`, a production run `workflows:publish`. Keys without `workflows:read` get only `id`, `run_kind` and `status`.',
    scope: { anyOf: ['workflows:test', 'workflows:publish'] },
    bucket: 'write',
    resource: RunResolver,
    idempotencyKey: 'optional',
    reply: { type: ChangedRunView, status: 202 },
    errors: ['run_not_waiting', 'submission_trashed'],
  })
  async resume(@CurrentCaller() caller: Caller, @Resource(RunResolver) run: WorkflowRunEntity): Promise<ChangedRunView> {
    requireScope(caller, controlScopeOf(run));
    await this.control.resume(run);
    return this.changed(caller, run);
  }

  private async changed(caller: Caller, run: WorkflowRunEntity): Promise<ChangedRunView> {
    return caller.scopes.has('workflows:read') ? this.runs.read(caller, run) : ChangedRunView.minimal(run);
  }
}
