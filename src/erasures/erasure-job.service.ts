import { Injectable, Logger } from '@nestjs/common';
import { ObjectRemovalService } from '../files/object-removal.service';
import { databaseFailureOf } from '../platform/database/database-errors.rules';
import { Transactions } from '../platform/database/transactions';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { failureInWords, passesByItself, RefusedBatch } from './erasure-failure';
import { ErasureLog } from './erasure-log';
import { ErasureReapplyService } from './erasure-reapply.service';
import { ErasureSearchService, isEmpty } from './erasure-search.service';
import type { OpenErasure } from './erasure.entity';
import { ERASURE_PARTS, type ErasurePart } from './erasure.types';
import { type ErasurePlace, ErasuresRepository, type Turn } from './erasures.repository';

/** The number of pages searched, `searched` when nothing is left, or `elsewhere` when another process works on the erasure. */
type Step = number | 'searched' | 'elsewhere';

/**
 * Searches forms for values and erases the matches. Erasures take turns, account by account, so that none waits for another to end. Matches
 * are logged before one transaction deletes and counts them, so a process may be killed at any time: the next one finds what is left.
 */
@Injectable()
export class ErasureJobService {
  private readonly log = new Logger('Erasures');
  private lastAccountId = FIRST_ID;

  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly search: ErasureSearchService,
    private readonly erasureLog: ErasureLog,
    private readonly reapply: ErasureReapplyService,
    private readonly removal: ObjectRemovalService,
    private readonly transactions: Transactions,
  ) {}

  /** Takes one turn of one erasure; true when another turn may follow. */
  @PeriodicTask({ name: 'erasures', processes: 'worker', everySeconds: 2, dutyCycle: 0.5 })
  async runBatch(): Promise<boolean> {
    await this.reapply.missing();
    const erasure = await this.erasures.next(this.lastAccountId);
    if (!erasure) return false;
    this.lastAccountId = erasure.accountId;
    try {
      return await this.takeTurn(erasure);
    } catch (error) {
      if (databaseFailureOf(error) === 'unavailable') throw error;
      await this.noteFailure(erasure.id, error);
      return true;
    }
  }

  private async takeTurn({ id, dryRun }: Turn): Promise<boolean> {
    for (let pages = 0; pages < PAGES_OF_TURN;) {
      const step = await this.transactions.runRepeatedly(() => this.step(id, PAGES_OF_TURN - pages));
      if (step === 'elsewhere') return false;
      if (step === 'searched') {
        if (!dryRun && (await this.removal.removeBatch())) await this.erasures.yieldTurn(id);
        else await this.erasures.finish(id);
        return true;
      }
      pages += step;
    }
    return true;
  }

  private async step(id: string, maxPages: number): Promise<Step> {
    const erasure = await this.erasures.lockOpen(id);
    if (!erasure) return 'elsewhere';
    if (erasure.formId === null) return 'searched';
    const applied = erasure.dryRun ? 0 : await this.erasures.lockLog(false);
    return applied === null ? 'elsewhere' : this.searchFurther(erasure, erasure.formId, applied, maxPages);
  }

  private async searchFurther(erasure: OpenErasure, formId: string, applied: number, maxPages: number): Promise<number> {
    const { id, accountId, dryRun, part } = erasure;
    const { found, oldest, afterId, pages } = await this.search.pages(erasure, formId, maxPages);
    const hasFound = !isEmpty(found);
    if (hasFound) {
      const batch = { erasureId: id, accountId, formId, ...found };
      const matches = await this.search.matchesOf(batch, oldest);
      if (dryRun) await this.erasures.addMatches(id, formId, matches);
      else await this.reapply.apply(await this.erasureLog.write(batch, applied + 1), matches);
    }
    await this.erasures.proceed(id, afterId === null ? nextPart(part) : { isNextForm: false, part, afterId });
    return pages + (hasFound ? PAGES_OF_MATCHES : 0);
  }

  /** Ends an erasure after repeated failures. Outages of the database and the object store do not count. */
  private async noteFailure(id: string, error: unknown): Promise<void> {
    const err = error instanceof RefusedBatch ? error.cause : error;
    const tries = await this.erasures.postpone(id, !passesByItself(err));
    if (tries >= MAX_TRIES) await this.erasures.fail(id, failureInWords(err));
    const outcome = tries >= MAX_TRIES ? 'has failed' : 'failed and will be retried';
    this.log.warn({ err, erasure_id: id, tries }, `An erasure ${outcome}.`);
  }
}

/** The length of a turn, for which other erasures wait: about half a second. */
const PAGES_OF_TURN = 25;
/** Deleting a batch counts like this number of pages, since it takes about as long. */
const PAGES_OF_MATCHES = 5;

/** The number of failures at one position, within half a minute, after which an erasure fails. */
const MAX_TRIES = 5;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

function nextPart(part: ErasurePart): ErasurePlace {
  const next = ERASURE_PARTS[ERASURE_PARTS.indexOf(part) + 1];
  return { isNextForm: next === undefined, part: next ?? ERASURE_PARTS[0], afterId: FIRST_ID };
}
