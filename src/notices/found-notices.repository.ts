import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { FILLED_ACCOUNTS, FOUND_OF_ACCOUNTS, FOUND_OF_FORMS, PAGE_ENDS } from './found-notices.sql';
import type { FoundRow } from './notice.types';

/** Reads what owners have to know, from the tables of other domains. */
@Injectable()
export class FoundNoticesRepository {
  constructor(private readonly database: Database) {}

  /** Reads the forms in pages of a thousand by key. */
  async pages(): Promise<[after: string, until: string][]> {
    const ends = (await this.database.query<{ id: string }>(PAGE_ENDS)).map(({ id }) => id);
    return [...ends, LAST].map((until, index) => [ends[index - 1] ?? FIRST, until]);
  }

  filledAccounts(): Promise<{ id: string; isFull: boolean }[]> {
    return this.database.query(FILLED_ACCOUNTS);
  }

  ofForms([after, until]: readonly [string, string], { filled, full }: { filled: string[]; full: string[] }): Promise<FoundRow[]> {
    return this.database.query(FOUND_OF_FORMS, [after, until, recentId(), full, filled]);
  }

  ofAccounts(): Promise<FoundRow[]> {
    return this.database.query(FOUND_OF_ACCOUNTS);
  }
}

const FIRST = '00000000-0000-0000-0000-000000000000';
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** An id that is older than those of the last forty days, which bounds the search for a mail of the last week. */
function recentId(): string {
  const hex = (Date.now() - 40 * 24 * 60 * 60 * 1000).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000`;
}
