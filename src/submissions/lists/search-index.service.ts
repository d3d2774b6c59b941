import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../../platform/config/config';
import { Transactions } from '../../platform/database/transactions';
import { BACKGROUND, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { SubmissionFilter } from '../submission-filter.types';
import { LAST_ID, SearchIndexRepository } from './search-index.repository';
import type { IndexUse } from './submission-lists.repository';
import { indexedTextOf, indexPatternsOf } from './search-text.rules';

/** Fills the index of searches behind the submissions, so that these do not pay for it. It follows the numbers of their changes. */
@Injectable()
export class SearchIndexService {
  constructor(
    private readonly index: SearchIndexRepository,
    private readonly transactions: Transactions,
    @Inject(CONFIG) private readonly config: Pick<Config, 'searchIndex'>,
  ) {}

  /** Returns how a search uses the index; null when it is better without. */
  async useFor({ search }: SubmissionFilter, formIds: readonly string[]): Promise<IndexUse | null> {
    if (this.config.searchIndex === 'off' || search === undefined) return null;
    const { terms: patterns, words } = indexPatternsOf(search);
    const expected = patterns.length === 0 ? null : await this.index.expectedIn(formIds, words);
    return expected === null || expected > MAX_EXPECTED ? null : { patterns, isRare: expected < FEW };
  }

  @PeriodicTask({ name: 'index of searches', processes: 'worker', everySeconds: 5, dutyCycle: BACKGROUND })
  async indexBatch(): Promise<boolean> {
    if (!(await this.index.exists())) return false;
    return this.transactions.runRepeatedly(async () => {
      if (!(await this.index.tryLock())) return false;
      return this.config.searchIndex === 'on' ? this.indexNext() : this.index.clear();
    });
  }

  private async indexNext(): Promise<boolean> {
    const form = await this.index.nextForm();
    if (!form) return false;
    const { formId, latest } = form;
    const submissions = await this.index.next(form, BATCH_SIZE, BATCH_BYTES);
    const bodies = submissions.map(({ fields, otherValues }) => indexedTextOf(fields, otherValues));
    await this.index.store(formId, submissions, bodies);
    const last = submissions.at(-1);
    const hasMore = last && (submissions.length === BATCH_SIZE || last.bytesUpTo >= BATCH_BYTES);
    const reached = hasMore ? last : { changeNumber: latest, id: LAST_ID };
    await this.index.proceed(formId, reached.changeNumber, reached.id);
    return true;
  }
}

/** The texts that the index reads in some hundred milliseconds. */
const MAX_EXPECTED = 50_000;

/** The texts that the index reads faster than one looks at the first submissions of a list. */
const FEW = 2_000;

/** Takes some ten milliseconds, during which the process does nothing else. */
const BATCH_SIZE = 100;
const BATCH_BYTES = 200_000;
