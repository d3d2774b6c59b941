import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormId, FormOnPath } from '../forms/form-on-path';
import type { Caller } from '../platform/auth/caller';
import { ApiOperation } from '../platform/http/operation';
import { CurrentCaller, OnPath } from '../platform/http/parameters';
import { Reply } from '../platform/http/reply';
import type { SubmissionEntity } from './submission.entity';
import { ListSubmissionsDto, MarkSubmissionDto } from './submission-input.dto';
import { SubmissionOnPath } from './submission-on-path';
import { SubmissionView } from './submission-view.dto';
import { SubmissionsService } from './submissions.service';

const SubmissionId = ApiParam({
  name: 'id',
  description: 'The id of a submission of the form.',
  type: 'string',
  format: 'uuid',
});

@FormId
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions')
export class SubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Get()
  @ApiOperation({
    summary: 'List the submissions of a form, newest first',
    scope: 'submissions:read',
    bucket: 'read',
    on: FormOnPath,
    query: ListSubmissionsDto,
    reply: { type: SubmissionView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(
    @CurrentCaller() caller: Caller,
    @OnPath() form: FormEntity,
    @Query() query: ListSubmissionsDto,
  ): Promise<Reply<SubmissionView[]>> {
    const filter = ListSubmissionsDto.toFilter(query);
    const { submissions, nextCursor } = await this.submissions.list(caller, form, filter, query);
    const views = await this.viewsOf(form.id, submissions);
    return Reply.of(views).withPage({ next_cursor: nextCursor });
  }

  @Get(':id')
  @SubmissionId
  @ApiOperation({
    summary: 'Get a submission with its delivery history',
    description: 'Reading it this way does not mark it as read.',
    scope: 'submissions:read',
    bucket: 'read',
    on: SubmissionOnPath,
    reply: { type: SubmissionView },
  })
  read(@OnPath() submission: SubmissionEntity): Promise<SubmissionView> {
    return this.viewOf(submission);
  }

  @Patch(':id')
  @SubmissionId
  @ApiOperation({
    summary: 'Mark a submission as read or unread',
    scope: 'submissions:update',
    bucket: 'write',
    on: SubmissionOnPath,
    body: { type: MarkSubmissionDto, example: { read: true }, mergePatch: true },
    reply: { type: SubmissionView },
  })
  async mark(@OnPath() submission: SubmissionEntity, @Body() body: MarkSubmissionDto): Promise<SubmissionView> {
    return this.viewOf(await this.submissions.mark(submission, body.read));
  }

  @Delete(':id')
  @SubmissionId
  @ApiOperation({
    summary: 'Delete a submission',
    scope: 'submissions:delete',
    bucket: 'write',
    on: SubmissionOnPath,
    reply: { type: null },
  })
  async delete(@CurrentCaller() caller: Caller, @OnPath() submission: SubmissionEntity): Promise<Reply> {
    await this.submissions.delete(caller, submission);
    return Reply.deleted();
  }

  private async viewOf(submission: SubmissionEntity): Promise<SubmissionView> {
    const [view] = await this.viewsOf(submission.formId, [submission]);
    return view!;
  }

  private async viewsOf(formId: string, submissions: SubmissionEntity[]): Promise<SubmissionView[]> {
    const deliveries = await this.submissions.deliveriesOf(formId, submissions);
    return submissions.map((submission) => SubmissionView.from(submission, deliveries.get(submission.id)));
  }
}
