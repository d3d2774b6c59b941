import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { mergedReceivers, receiversOfLinks, receiversOfMails, receiversOfSteps } from './data-receivers.rules';
import { ErasureSearchRepository, ROWS_OF_PAGE } from './erasure-search.repository';
import type { OpenErasure } from './erasure.entity';
import type { ErasedBatch } from './erasure.types';
import type { Submission, Test } from './erasure-search.types';
import type { ErasureMatches } from './erasures.repository';
import { SearchedValue } from './searched-value.rules';

export interface Searched {
  found: Pick<ErasedBatch, 'submissionIds' | 'testRunIds' | 'linkIds'>;
  /** The earliest receipt time of the found submissions; null for none. */
  oldest: Date | null;
  /** Null when the part has been searched completely. */
  afterId: string | null;
}

/** Encrypts the searched value of each erasure and binds it to that erasure. */
export const erasureSealer = (keys: SecretKeys): Sealer => new Sealer(keys, 'erasures');

/** Searches a form for the value of an erasure, from the position reached, and finds out who received the matches. */
@Injectable()
export class ErasureSearchService {
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: ErasureSearchRepository,
    keys: SecretKeys,
    @Inject(CONFIG) private readonly config: Pick<Config, 'retention'>,
  ) {
    this.sealer = erasureSealer(keys);
  }

  /** Searches pages of one part until one has a match, since most have none. Needs a transaction. */
  async pages(erasure: OpenErasure, formId: string, maxPages: number): Promise<Searched & { pages: number }> {
    let searched = await this.page(erasure, formId);
    let pages = 1;
    for (; pages < maxPages && isEmpty(searched.found) && searched.afterId !== null; pages += 1)
      searched = await this.page({ ...erasure, afterId: searched.afterId }, formId);
    return { ...searched, pages };
  }

  /** Counts the rows of a batch and finds the receivers of its submissions, of which `known` is the earliest receipt time. */
  async matchesOf({ formId, submissionIds, testRunIds }: ErasedBatch, known?: Date | null): Promise<ErasureMatches> {
    const oldest = known === undefined ? await this.rows.oldest(formId, submissionIds) : known;
    const counts = await this.rows.count(formId, submissionIds, testRunIds);
    if (submissionIds.length === 0 || !oldest) return { counts, receivers: [], receiversSince: null };
    const receivers = mergedReceivers([
      ...receiversOfSteps(formId, await this.rows.steps(formId, submissionIds)),
      ...receiversOfMails(formId, await this.rows.notified(formId, submissionIds)),
      ...receiversOfLinks(formId, await this.rows.linksReadSince(formId, oldest)),
    ]);
    const keptSince = new Date(Date.now() - this.config.retention.runsDays * DAY_MS);
    return { counts, receivers, receiversSince: oldest < keptSince ? keptSince : null };
  }

  private async page({ id, part, field, sealedValue, afterId, createdAt }: OpenErasure, formId: string): Promise<Searched> {
    const value = new SearchedValue(this.sealer.openOrThrow(sealedValue, id, 'The value of an erasure').toString(), field);
    if (part === 'links') {
      const links = (await this.rows.links(formId)).filter(({ name, filters }) => value.isHeldBy([name, filters]));
      return { found: { ...NOTHING, linkIds: links.map(({ id: linkId }) => linkId) }, oldest: null, afterId: null };
    }
    const emailFields = await this.rows.emailFields(formId);
    const isIn = ({ fields, otherValues, otherValuesDropped }: Omit<Test, 'id'>): boolean =>
      value.isIn(fields, emailFields) ||
      (otherValues !== null && value.isIn(otherValues, ANY_NAME)) ||
      (otherValuesDropped !== null && value.isIn({ otherValuesDropped }, ANY_NAME));
    if (part === 'tests') {
      const tests = await this.rows.tests(formId, afterId, createdAt);
      const testRunIds = tests.filter(isIn).map(({ id: runId }) => runId);
      return { found: { ...NOTHING, testRunIds }, oldest: null, afterId: endOf(tests) };
    }
    const rows = await this.rows.submissions(formId, afterId, createdAt);
    const wasIn = ({ formerValues }: Submission): boolean => formerValues?.some((values) => value.isIn(values, emailFields)) ?? false;
    const hits = rows.filter((row) => isIn(row) || wasIn(row) || value.isNameOf(row.files ?? []));
    const few = hits.slice(0, MAX_DELETED);
    const oldest = few.reduce<Date | null>((at, row) => (at && at < row.receivedAt ? at : row.receivedAt), null);
    const found = { ...NOTHING, submissionIds: few.map(({ id: submissionId }) => submissionId) };
    return { found, oldest, afterId: hits.length > few.length ? few.at(-1)!.id : endOf(rows) };
  }
}

/** The id after which the next page begins; null after the last page. */
const endOf = (rows: readonly { id: string }[]): string | null => (rows.length === ROWS_OF_PAGE ? rows.at(-1)!.id : null);

/** Every value outside of fields may be an e-mail address. */
const ANY_NAME = { has: () => true };

const NOTHING = { submissionIds: [], testRunIds: [], linkIds: [] };

export const isEmpty = (found: Searched['found']): boolean => Object.values(found).every((ids) => ids.length === 0);

/** The number of submissions deleted in one transaction, which locks the counters of their form. */
const MAX_DELETED = 50;

const DAY_MS = 24 * 3_600_000;
