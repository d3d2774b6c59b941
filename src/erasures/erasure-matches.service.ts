import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { mergedReceivers, receiversOfLinks, receiversOfMails, receiversOfSteps } from './data-receivers.rules';
import { ErasureSearchRepository } from './erasure-search.repository';
import type { ErasedBatch } from './erasure.types';
import type { ErasureMatches } from './erasures.repository';

const DAY_MS = 24 * 3_600_000;

/** Tells what is about to be erased, and who has got it. */
@Injectable()
export class ErasureMatchesService {
  constructor(
    private readonly search: ErasureSearchRepository,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {}

  /** @param oldest when the first of the submissions was received; null for none */
  async of({ formId, submissionIds, testRunIds }: ErasedBatch, oldest: Date | null): Promise<ErasureMatches> {
    const counts = await this.search.count(formId, submissionIds, testRunIds);
    if (submissionIds.length === 0 || !oldest) return { counts, receivers: [], receiversSince: null };
    const receivers = mergedReceivers([
      ...receiversOfSteps(formId, await this.search.steps(formId, submissionIds)),
      ...receiversOfMails(formId, await this.search.notified(formId, submissionIds)),
      ...receiversOfLinks(formId, await this.search.linksReadSince(formId, oldest)),
    ]);
    const keptSince = new Date(Date.now() - this.config.retention.runsDays * DAY_MS);
    return { counts, receivers, receiversSince: oldest < keptSince ? keptSince : null };
  }
}
