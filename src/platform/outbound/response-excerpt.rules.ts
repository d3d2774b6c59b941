import type { IncomingHttpHeaders } from 'node:http';
import { MASK, masked } from './masking.rules';
import type { Excerpt } from './outbound.types';

export class ExcerptReader {
  private readonly type: TextType | null;
  private kept = Buffer.alloc(0);
  private isCut = false;

  constructor(headers: IncomingHttpHeaders) {
    this.type = textTypeOf(headers);
  }

  add(chunk: Buffer): void {
    if (!this.type || this.isCut) return;
    const room = MAX_KEPT_BYTES - this.kept.length;
    this.kept = Buffer.concat([this.kept, chunk.subarray(0, room)]);
    this.isCut = chunk.length > room;
  }

  /** The excerpt; null for an empty or non-text body. `isWhole` is false for a body that was interrupted. */
  read(isWhole: boolean): Excerpt | null {
    if (!this.type || this.kept.length === 0) return null;
    const { charset, isCertain } = this.type;
    const isCut = this.isCut || !isWhole;
    try {
      const text = new TextDecoder(charset, { fatal: !isCertain }).decode(this.kept, { stream: isCut });
      return { text, isCut };
    } catch {
      return null; // neither UTF-8 nor declared as a text
    }
  }
}

/** More bytes than are shown, since masks may be shorter than the secrets that they replace. */
const MAX_KEPT_BYTES = 8 * 1024;

interface TextType {
  charset: string;
  /** False when the receiver has sent no Content-Type. */
  isCertain: boolean;
}

function textTypeOf({ 'content-type': type, 'content-encoding': encoding = 'identity' }: IncomingHttpHeaders): TextType | null {
  if (encoding.trim().toLowerCase() !== 'identity') return null;
  if (!type?.trim()) return { charset: 'utf-8', isCertain: false };
  const [name = '', ...parameters] = type.toLowerCase().split(';');
  if (!TEXT.test(name.trim())) return null;
  const charset = parameters.map((each) => /^\s*charset\s*=\s*"?([^"\s]+)/.exec(each)?.[1]).find(Boolean);
  return { charset: isKnown(charset) ? charset : 'utf-8', isCertain: true };
}

const TEXT = /^text\/|[/+](?:json|xml|yaml)$|\/(?:x-www-[a-z]+-urlencoded|(?:x-)?ndjson|(?:x-)?javascript|graphql)$/;

function isKnown(charset: string | undefined): charset is string {
  if (charset === undefined) return false;
  try {
    return Boolean(new TextDecoder(charset));
  } catch {
    return false;
  }
}

export const MAX_EXCERPT_BYTES = 1024;

/**
 * The excerpt to store: with masked secrets, blanks instead of control characters, and at most 1,024 bytes of UTF-8.
 * @param secrets the values of the request that users must not read
 */
export function shownExcerpt({ text, isCut }: Excerpt, secrets: readonly string[]): string {
  const shown = masked(text, secrets, isCut)
    .replaceAll(SIGNATURE, `v1,${MASK}`)
    .replaceAll(/\p{Cc}/gu, ' ');
  const bytes = new TextEncoder().encode(shown);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, MAX_EXCERPT_BYTES), { stream: true });
}

/** A signature of Standard Webhooks, which could be replayed, with its characters in any notation. */
const SIGNATURE =
  /v1(?:,|%2c|\\u002c|&#44;|&#x2c;)(?:[a-z0-9+/]|\\\/|%2[bf]|\\u002[bf]|&#4[37];|&#x2[bf];){43}(?:=|%3d|\\u003d|&#61;|&#x3d;)/gi;
