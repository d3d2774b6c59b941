import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { DestinationHealthRepository } from '../../destination-health.repository';
import type { ChannelNode } from '../../workflow.resolver';
import { RunsRepository } from '../store/runs.repository';
import type { RetriedWorkflow } from './retry.rules';
import { RunRetryService, type RunRetries } from './run-retry.service';

const BATCH = 200;

@Injectable()
export class ChannelResendService {
  constructor(
    private readonly runs: RunsRepository,
    private readonly retries: RunRetryService,
    private readonly health: DestinationHealthRepository,
  ) {}

  /**
   * Enables the channel and retries a batch of the runs that have failed there, the newest first. Retries are newer than `before`, so that a
   * receiver that refuses them again is not asked for ever.
   */
  async sendAgain(
    caller: Caller,
    { formId, workflowId, nodeId }: ChannelNode,
    { workflow, before }: { workflow: RetriedWorkflow; before: string | null },
  ): Promise<RunRetries & { before: string | null }> {
    await this.health.enable(workflowId, nodeId);
    const ids = await this.runs.failedAt({ formId, nodeId }, before, BATCH + 1);
    const batch = ids.slice(0, BATCH);
    const retries = await this.retries.retryMany(caller, [...batch].sort(), { workflow, isConfirmed: false });
    return { ...retries, before: ids.length > BATCH ? batch.at(-1)! : null };
  }
}
