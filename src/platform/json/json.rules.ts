import canonicalize from 'canonicalize';
import { sha256Of } from '../crypto/digests.rules';

/** SHA-256 over the canonical JSON (RFC 8785) of the parts. Accepts everything that JSON.parse returns. */
export function fingerprintOf(parts: readonly unknown[]): Buffer {
  return sha256Of(canonicalText(parts));
}

/** Lone surrogates are written as escapes. Infinity, which JSON.parse returns for 1e400, has no canonical JSON and is replaced by text. */
function canonicalText(parts: readonly unknown[]): string {
  try {
    return canonicalize(parts)!;
  } catch {
    return canonicalize(JSON.parse(JSON.stringify(parts, finite)))!;
  }
}

const finite = (_name: string, value: unknown): unknown => (typeof value === 'number' && !Number.isFinite(value) ? String(value) : value);

/** True for a JSON object, which neither a list nor null is. */
export const isJsonObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
