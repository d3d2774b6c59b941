import { Injectable } from '@nestjs/common';
import { ObjectRemovalService } from '../files/object-removal.service';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Transactions } from '../platform/database/transactions';
import { PeriodicTask } from '../platform/lifecycle/periodic-tasks';
import { ErasureFindingsService } from './erasure-findings.service';
import { ErasureLedger } from './erasure-ledger';
import { ErasureReplayService } from './erasure-replay.service';
import { ErasureSearchRepository, ROWS_OF_PAGE } from './erasure-search.repository';
import { ERASURE_PARTS, type ErasedBatch, type ErasurePart, type OpenErasure } from './erasure.types';
import { type ErasurePlace, ErasuresRepository } from './erasures.repository';
import { SoughtValue } from './sought-value.rules';

/** What a batch has looked at. */
interface Searched {
  found: Pick<ErasedBatch, 'submissionIds' | 'testRunIds' | 'linkIds'>;
  oldest: Date | null;
  /** Null when the part was searched to its end. */
  afterId: string | null;
}

/** The value is bound to its erasure. */
export const erasureSealer = (keys: SecretKeys): Sealer => new Sealer(keys, 'erasures');

/**
 * Searches forms for a value and erases what has it, batch by batch. A batch is noted in the ledger before it is deleted and counted in
 * one transaction, so that a process may be killed at any time: what it noted and did not delete is deleted by the next.
 */
@Injectable()
export class ErasureJobService {
  private readonly sealer: Sealer;

  constructor(
    private readonly erasures: ErasuresRepository,
    private readonly search: ErasureSearchRepository,
    private readonly findings: ErasureFindingsService,
    private readonly ledger: ErasureLedger,
    private readonly replay: ErasureReplayService,
    private readonly removal: ObjectRemovalService,
    private readonly transactions: Transactions,
    keys: SecretKeys,
  ) {
    this.sealer = erasureSealer(keys);
  }

  /** Does one batch of the oldest erasure; true when there may be another. */
  @PeriodicTask({ name: 'erasures', processes: 'worker', everySeconds: 2, dutyCycle: 0.5 })
  async runBatch(): Promise<boolean> {
    await this.replay.missing();
    const erasure = await this.erasures.oldestOpen();
    if (!erasure) return false;
    if (erasure.formId === null && !erasure.dryRun) while (await this.removal.removeBatch());
    return this.transactions.runRepeatedly(() => this.advance());
  }

  private async advance(): Promise<boolean> {
    const applied = await this.erasures.lockLedger(false);
    if (applied === null) return false; // another process is at it
    if (await this.applyLeftOver(applied)) return true;
    const erasure = await this.erasures.oldestOpen();
    if (!erasure) return false;
    if (erasure.formId === null) await this.erasures.finish(erasure.id);
    else await this.searchFurther(erasure, erasure.formId, applied);
    return true;
  }

  /** A process was killed after it had noted a batch. */
  private async applyLeftOver(applied: number): Promise<boolean> {
    for await (const batch of this.ledger.after(applied)) {
      await this.replay.apply(batch);
      return true;
    }
    return false;
  }

  private async searchFurther(erasure: OpenErasure, formId: string, applied: number): Promise<void> {
    const { id, accountId, dryRun, part } = erasure;
    const { found, oldest, afterId } = await this.searchPages(erasure, formId);
    if (!isEmpty(found)) {
      const batch = { erasureId: id, accountId, formId, ...found, number: applied + 1 };
      const findings = await this.findings.of(batch, oldest);
      if (dryRun) await this.erasures.addFindings(id, formId, findings);
      else {
        await this.ledger.write(batch);
        await this.replay.apply(batch, findings);
      }
    }
    await this.erasures.proceed(id, afterId === null ? nextPart(part) : { isNextForm: false, part, afterId });
  }

  /** Most pages have nothing, so a batch ends with the first that has something. */
  private async searchPages(erasure: OpenErasure, formId: string): Promise<Searched> {
    let searched = await this.searchPage(erasure, formId);
    for (let page = 1; page < MAX_PAGES && isEmpty(searched.found) && searched.afterId !== null; page += 1)
      searched = await this.searchPage({ ...erasure, afterId: searched.afterId }, formId);
    return searched;
  }

  private async searchPage(erasure: OpenErasure, formId: string): Promise<Searched> {
    const { id, part, field, sealedValue } = erasure;
    const value = this.sealer.openOrThrow(sealedValue, id, 'The value of an erasure').toString();
    const sought = new SoughtValue(value, field);
    if (part === 'links') return this.searchLinks(sought, formId);
    const emailFields = await this.search.emailFields(formId);
    return part === 'tests'
      ? this.searchTests(sought, erasure, formId, emailFields)
      : this.searchSubmissions(sought, erasure, formId, emailFields);
  }

  private async searchSubmissions(
    sought: SoughtValue,
    { afterId, createdAt }: OpenErasure,
    formId: string,
    emailFields: Set<string>,
  ): Promise<Searched> {
    const rows = await this.search.submissions(formId, afterId, createdAt);
    const hits = rows.filter(({ fields, files }) => sought.isIn(fields, emailFields) || sought.isNameOf(files ?? []));
    const few = hits.slice(0, MAX_DELETED);
    const last = hits.length > few.length ? few.at(-1)! : rows.length === ROWS_OF_PAGE ? rows.at(-1)! : null;
    const oldest = few.reduce<Date | null>((at, row) => (at && at < row.receivedAt ? at : row.receivedAt), null);
    return { found: { ...NOTHING, submissionIds: few.map(({ id }) => id) }, oldest, afterId: last?.id ?? null };
  }

  private async searchTests(
    sought: SoughtValue,
    { afterId, createdAt }: OpenErasure,
    formId: string,
    emailFields: Set<string>,
  ): Promise<Searched> {
    const rows = await this.search.tests(formId, afterId, createdAt);
    const hits = rows.filter(({ input }) => sought.isIn(input, emailFields));
    const last = rows.length === ROWS_OF_PAGE ? rows.at(-1)! : null;
    return { found: { ...NOTHING, testRunIds: hits.map(({ id }) => id) }, oldest: null, afterId: last?.id ?? null };
  }

  private async searchLinks(sought: SoughtValue, formId: string): Promise<Searched> {
    const hits = (await this.search.links(formId)).filter(({ name, filters }) => sought.isHeldBy([name, filters]));
    return { found: { ...NOTHING, linkIds: hits.map(({ id }) => id) }, oldest: null, afterId: null };
  }
}

const NOTHING = { submissionIds: [], testRunIds: [], linkIds: [] };

const isEmpty = (found: Searched['found']): boolean => Object.values(found).every((ids) => ids.length === 0);

/** Of a batch. */
const MAX_PAGES = 25;

/** Submissions that are deleted at once, while the counters of their form are locked. */
const MAX_DELETED = 50;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

function nextPart(part: ErasurePart): ErasurePlace {
  const next = ERASURE_PARTS[ERASURE_PARTS.indexOf(part) + 1];
  return { isNextForm: next === undefined, part: next ?? ERASURE_PARTS[0], afterId: FIRST_ID };
}
