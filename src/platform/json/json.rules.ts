import canonicalize from 'canonicalize';
import { sha256Of } from '../crypto/digests.rules';

/** SHA-256 of the canonical JSON (RFC 8785) of the parts. Accepts everything that JSON.parse returns. */
export function fingerprintOf(parts: readonly unknown[]): Buffer {
  return sha256Of(canonicalText(parts));
}

/** Writes lone surrogates as escapes. Replaces Infinity, which JSON.parse returns for 1e400 and canonical JSON lacks, by a text. */
function canonicalText(parts: readonly unknown[]): string {
  try {
    return canonicalize(parts)!;
  } catch {
    return canonicalize(JSON.parse(JSON.stringify(parts, finite)))!;
  }
}

const finite = (_name: string, value: unknown): unknown => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);

export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
