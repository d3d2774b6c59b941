import { parse, stringify } from 'uuid';
import type { Clock } from '../../platform/clock';
import { Sealer } from '../../platform/crypto/sealer';
import type { SecretKeys } from '../../platform/crypto/secret-keys';
import { ApiError } from '../errors/api-error';

/** What a cursor belongs to. With another list, key, form or filter it is invalid; the page size may change. */
export interface CursorScope {
  list: string;
  keyId: string;
  formId: string | null;
  filters: Readonly<Record<string, string | undefined>>;
}

/** The row that a page begins after: its time, stored to the millisecond, and its UUID, which orders rows of one time. */
export interface Position {
  at: Date;
  id: string;
}

export type Direction = 'next' | 'previous';

/**
 * Cursors of paged lists. They are encrypted, since a position tells times and ids, and live for 24 hours. They grant
 * nothing: who may read a list is asked on each page.
 */
export class Cursors {
  private readonly sealer: Sealer;

  constructor(
    keys: SecretKeys,
    private readonly clock: Clock,
  ) {
    this.sealer = new Sealer(keys, 'cursor');
  }

  write(scope: CursorScope, { at, id }: Position, direction: Direction): string {
    const bytes = Buffer.alloc(PAYLOAD_BYTES);
    bytes.writeUInt8(DIRECTIONS.indexOf(direction), 0);
    bytes.writeDoubleBE(at.getTime(), AT_START);
    bytes.writeDoubleBE(this.clock.now().getTime(), ISSUED_AT_START);
    bytes.set(parse(id), ID_START);
    return this.sealer.seal(bytes, canonical(scope)).toString('base64url');
  }

  /** Throws the same `invalid_cursor` for each token that is not a living cursor of this scope. */
  read(scope: CursorScope, token: string): { position: Position; direction: Direction } {
    const bytes = this.sealer.open(strictlyDecoded(token), canonical(scope));
    if (!bytes || !this.isAlive(bytes.readDoubleBE(ISSUED_AT_START))) throw new ApiError('invalid_cursor');
    const at = new Date(bytes.readDoubleBE(AT_START));
    return { position: { at, id: stringify(bytes, ID_START) }, direction: DIRECTIONS[bytes.readUInt8(0)]! };
  }

  /** The clock of the machine that issued a cursor may be a little ahead of ours. */
  private isAlive(issuedAtMs: number): boolean {
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

/** Node skips padding and odd characters in base64url; only the one spelling that we write counts. */
function strictlyDecoded(token: string): Buffer {
  const bytes = Buffer.from(token, 'base64url');
  return bytes.toString('base64url') === token ? bytes : Buffer.alloc(0);
}
