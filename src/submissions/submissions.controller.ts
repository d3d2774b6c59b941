import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import type { SubmissionEntity } from './submission.entity';
import { ListSubmissionsDto, MarkSubmissionDto } from './submission-input.dto';
import { SubmissionResolver, SubmissionWithRunResolver } from './submission.resolver';
import { pageMetaOf, SubmissionView } from './submission-view.dto';
import type { SubmissionWithRun } from './submissions.repository';
import { SubmissionsService } from './submissions.service';

const SubmissionId = ApiParam({ name: 'id', description: 'The id of a submission of the form.', type: 'string', format: 'uuid' });

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions')
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Get()
  @Operation({
    operationId: 'listSubmissions',
    summary: 'List the submissions of a form, newest or oldest first',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    query: ListSubmissionsDto,
    ifNoneMatch: true,
    reply: { type: SubmissionView, isList: true, page: 'searched', etag: 'digest' },
    errors: ['invalid_cursor'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @Query() query: ListSubmissionsDto,
  ): Promise<Reply<SubmissionView[]>> {
    const filter = ListSubmissionsDto.toFilter(query);
    const page = await this.submissions.list(caller, form, filter, query);
    const views = page.submissions.map((submission) =>
      SubmissionView.from(submission, page.histories.get(submission.id), query.state !== undefined),
    );
    return Reply.of(views).withPage(pageMetaOf(page));
  }

  @Get(':id')
  @SubmissionId
  @Operation({
    operationId: 'getSubmission',
    summary: 'Get a submission with its delivery history',
    description: 'Getting a submission does not mark it as read.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: SubmissionWithRunResolver,
    reply: { type: SubmissionView },
  })
  read(@Resource(SubmissionWithRunResolver) submission: SubmissionWithRun): SubmissionView {
    return SubmissionView.of(submission);
  }

  @Patch(':id')
  @SubmissionId
  @Operation({
    operationId: 'updateSubmission',
    summary: 'Mark a submission as read or unread',
    scope: 'submissions:update',
    bucket: 'write',
    resource: SubmissionResolver,
    body: { type: MarkSubmissionDto, example: { read: true }, mergePatch: true },
    reply: { type: SubmissionView },
  })
  async mark(
    @CurrentCaller() caller: Caller,
    @Resource(SubmissionResolver) submission: SubmissionEntity,
    @Body() body: MarkSubmissionDto,
  ): Promise<SubmissionView> {
    return SubmissionView.of(await this.submissions.mark(caller, submission, body.read));
  }

  @Delete(':id')
  @SubmissionId
  @Operation({
    operationId: 'deleteSubmission',
    summary: 'Delete a submission',
    scope: 'submissions:delete',
    bucket: 'write',
    freshProof: true,
    resource: SubmissionResolver,
    reply: { type: null },
  })
  async delete(@CurrentCaller() caller: Caller, @Resource(SubmissionResolver) submission: SubmissionEntity): Promise<Reply> {
    await this.submissions.delete(caller, submission);
    return Reply.deleted();
  }
}
