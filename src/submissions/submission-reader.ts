import { Injectable } from '@nestjs/common';
import { type DeliveryHistory, historiesIn } from '../workflows/runs/history/delivery-history.rules';
import { MAX_ROWS_OF_PAGE, SubmissionPagesRepository } from './submission-pages.repository';
import type { SubmissionFilter } from './submission-filter.types';
import type { NotifyingSubmission } from './submissions.repository';

/** Submissions in the order of the filter, with the delivery histories if they were requested. */
export interface ReadSubmissions {
  submissions: NotifyingSubmission[];
  histories: Map<string, DeliveryHistory>;
}

export interface ReadOptions {
  withHistories: boolean;
  /** The most submissions to read. The newest ones are read, in either order. */
  limit?: number;
}

@Injectable()
export class SubmissionReader {
  constructor(private readonly pages: SubmissionPagesRepository) {}

  areMoreThan(formId: string, filter: SubmissionFilter, most: number): Promise<boolean> {
    return this.pages.areMoreThan(formId, filter, most);
  }

  /**
   * Yields the submissions that match a filter, in pages of at most 500. Each page is a statement of its own, so that no transaction stays
   * open while the consumer works. Submissions that are stored after the start are left out, whatever their time. The pages end early when
   * the form is deleted meanwhile.
   */
  async *read(
    formId: string,
    filter: SubmissionFilter,
    { withHistories, limit = Infinity }: ReadOptions,
  ): AsyncGenerator<ReadSubmissions, void, undefined> {
    const upTo = await this.pages.latestChange(formId);
    const reads = await this.pages.reads();
    let after = filter.order === 'oldest' && limit < Infinity ? await this.pages.before(formId, filter, { upTo, newest: limit }) : null;
    let rows = FIRST_ROWS;
    let left = limit;
    for (let hasMore = true; hasMore && left > 0;) {
      const range = { upTo, after, limit: Math.min(rows, left), withRuns: withHistories, reads };
      const page = await this.pages.page(formId, filter, range);
      const { submissions, newestRuns, reached, looked } = page;
      yield { submissions, histories: historiesIn(newestRuns) };
      if (!reached) return;
      after = reached;
      left -= submissions.length;
      rows = nextRows(rows, looked);
      ({ hasMore } = page);
    }
  }
}

/** Halves or doubles the rows: when a page reached its limit of bytes, the next one asks for at most twice the rows that fitted. */
const nextRows = (rows: number, read: number): number => Math.min(MAX_ROWS_OF_PAGE, read < rows ? Math.max(2 * read, 1) : 2 * rows);

const FIRST_ROWS = 125;
