import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import { PagedDto } from '../../api/pagination/page.dto';
import { SubmissionBatchDto } from '../batch/submission-batch.dto';
import { CreateSubmissionJobDto, JobFilterDto, SubmissionCountView, SubmissionJobView } from './submission-job.dto';
import type { SubmissionJobEntity } from './submission-job.entity';
import { SubmissionJobResolver } from './submission-job.resolver';
import { SubmissionJobsService } from './submission-jobs.service';

const JobParam = ApiParam({ name: 'job', description: 'The id of an action on many submissions.', type: 'string', format: 'uuid' });

@ApiTags('Submissions')
@Controller('v1')
export class SubmissionJobsController {
  constructor(private readonly jobs: SubmissionJobsService) {}

  @Get('submissions/count')
  @Operation({
    operationId: 'countSubmissions',
    summary: 'Count the submissions that fit a filter',
    scope: 'submissions:read',
    bucket: 'read',
    query: JobFilterDto,
    reply: { type: SubmissionCountView },
  })
  async count(@CurrentCaller() caller: Caller, @Query() filter: JobFilterDto): Promise<SubmissionCountView> {
    const { count, isComplete } = await this.jobs.count(caller, filter);
    return { count, complete: isComplete };
  }

  @Post('submission-jobs')
  @Operation({
    operationId: 'createSubmissionJob',
    summary: 'Mark, release, quarantine, delete or restore all submissions that fit a filter',
    description:
      'Workers do it in batches, each of which happens or does not. The submissions are those that fit now: what arrives or is changed later is left alone. `delete` and `restore` need `submissions:delete` besides, the other actions `submissions:update`; the rights of the key are read again for each batch. One at a time for a form, or for all of them: else 409 `job_running`. When it has ended, the audit trail has one event with the count.',
    scope: 'submissions:read',
    bucket: 'write',
    idempotencyKey: 'optional',
    body: {
      type: CreateSubmissionJobDto,
      scope: (body) => CreateSubmissionJobDto.scopeOf(body),
      freshProof: (body) => SubmissionBatchDto.isForGood(body),
      example: { action: 'read', filters: { read_status: 'unread' } },
    },
    reply: { type: SubmissionJobView, status: 202, location: true },
    errors: ['job_running'],
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateSubmissionJobDto): Promise<Reply<SubmissionJobView>> {
    const job = await this.jobs.create(caller, SubmissionBatchDto.toAction(body), CreateSubmissionJobDto.toFilter(body));
    return Reply.of(SubmissionJobView.from(job)).withLocation(`/v1/submission-jobs/${job.id}`);
  }

  @Get('submission-jobs')
  @Operation({
    operationId: 'listSubmissionJobs',
    summary: 'List actions on many submissions, newest first',
    description: 'Those of the last seven days that this key has asked for; with a key that sees all forms, those of the account.',
    scope: 'submissions:read',
    bucket: 'read',
    query: PagedDto,
    reply: { type: SubmissionJobView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PagedDto): Promise<Reply<SubmissionJobView[]>> {
    const { rows, nextCursor } = await this.jobs.list(caller, query);
    return Reply.of(rows.map((job) => SubmissionJobView.from(job))).withPage({ next_cursor: nextCursor });
  }

  @Get('submission-jobs/:job')
  @JobParam
  @Operation({
    operationId: 'getSubmissionJob',
    summary: 'Tell how far an action on many submissions is',
    scope: 'submissions:read',
    bucket: 'read',
    resource: SubmissionJobResolver,
    reply: { type: SubmissionJobView },
  })
  read(@Resource(SubmissionJobResolver) job: SubmissionJobEntity): SubmissionJobView {
    return SubmissionJobView.from(job);
  }

  @Post('submission-jobs/:job/cancel')
  @JobParam
  @Operation({
    operationId: 'cancelSubmissionJob',
    summary: 'Cancel an action on many submissions',
    description: 'What it has changed stays changed. One that has ended stays as it is.',
    scope: { anyOf: ['submissions:update', 'submissions:delete'] },
    bucket: 'write',
    resource: SubmissionJobResolver,
    reply: { type: SubmissionJobView },
  })
  async cancel(@CurrentCaller() caller: Caller, @Resource(SubmissionJobResolver) job: SubmissionJobEntity): Promise<SubmissionJobView> {
    return SubmissionJobView.from(await this.jobs.cancel(caller, job));
  }
}
