/** What a request shows in place of an origin: nothing, one token, or something that cannot be a token. */
export type SentToken = { kind: 'none' } | { kind: 'token'; text: string } | { kind: 'unusable' };

/**
 * The submission token of `Authorization: Bearer` or `X-Submission-Token`. Whatever is sent there is a credential and must not be
 * ignored, so several that differ, or another scheme, are refused like a wrong token.
 */
export function sentTokenOf(rawHeaders: readonly string[]): SentToken {
  const tokens = new Set<string | null>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.trim();
    if (name === 'x-submission-token') tokens.add(value);
    if (name === 'authorization') tokens.add(/^bearer +(\S+)$/i.exec(value)?.[1] ?? null);
  }
  if (tokens.size === 0) return { kind: 'none' };
  const [text] = tokens;
  return tokens.size === 1 && typeof text === 'string' ? { kind: 'token', text } : { kind: 'unusable' };
}
