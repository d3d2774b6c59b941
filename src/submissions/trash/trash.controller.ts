import { Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import { FormIdParam } from '../../forms/form.resolver';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionOrTrashedResolver } from '../submission.resolver';
import { RestorationService } from './restoration.service';
import { RestoredSubmissionView } from './restored-submission-view.dto';

@FormIdParam
@ApiParam({ name: 'id', description: 'The id of a submission of the form.', type: 'string', format: 'uuid' })
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/:id')
export class TrashController {
  constructor(private readonly restorations: RestorationService) {}

  @Post('restore')
  @Operation({
    operationId: 'restoreSubmission',
    summary: 'Restore a submission from the trash',
    description:
      'It is as it was before, read or unread, accepted or in quarantine. Neither the quota nor the hours and the status of the form refuse it. The mail about it is sent if it was not; the workflow runs only when the runs in `cancelled_run_ids` are retried. One that is not in the trash stays as it is. A key that can choose who gets it, with `workflows:publish` or `forms:update`, needs `submissions:read` besides.',
    scope: 'submissions:delete',
    bucket: 'write',
    resource: SubmissionOrTrashedResolver,
    reply: { type: RestoredSubmissionView },
    errors: ['duplicate_submission', 'no_places_left'],
  })
  async restore(
    @CurrentCaller() caller: Caller,
    @Resource(SubmissionOrTrashedResolver) submission: SubmissionEntity,
  ): Promise<RestoredSubmissionView> {
    return RestoredSubmissionView.restored(await this.restorations.restore(caller, submission));
  }
}
