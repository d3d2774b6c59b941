import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { ApiError, type ErrorCode } from '../../../api/errors/api-error';
import { requireScope } from '../../../api/operation/scope.guard';
import type { WorkflowRunEntity } from '../store/workflow-run.entity';
import { RunsRepository } from '../store/runs.repository';
import { RunControlService } from './run-control.service';

export interface RunRetries {
  retried: { id: string; newId: string }[];
  refused: { id: string; code: ErrorCode }[];
}

/** Retries many runs, in the transaction of the request. */
@Injectable()
export class RunRetriesService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly control: RunControlService,
  ) {}

  /** Runs that cannot be retried are refused one by one. */
  async retry(caller: Caller, ids: readonly string[], isConfirmed: boolean): Promise<RunRetries> {
    const found = new Map((await this.runs.visibleOf(caller, ids)).map((run) => [run.id, run]));
    const retries: RunRetries = { retried: [], refused: [] };
    for (const id of ids) {
      const run = found.get(id);
      const result = run ? await this.retryOne(caller, run, isConfirmed) : { code: 'resource_not_found' as const };
      if ('code' in result) retries.refused.push({ id, code: result.code });
      else retries.retried.push({ id, newId: result.newId });
    }
    return retries;
  }

  /** A refusal is found before anything is written. */
  private async retryOne(caller: Caller, run: WorkflowRunEntity, isConfirmed: boolean): Promise<{ newId: string } | { code: ErrorCode }> {
    try {
      requireScope(caller, controlScopeOf(run));
      return { newId: (await this.control.retry(run, isConfirmed)).id };
    } catch (error) {
      if (error instanceof ApiError) return { code: error.code };
      throw error;
    }
  }
}

/** The scope that controls a run. */
export const controlScopeOf = ({ runKind }: Pick<WorkflowRunEntity, 'runKind'>) =>
  runKind === 'test' ? 'workflows:test' : 'workflows:publish';
