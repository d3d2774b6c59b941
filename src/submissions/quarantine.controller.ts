import { Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { FormIdParam } from '../forms/form.resolver';
import { QuarantineService } from './quarantine.service';
import type { SubmissionEntity } from './submission.entity';
import { SubmissionResolver } from './submission.resolver';
import { SubmissionView } from './submission-view.dto';

@FormIdParam
@ApiParam({ name: 'id', description: 'The id of a submission of the form.', type: 'string', format: 'uuid' })
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/:id')
export class QuarantineController {
  constructor(private readonly quarantine: QuarantineService) {}

  @Post('release')
  @Operation({
    operationId: 'releaseSubmission',
    summary: 'Release a submission from quarantine',
    description:
      'From then on it counts, its owner is notified, and the workflow runs, as if it had just been accepted. Its `received_at` stays. One that is accepted already stays as it is. A key that can choose who gets it, with `workflows:publish` or `forms:update`, needs `submissions:read` besides.',
    scope: 'submissions:update',
    bucket: 'write',
    resource: SubmissionResolver,
    reply: { type: SubmissionView },
    errors: ['duplicate_submission', 'no_places_left'],
  })
  async release(@CurrentCaller() caller: Caller, @Resource(SubmissionResolver) submission: SubmissionEntity): Promise<SubmissionView> {
    return SubmissionView.of(await this.quarantine.release(caller, submission), true);
  }

  @Post('spam')
  @Operation({
    operationId: 'markSubmissionAsSpam',
    summary: 'Move a submission into quarantine',
    description: 'Its open run is cancelled. What has been delivered stays delivered. It is deleted after thirty days.',
    scope: 'submissions:update',
    bucket: 'write',
    resource: SubmissionResolver,
    reply: { type: SubmissionView },
  })
  async markAsSpam(@CurrentCaller() caller: Caller, @Resource(SubmissionResolver) submission: SubmissionEntity): Promise<SubmissionView> {
    return SubmissionView.of(await this.quarantine.markAsSpam(caller, submission), true);
  }
}
