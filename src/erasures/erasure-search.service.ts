import { Injectable } from '@nestjs/common';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { ErasureSearchRepository, ROWS_OF_PAGE } from './erasure-search.repository';
import type { OpenErasure } from './erasure.entity';
import type { ErasedBatch } from './erasure.types';
import type { Test } from './erasure-search.types';
import { SearchedValue } from './searched-value.rules';

/** What was looked at. */
export interface Searched {
  found: Pick<ErasedBatch, 'submissionIds' | 'testRunIds' | 'linkIds'>;
  /** When the first of the submissions was received; null for none. */
  oldest: Date | null;
  /** Null when the part was searched to its end. */
  afterId: string | null;
}

/** The value is bound to its erasure. */
export const erasureSealer = (keys: SecretKeys): Sealer => new Sealer(keys, 'erasures');

/** Searches a form for the value of an erasure, from the place on up to which it has come. */
@Injectable()
export class ErasureSearchService {
  private readonly sealer: Sealer;

  constructor(
    private readonly rows: ErasureSearchRepository,
    keys: SecretKeys,
  ) {
    this.sealer = erasureSealer(keys);
  }

  /** In a transaction: pages of one part, up to the first that has something, since most have nothing. */
  async pages(erasure: OpenErasure, formId: string, maxPages: number): Promise<Searched & { pages: number }> {
    let searched = await this.page(erasure, formId);
    let pages = 1;
    for (; pages < maxPages && isEmpty(searched.found) && searched.afterId !== null; pages += 1)
      searched = await this.page({ ...erasure, afterId: searched.afterId }, formId);
    return { ...searched, pages };
  }

  private async page(erasure: OpenErasure, formId: string): Promise<Searched> {
    const { id, part, field, sealedValue } = erasure;
    const value = this.sealer.openOrThrow(sealedValue, id, 'The value of an erasure').toString();
    const searchedValue = new SearchedValue(value, field);
    if (part === 'links') return this.links(searchedValue, formId);
    const emailFields = await this.rows.emailFields(formId);
    return part === 'tests'
      ? this.tests(searchedValue, erasure, formId, emailFields)
      : this.submissions(searchedValue, erasure, formId, emailFields);
  }

  private async submissions(
    searchedValue: SearchedValue,
    { afterId, createdAt }: OpenErasure,
    formId: string,
    emailFields: Set<string>,
  ): Promise<Searched> {
    const rows = await this.rows.submissions(formId, afterId, createdAt);
    const isIn = matchOf(searchedValue, emailFields);
    const hits = rows.filter((row) => isIn(row) || searchedValue.isNameOf(row.files ?? []));
    const few = hits.slice(0, MAX_DELETED);
    const last = hits.length > few.length ? few.at(-1)! : rows.length === ROWS_OF_PAGE ? rows.at(-1)! : null;
    const oldest = few.reduce<Date | null>((at, row) => (at && at < row.receivedAt ? at : row.receivedAt), null);
    return { found: { ...NOTHING, submissionIds: few.map(({ id }) => id) }, oldest, afterId: last?.id ?? null };
  }

  private async tests(
    searchedValue: SearchedValue,
    { afterId, createdAt }: OpenErasure,
    formId: string,
    emailFields: Set<string>,
  ): Promise<Searched> {
    const rows = await this.rows.tests(formId, afterId, createdAt);
    const hits = rows.filter(matchOf(searchedValue, emailFields));
    const last = rows.length === ROWS_OF_PAGE ? rows.at(-1)! : null;
    return { found: { ...NOTHING, testRunIds: hits.map(({ id }) => id) }, oldest: null, afterId: last?.id ?? null };
  }

  private async links(searchedValue: SearchedValue, formId: string): Promise<Searched> {
    const hits = (await this.rows.links(formId)).filter(({ name, filters }) => searchedValue.isHeldBy([name, filters]));
    return { found: { ...NOTHING, linkIds: hits.map(({ id }) => id) }, oldest: null, afterId: null };
  }
}

/** Also among the values of names that no field has, where any may be an e-mail address. */
const matchOf =
  (searchedValue: SearchedValue, emailFields: Set<string>) =>
  ({ fields, otherValues }: Pick<Test, 'fields' | 'otherValues'>): boolean =>
    searchedValue.isIn(fields, emailFields) || (otherValues !== null && searchedValue.isIn(otherValues, ANY_NAME));

const ANY_NAME = { has: () => true };

const NOTHING = { submissionIds: [], testRunIds: [], linkIds: [] };

/** Whether nothing has the value. */
export const isEmpty = (found: Searched['found']): boolean => Object.values(found).every((ids) => ids.length === 0);

/** Submissions that are deleted at once, while the counters of their form are locked. */
const MAX_DELETED = 50;
