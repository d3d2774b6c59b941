import { parse, stringify } from 'uuid';
import type { Clock } from '../../platform/time';
import { Sealer } from '../../platform/crypto/sealer';
import type { SecretKeys } from '../../platform/crypto/secret-keys';
import { ApiError } from '../errors/api-error';
import { DEFAULT_LIMIT, type PagedDto } from './page.dto';

/** The query that a cursor belongs to. With another list, key, form or filter it is invalid; the page size may change. */
export interface CursorScope {
  list: string;
  keyId: string;
  formId: string | null;
  filters: Readonly<Record<string, string | undefined>>;
}

/** The row that a page begins after: its time, stored to the millisecond, and its UUID, which orders rows of the same time. */
export interface Position {
  at: Date;
  id: string;
}

export type Direction = 'next' | 'previous';

export interface PageStart {
  position: Position;
  direction: Direction;
}

export interface PageSource<Row> {
  /** At most `limit` rows from a start on, or of the beginning of the list, always in the order of the list. */
  find: (start: PageStart | null, limit: number) => Promise<Row[]>;
  positionOf: (row: Row) => Position;
  /** After `find`: the position at which it stopped looking; null when it has found all that was asked for, or the end. */
  stoppedAt?: () => Position | null;
}

export interface Page<Row> {
  rows: Row[];
  perPage: number;
  nextCursor: string | null;
  /** A list that only goes forward leaves it out of its answer. */
  prevCursor: string | null;
  /** The begin of the next page; null on the last one. */
  end: Position | null;
}

/**
 * Cursors of paged lists. They are encrypted, since a position reveals times and ids, and expire after 24 hours. They grant nothing:
 * every page checks again whether the caller may read the list.
 */
export class Cursors {
  private readonly sealer: Sealer;

  constructor(
    keys: SecretKeys,
    private readonly clock: Clock,
  ) {
    this.sealer = new Sealer(keys, 'cursor');
  }

  /** Reads a page and one row more, which tells whether there is another page in that direction. */
  async page<Row>(scope: CursorScope, query: PagedDto, source: PageSource<Row>): Promise<Page<Row>> {
    const { find, positionOf, stoppedAt = () => null } = source;
    const { limit: perPage = DEFAULT_LIMIT, cursor } = query;
    const start = cursor === undefined ? null : this.read(scope, cursor);
    const found = await find(start, perPage + 1);
    const hasMore = found.length > perPage;
    const isBackwards = start?.direction === 'previous';
    const rows = isBackwards ? found.slice(-perPage) : found.slice(0, perPage);
    const last = rows.at(-1);
    const end = isBackwards || hasMore ? (last === undefined ? null : positionOf(last)) : stoppedAt();
    const first = start && (!isBackwards || hasMore) ? rows[0] : undefined;
    return {
      rows,
      perPage,
      nextCursor: end && this.write(scope, end, 'next'),
      prevCursor: first === undefined ? null : this.write(scope, positionOf(first), 'previous'),
      end,
    };
  }

  write(scope: CursorScope, { at, id }: Position, direction: Direction): string {
    const bytes = Buffer.alloc(PAYLOAD_BYTES);
    bytes.writeUInt8(DIRECTIONS.indexOf(direction), 0);
    bytes.writeDoubleBE(at.getTime(), AT_START);
    bytes.writeDoubleBE(this.clock.now().getTime(), ISSUED_AT_START);
    bytes.set(parse(id), ID_START);
    return this.sealer.seal(bytes, canonical(scope)).toString('base64url');
  }

  /** Throws the same `invalid_cursor` for every token that is not an unexpired cursor of this scope. */
  read(scope: CursorScope, token: string): PageStart {
    const bytes = this.sealer.open(strictlyDecoded(token), canonical(scope));
    if (!bytes || !this.isUnexpired(bytes.readDoubleBE(ISSUED_AT_START))) throw new ApiError('invalid_cursor');
    const at = new Date(bytes.readDoubleBE(AT_START));
    return { position: { at, id: stringify(bytes, ID_START) }, direction: DIRECTIONS[bytes.readUInt8(0)]! };
  }

  /** The clock of the process that issued a cursor may be slightly ahead of this one's. */
  private isUnexpired(issuedAtMs: number): boolean {
    const ageMs = this.clock.now().getTime() - issuedAtMs;
    return ageMs >= -MAX_SKEW_MS && ageMs <= LIFETIME_MS;
  }
}

const DIRECTIONS: readonly Direction[] = ['next', 'previous'];
const LIFETIME_MS = 24 * 60 * 60 * 1000;
const MAX_SKEW_MS = 60 * 1000;
const AT_START = 1;
const ISSUED_AT_START = AT_START + 8;
const ID_START = ISSUED_AT_START + 8;
const PAYLOAD_BYTES = ID_START + 16;

function canonical({ list, keyId, formId, filters }: CursorScope): string {
  const names = Object.keys(filters).filter((name) => filters[name] !== undefined);
  return JSON.stringify([list, keyId, formId, names.sort().map((name) => [name, filters[name]])]);
}

/** Node ignores padding and invalid characters in base64url; only the canonical spelling is accepted. */
function strictlyDecoded(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : Buffer.alloc(0);
}
