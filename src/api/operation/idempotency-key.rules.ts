/**
 * The key in an Idempotency-Key header; null when there is none, undefined when it is malformed: a key has 1 to 255
 * visible ASCII characters. Surrounding quotes (Structured Fields, RFC 8941) are removed, so "k" and k are the same
 * key.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null | undefined {
  const text = (Array.isArray(header) ? header.join(', ') : (header ?? '')).trim();
  if (text === '') return null;
  const key = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

export const IDEMPOTENCY_KEY_ERROR = {
  path: 'Idempotency-Key',
  message: 'must have 1 to 255 visible ASCII characters without spaces',
};
