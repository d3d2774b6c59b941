import { Body, Controller, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { FormId, FormOnPath } from '../../forms/form-on-path';
import { ApiOperation } from '../../platform/http/operation';
import { Locked, OnPath } from '../../platform/http/parameters';
import { Reply } from '../../platform/http/reply';
import { GuardedWorkflow } from '../guarded-workflow';
import type { WorkflowEntity } from '../workflow.entity';
import { workflowEtag } from '../workflow.rules';
import { StartTestDto } from './run-input.dto';
import { StartedRunView } from './run-view.dto';
import { TestStarter } from './test-starter.service';

@FormId
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/test')
export class TestsController {
  constructor(private readonly tests: TestStarter) {}

  @Post()
  @ApiOperation({
    summary: 'Start a dry run of the draft',
    description:
      'Destinations render what they would send, and send nothing. The run goes through a copy of the draft and of the input.',
    scope: 'workflows:test',
    bucket: 'write',
    on: FormOnPath,
    ifMatch: GuardedWorkflow,
    isIdempotent: true,
    body: { type: StartTestDto, example: { source: 'sample' }, scope: scopeOf },
    reply: { type: StartedRunView, status: 202, etag: true, location: true },
    errors: ['workflow_validation_failed'],
  })
  async start(
    @OnPath() form: { id: string; accountId: string },
    @Locked() workflow: WorkflowEntity,
    @Body() body: StartTestDto,
  ): Promise<Reply<StartedRunView>> {
    const run = await this.tests.start(form, workflow, body);
    return Reply.of(StartedRunView.from(run, 'test'))
      .withEtag(workflowEtag(workflow))
      .withLocation(`/v1/forms/${form.id}/workflow-runs/${run.id}`);
  }
}

/** A test from a stored submission shows what is in it. */
function scopeOf(body: unknown): 'submissions:read' | null {
  const isRecent = typeof body === 'object' && body !== null && 'source' in body && body.source === 'recent_submission';
  return isRecent ? 'submissions:read' : null;
}
