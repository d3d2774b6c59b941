import canonicalize from 'canonicalize';
import { sha256Of } from '../crypto/digests';

/**
 * SHA-256 over the canonical JSON (RFC 8785) of the parts, so that the order of members and the spacing of a repeated
 * request do not matter. Takes whatever JSON.parse returns, also what validation will refuse later.
 */
export function fingerprintOf(parts: readonly unknown[]): Buffer {
  return sha256Of(canonicalText(parts));
}

/** Half surrogate pairs are written as escapes. Infinity, which JSON.parse makes of 1e400, has no canonical form and becomes text. */
function canonicalText(parts: readonly unknown[]): string {
  try {
    return canonicalize(parts)!;
  } catch {
    return canonicalize(JSON.parse(JSON.stringify(parts, finite)))!;
  }
}

const finite = (_name: string, value: unknown): unknown =>
  typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
