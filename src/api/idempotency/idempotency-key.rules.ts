/**
 * The client's key out of an Idempotency-Key header, null when there is none, undefined when it is malformed:
 * 1 to 255 visible ASCII characters. A surrounding pair of quotes (Structured Fields, RFC 8941) is taken off, so "k" and k are the same key.
 */
export function idempotencyKeyOf(header: string | string[] | undefined): string | null | undefined {
  const text = (Array.isArray(header) ? header.join(', ') : (header ?? '')).trim();
  if (text === '') return null;
  const key = text.length >= 2 && text.startsWith('"') && text.endsWith('"') ? text.slice(1, -1) : text;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}

export const IDEMPOTENCY_KEY_FAULT = {
  path: 'Idempotency-Key',
  message: 'must have 1 to 255 visible ASCII characters without spaces',
};

/** How long a stored reply answers repeated requests. */
export const IDEMPOTENCY_RETENTION_HOURS = 24;
