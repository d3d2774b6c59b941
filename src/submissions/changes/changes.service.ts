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
  /** The cursor of the page before; undefined for the beginning. */
  cursor: string | undefined;
  limit: number;
  /** Undefined for all submissions. */
  isImported?: boolean;
}

@Injectable()
export class ChangesService {
  constructor(
    private readonly changes: ChangesRepository,
    private readonly cursors: ChangeCursors,
  ) {}

  /**
   * Returns the changes after a cursor, or all submissions. A limit of 0 returns the cursor of the end. A filter does not apply to
   * deletions, and with a filter a page may be short before the end. Throws 400 for an invalid cursor, and 410 when changes after the
   * cursor are forgotten or belong to another epoch.
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

/** Deletions before the beginning of a copy do not concern the copy. */
const newestOf = ({ begunAt, number }: ChangePosition): number => Math.max(begunAt, number);
