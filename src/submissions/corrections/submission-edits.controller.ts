import { Controller, Get } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import { FormIdParam } from '../../forms/form.resolver';
import type { SubmissionEntity } from '../submission.entity';
import { SubmissionResolver } from '../submission.resolver';
import { CorrectionsService } from './corrections.service';
import { SubmissionEditView } from './submission-edit-view.dto';

@FormIdParam
@ApiParam({ name: 'id', description: 'The id of a submission of the form.', type: 'string', format: 'uuid' })
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/:id/edits')
export class SubmissionEditsController {
  constructor(private readonly corrections: CorrectionsService) {}

  @Get()
  @Operation({
    operationId: 'listSubmissionEdits',
    summary: 'List the corrections of a submission',
    description: 'The first one comes first. There are at most 50, all of them in one answer.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: SubmissionResolver,
    reply: { type: SubmissionEditView, isList: true },
  })
  async list(@Resource(SubmissionResolver) submission: SubmissionEntity): Promise<SubmissionEditView[]> {
    return (await this.corrections.editsOf(submission)).map((edit) => SubmissionEditView.from(edit));
  }
}
