import { hkdfSync } from 'node:crypto';
import { getOrInsert } from '../maps.rules';

export interface DerivedKey {
  /** Four bytes that identify the key. They are not secret, and are stored with the encrypted values. */
  id: Buffer;
  key: Buffer;
}

/** Derives a key for each purpose from the operator's secret (HKDF-SHA-256, RFC 5869). Keys of earlier secrets can still open values. */
export class SecretKeys {
  private readonly secrets: string[];
  private readonly derived = new Map<string, readonly DerivedKey[]>();

  constructor(current: string, previous?: string | null) {
    this.secrets = previous && previous !== current ? [current, previous] : [current];
  }

  /** The keys of a purpose, newest first. `purpose` must be a constant, not external text, because its keys stay in memory. */
  derive(purpose: string): readonly DerivedKey[] {
    return getOrInsert(this.derived, purpose, () => this.secrets.map((secret) => derivedKey(secret, purpose)));
  }
}

function derivedKey(secret: string, purpose: string): DerivedKey {
  const bytes = Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES + KEY_ID_BYTES));
  return { key: bytes.subarray(0, KEY_BYTES), id: bytes.subarray(KEY_BYTES) };
}

const KEY_BYTES = 32;
export const KEY_ID_BYTES = 4;
