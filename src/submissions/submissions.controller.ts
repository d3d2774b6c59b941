import { Body, Controller, Delete, Get, Patch, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, LockedResource, Resource } from '../api/operation/request-context';
import { Reply } from '../api/operation/reply';
import { CorrectionsService } from './corrections/corrections.service';
import { submissionEtag, SubmissionPrecondition } from './corrections/submission.precondition';
import type { SubmissionEntity } from './submission.entity';
import { SubmissionOrTrashedResolver, SubmissionResolver, SubmissionWithRunResolver } from './submission.resolver';
import { DeleteSubmissionDto, ListSubmissionsDto, UpdateSubmissionDto } from './submission-input.dto';
import { pageMetaOf, SubmissionView } from './submission-view.dto';
import type { SubmissionWithRun } from './submissions.repository';
import { SubmissionsService } from './submissions.service';
import { DeletionService } from './trash/deletion.service';

const SubmissionId = ApiParam({ name: 'id', description: 'The id of a submission of the form.', type: 'string', format: 'uuid' });

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions')
export class SubmissionsController {
  constructor(
    private readonly submissions: SubmissionsService,
    private readonly deletions: DeletionService,
    private readonly corrections: CorrectionsService,
  ) {}

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
    description: 'Getting a submission does not mark it as read. Its `ETag` counts its corrections only.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: SubmissionWithRunResolver,
    reply: { type: SubmissionView, etag: true },
  })
  read(@Resource(SubmissionWithRunResolver) submission: SubmissionWithRun): Reply<SubmissionView> {
    return replyWith(submission);
  }

  @Patch(':id')
  @SubmissionId
  @Operation({
    operationId: 'updateSubmission',
    summary: 'Correct the values of a submission, or mark it as read or unread',
    description: `The names in \`fields\` are validated against the fields that the form has now, and nothing else is; its unique value and its places are given back and taken anew. Files cannot be corrected, and a value without a field can only be removed. The change feed tells the submission again. Nothing is sent, and what was sent is not sent anew: a delivery that is repeated has the values of its first attempt.\n\n\`fields\` needs \`If-Match\`, and \`submissions:read\` besides.`,
    scope: 'submissions:update',
    bucket: 'write',
    resource: SubmissionResolver,
    ifMatch: SubmissionPrecondition,
    ifMatchIsOptional: true,
    body: {
      type: UpdateSubmissionDto,
      example: { read: true },
      mergePatch: true,
      scope: (body) => (UpdateSubmissionDto.isCorrection(body) ? 'submissions:read' : null),
      ifMatch: (body) => UpdateSubmissionDto.isCorrection(body),
    },
    reply: { type: SubmissionView, etag: true },
    errors: ['duplicate_submission', 'no_places_left', 'too_many_edits'],
  })
  async update(
    @CurrentCaller() caller: Caller,
    @LockedResource(SubmissionPrecondition) submission: SubmissionEntity,
    @Body() { fields, read }: UpdateSubmissionDto,
  ): Promise<Reply<SubmissionView>> {
    const edits = fields ? await this.corrections.correct(caller, submission, fields) : submission.editCount;
    if (read !== undefined) await this.submissions.mark(submission, read);
    const reply = replyWith(await this.submissions.withRun(caller, submission));
    const isMark = read !== undefined && edits === submission.editCount; // it has no revision, and is always in the audit trail
    return isMark ? reply : reply.withRevisions(submission.editCount, edits);
  }

  @Delete(':id')
  @SubmissionId
  @Operation({
    operationId: 'deleteSubmission',
    summary: 'Delete a submission',
    description:
      'It goes to the trash, from which it can be restored for as many days as `trash_days` of the capabilities says; with 0 it is deleted at once. Its open runs are cancelled, and a mail about it that waits is not sent. With `permanently` it is deleted for good, from the trash as well. A person at the console is asked for a fresh proof only where there is no way back.',
    scope: 'submissions:delete',
    bucket: 'write',
    freshProof: ({ permanently }) => permanently === 'true',
    resource: SubmissionOrTrashedResolver,
    query: DeleteSubmissionDto,
    reply: { type: null },
  })
  async delete(
    @CurrentCaller() caller: Caller,
    @Resource(SubmissionOrTrashedResolver) submission: SubmissionEntity,
    @Query() { permanently = false }: DeleteSubmissionDto,
  ): Promise<Reply> {
    await this.deletions.delete(caller, submission, permanently);
    return Reply.deleted();
  }
}

const replyWith = (found: SubmissionWithRun): Reply<SubmissionView> =>
  Reply.of(SubmissionView.of(found)).withEtag(submissionEtag(found.submission));
