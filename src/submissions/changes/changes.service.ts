import { Injectable } from '@nestjs/common';
import { ApiError } from '../../api/errors/api-error';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { ChangeCursors, type ChangePosition } from './change-cursors';
import { type Change, ChangesRepository } from './changes.repository';

export interface ChangePage {
  changes: Change[];
  nextCursor: string;
  hasMore: boolean;
}

export interface AskedChanges {
  /** The end of the page before; undefined for the beginning. */
  cursor: string | undefined;
  limit: number;
  /** Undefined for both. */
  isImported?: boolean;
}

/** The changes of the submissions of a form, for consumers that keep a copy. */
@Injectable()
export class ChangesService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly cursors: ChangeCursors,
  ) {}

  /**
   * The changes after a cursor, or all submissions. A limit of 0 gives the cursor of the end. Deletions pass the filter, with which a page
   * may be short before the end. Throws 400 for a text that is no cursor of this form, and 410 when changes after it are forgotten or unknown.
   */
  async page(formId: string, { cursor, limit, isImported }: AskedChanges): Promise<ChangePage> {
    const after = cursor === undefined ? null : this.cursors.read(formId, cursor);
    const found = await this.changes.after(formId, after?.number ?? 0, limit + 1, isImported);
    const { epoch, lastNumber, forgottenNumber, reachedNumber } = found;
    if (after && (after.epoch !== epoch || after.number > lastNumber || newestOf(after) < forgottenNumber))
      throw new ApiError('cursor_expired');
    const changes = found.changes.slice(0, limit);
    const end = found.changes.length > limit ? (changes.at(-1)?.changeNumber ?? null) : reachedNumber;
    const hasMore = limit > 0 && end !== null;
    const position = { epoch, begunAt: after?.begunAt ?? lastNumber, number: hasMore ? end : lastNumber };
    return { changes, nextCursor: this.cursors.write(formId, position), hasMore };
  }

  @PeriodicTask({ name: 'sweep of old deletions', processes: 'worker', everySeconds: HOURLY })
  forgetDeletions(): Promise<number> {
    return this.changes.forgetDeletions();
  }
}

/** A copy that was begun after a deletion does not have what was deleted. */
const newestOf = ({ begunAt, number }: ChangePosition): number => Math.max(begunAt, number);
