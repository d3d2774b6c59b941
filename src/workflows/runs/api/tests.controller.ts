import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../../forms/form.resolver';
import type { Caller } from '../../../api/auth/caller';
import type { FieldError } from '../../../api/errors/api-error';
import { Operation } from '../../../api/operation/operation';
import { CurrentCaller, Errors, LockedResource, Resource } from '../../../api/operation/request-context';
import { Reply } from '../../../api/operation/reply';
import { WorkflowPrecondition } from '../../workflow.resolver';
import type { WorkflowEntity } from '../../workflow.entity';
import { workflowEtag } from '../../workflow.rules';
import { StartTestDto } from './run-input.dto';
import { StartedRunView } from './started-run-view.dto';
import { TestRunService } from './test-run.service';

@FormIdParam
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/test')
export class TestsController {
  constructor(private readonly tests: TestRunService) {}

  @Post()
  @Operation({
    operationId: 'testWorkflow',
    summary: 'Start a dry run of the draft',
    description:
      'Destinations render what they would send, and send nothing. The run goes through a copy of the draft and of the input. The fields of a manual test are validated like a submission. ' +
      'With `send_mail` the mail of one step is sent to the address of the account, when the run comes to it; the `output` of the step then has the address as `sent_to`. An account may send ten of them an hour.',
    scope: 'workflows:test',
    bucket: 'write',
    resource: FormResolver,
    ifMatch: WorkflowPrecondition,
    idempotencyKey: 'required',
    body: { type: StartTestDto, furtherErrors: true, example: { source: 'sample' }, scope: scopeOf },
    reply: { type: StartedRunView, status: 202, etag: true, location: true },
    errors: ['workflow_validation_failed', 'mail_not_configured', 'no_account_address'],
  })
  async start(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @LockedResource(WorkflowPrecondition) workflow: WorkflowEntity,
    @Body() body: StartTestDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<StartedRunView>> {
    const run = await this.tests.start(caller, form, workflow, body, errors);
    return Reply.of(StartedRunView.from(run, body.send_mail !== undefined, run.ignoredFields))
      .withEtag(workflowEtag(workflow))
      .withLocation(`/v1/forms/${form.id}/workflow-runs/${run.id}`);
  }
}

/** A test with a stored submission shows its content, so it needs the scope for reading submissions. */
function scopeOf(body: unknown): 'submissions:read' | null {
  const isRecent = typeof body === 'object' && body !== null && 'source' in body && body.source === 'recent_submission';
  return isRecent ? 'submissions:read' : null;
}
