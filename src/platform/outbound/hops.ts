import { Injectable } from '@nestjs/common';
import { hmacOf, sameDigest } from '../crypto/digests.rules';
import { type DerivedKey, SecretKeys } from '../crypto/secret-keys';

/** The header of deliveries that says how many deliveries have led to it, one after the other. */
export const HOPS_HEADER = 'delivery-hops';

/** A chain of deliveries ends before the delivery with this number is stored. */
export const MAX_HOPS = 6;

export interface ReceivedHops {
  /** The number that this service has signed; 0 without one. */
  count: number;
  /** The entries to keep for the deliveries that follow; null for none. */
  entries: string | null;
}

/**
 * Counts the deliveries of a chain. Each service signs an entry of its own, and passes those of others on unread, so that a circle through
 * two services ends as well. An entry that nobody has signed means nothing to anybody.
 */
@Injectable()
export class Hops {
  private readonly keys: readonly DerivedKey[];

  constructor(keys: SecretKeys) {
    this.keys = keys.derive('hops');
  }

  read(header: string | string[] | undefined): ReceivedHops {
    if (header === undefined) return NONE;
    const found = String(header)
      .slice(0, MAX_LENGTH)
      .split(/[ ,]+/)
      .filter((entry) => ENTRY.test(entry));
    const entries = [...new Set(found)].slice(0, MAX_ENTRIES);
    return { count: this.countOf(entries), entries: entries.join(' ') || null };
  }

  /** The header of a delivery that follows from a submission with these entries. */
  next(entries: string | null): string {
    const known = entries?.split(' ') ?? [];
    const others = known.filter((entry) => !this.isOwn(entry)).slice(0, MAX_ENTRIES - 1);
    return [this.signed(String(Math.min(this.countOf(known) + 1, MAX_HOPS)), this.keys[0]!), ...others].join(' ');
  }

  private countOf(entries: readonly string[]): number {
    return Math.max(0, ...entries.filter((entry) => this.isOwn(entry)).map((entry) => Number.parseInt(entry, 10)));
  }

  private isOwn(entry: string): boolean {
    const [count] = entry.split('.');
    return this.keys.some((key) => sameDigest(Buffer.from(entry), Buffer.from(this.signed(count!, key))));
  }

  private signed(count: string, { key }: DerivedKey): string {
    return `${count}.${hmacOf(key, count).subarray(0, SIGNATURE_BYTES).toString('base64url')}`;
  }
}

const NONE: ReceivedHops = { count: 0, entries: null };
const SIGNATURE_BYTES = 16;
const ENTRY = /^[1-9]\.[\w-]{22}$/;
const MAX_ENTRIES = 8;
const MAX_LENGTH = 400;
