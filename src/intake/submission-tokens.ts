import { sameDigest, sha256Of } from '../platform/crypto/digests.rules';

export interface RetiredToken {
  /** SHA-256 in hexadecimal digits. */
  digest: string;
  /** A timestamp in ISO 8601. */
  validUntil: string;
}

export interface SubmissionTokens {
  accept(token: string, now: Date): boolean;
}

export function compileTokens(current: Buffer, retired: readonly RetiredToken[]): SubmissionTokens {
  const tokens = [
    { digest: current, validUntilMs: Infinity },
    ...retired.map(({ digest, validUntil }) => ({ digest: Buffer.from(digest, 'hex'), validUntilMs: Date.parse(validUntil) })),
  ];
  return {
    accept(token, now) {
      const sent = sha256Of(token);
      return tokens.filter(({ digest }) => sameDigest(sent, digest)).some(({ validUntilMs }) => validUntilMs > now.getTime());
    },
  };
}

export type SubmissionCredential =
  { kind: 'none' } | { kind: 'token'; token: string } | { kind: 'invalid'; isEmpty: boolean } | { kind: 'page' };

/**
 * Reads the submission token in `Authorization: Bearer` or `X-Submission-Token`. Both headers always count as credentials, so another
 * scheme, or two different tokens, are refused like a wrong token. Reads raw headers, since Node keeps only the first of several
 * Authorization headers.
 */
export function credentialOf(rawHeaders: readonly string[]): SubmissionCredential {
  const tokens = new Set<string | null>();
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!.toLowerCase();
    const value = rawHeaders[index + 1]!.trim();
    if (name === 'x-submission-token') tokens.add(value);
    if (name === 'authorization') tokens.add(/^bearer +(\S+)$/i.exec(value)?.[1] ?? (value && null));
  }
  if (tokens.size === 0) return { kind: 'none' };
  const [token] = tokens;
  return tokens.size === 1 && token ? { kind: 'token', token } : { kind: 'invalid', isEmpty: [...tokens].every((each) => each === '') };
}
