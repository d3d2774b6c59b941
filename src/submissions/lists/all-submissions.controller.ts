import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller } from '../../api/operation/request-context';
import { ListAllSubmissionsDto, SearchFilterDto } from '../submission-input.dto';
import { pageMetaOf, SubmissionOfFormView, SubmissionView } from '../submission-view.dto';
import { SubmissionsService } from '../submissions.service';

@ApiTags('Submissions')
@Controller('v1/submissions')
export class AllSubmissionsController {
  constructor(private readonly submissions: SubmissionsService) {}

  @Get()
  @Operation({
    operationId: 'listAllSubmissions',
    summary: 'List the submissions of all forms, newest first',
    scope: 'submissions:read',
    bucket: 'read',
    query: ListAllSubmissionsDto,
    ifNoneMatch: true,
    reply: { type: SubmissionOfFormView, isList: true, page: 'inbox', etag: 'digest' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListAllSubmissionsDto): Promise<Reply<SubmissionOfFormView[]>> {
    const filter = { ...SearchFilterDto.toFilter(query), formId: query.form };
    const unreadCount = await this.submissions.unreadCount(caller);
    const page = await this.submissions.listAll(caller, filter, query);
    const views = page.submissions.map((submission) => ({
      ...SubmissionView.from(submission, page.histories.get(submission.id), query.state !== undefined),
      form_name: page.formNames.get(submission.formId)!,
    }));
    return Reply.of(views).withPage({ ...pageMetaOf(page), unread_count: unreadCount });
  }
}
