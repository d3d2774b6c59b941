import { Injectable } from '@nestjs/common';
import type { Caller } from '../../api/auth/caller';
import { ApiError } from '../../api/errors/api-error';
import { Cursors, type Page } from '../../api/pagination/cursors';
import type { PagedDto } from '../../api/pagination/page.dto';
import { newId } from '../../platform/ids.rules';
import { DeletionService } from '../trash/deletion.service';
import type { SubmissionAction } from '../batch/submission-batch.dto';
import { SearchFilterDto } from '../submission-input.dto';
import { type SubmissionCount, SubmissionCountsRepository } from './submission-counts.repository';
import type { JobFilterDto } from './submission-job.dto';
import type { SubmissionJobEntity } from './submission-job.entity';
import { SubmissionJobRunner } from './submission-job-runner';
import { SubmissionJobsRepository } from './submission-jobs.repository';

@Injectable()
export class SubmissionJobsService {
  constructor(
    private readonly jobs: SubmissionJobsRepository,
    private readonly counts: SubmissionCountsRepository,
    private readonly runner: SubmissionJobRunner,
    private readonly deletions: DeletionService,
    private readonly cursors: Cursors,
  ) {}

  count(caller: Caller, filter: JobFilterDto): Promise<SubmissionCount> {
    return this.counts.count(caller, SearchFilterDto.toFilter(filter), filter.form ?? null);
  }

  /** Creates a job for the submissions that fit the filter now. Workers carry it out. Throws 409 while another one is open. */
  async create(caller: Caller, { action, permanently }: SubmissionAction, filter: JobFilterDto): Promise<SubmissionJobEntity> {
    if (action === 'delete') await this.deletions.requireProof(caller, permanently);
    const formId = filter.form ?? null;
    if (await this.jobs.isAnyOpen(caller.accountId, formId)) throw new ApiError('job_running');
    const { count, isComplete } = await this.count(caller, filter);
    return this.jobs.insert(caller, { id: newId(), action, permanently, filter, formId, total: isComplete ? count : null });
  }

  /** A job that has ended stays as it is. */
  async cancel(caller: Caller, { id }: SubmissionJobEntity): Promise<SubmissionJobEntity> {
    await this.runner.end(id, 'cancelled');
    return (await this.jobs.visible(caller, id))!;
  }

  list(caller: Caller, query: PagedDto): Promise<Page<SubmissionJobEntity>> {
    const scope = { list: 'submission jobs', keyId: caller.keyId, formId: null, filters: {} };
    return this.cursors.page<SubmissionJobEntity>(scope, query, {
      find: (start, limit) => this.jobs.list(caller, start?.position ?? null, limit),
      positionOf: ({ createdAt: at, id }) => ({ at, id }),
    });
  }
}
