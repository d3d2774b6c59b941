import { parse, stringify } from 'uuid';
import type { Clock } from '../../platform/time';
import { Sealer } from '../../platform/crypto/sealer';
import type { SecretKeys } from '../../platform/crypto/secret-keys';
import { ApiError } from '../errors/api-error';
import { DEFAULT_LIMIT, type PagedDto } from './page.dto';

/** The query that a cursor belongs to. The cursor is invalid for another list, key, form or filter, but not for another page size. */
export interface CursorScope {
  list: string;
  keyId: string;
  formId: string | null;
  filters: Readonly<Record<string, string | undefined>>;
}

/** The position after which a page begins: the time of a row, to the millisecond, and its UUID, which orders rows of the same time. */
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
  /** Reads at most `limit` rows in the order of the list, from a position or from the beginning. */
  find: (start: PageStart | null, limit: number) => Promise<Row[]>;
  positionOf: (row: Row) => Position;
  /** The position at which `find` has stopped searching; null when it has found `limit` rows or has reached the end. */
  stoppedAt?: () => Position | null;
}

export interface Page<Row> {
  rows: Row[];
  perPage: number;
  nextCursor: string | null;
  /** Left out of the answer of a list that only goes forward. */
  prevCursor: string | null;
  /** The position at which the next page begins; null on the last page. */
  end: Position | null;
}

/**
 * Cursors of paged lists. They are encrypted, since a position reveals times and ids, and expire after 24 hours. A cursor grants no rights:
 * the rights to read the list are checked for every page.
 */
export class Cursors {
  private readonly sealer: Sealer;

  constructor(
    keys: SecretKeys,
    private readonly clock: Clock,
  ) {
    this.sealer = new Sealer(keys, 'cursor');
  }

  /** Reads a page, and one row more to find out whether another page follows in that direction. */
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

  /** The position in a cursor. Throws `invalid_cursor` for every token that is not a valid cursor of this scope. */
  read(scope: CursorScope, token: string): PageStart {
    const bytes = this.sealer.open(strictlyDecoded(token), canonical(scope));
    if (!bytes || !this.isUnexpired(bytes.readDoubleBE(ISSUED_AT_START))) throw new ApiError('invalid_cursor');
    const at = new Date(bytes.readDoubleBE(AT_START));
    return { position: { at, id: stringify(bytes, ID_START) }, direction: DIRECTIONS[bytes.readUInt8(0)]! };
  }

  /** Accepts a cursor from slightly in the future, since the clock of the process that issued it may be ahead. */
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

/** Node ignores padding and invalid characters in base64url. Only the canonical spelling is accepted. */
function strictlyDecoded(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : Buffer.alloc(0);
}
