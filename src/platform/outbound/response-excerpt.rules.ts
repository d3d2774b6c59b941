import type { IncomingHttpHeaders } from 'node:http';
import type { Excerpt } from './outbound.types';

/** Keeps the beginning of a body while it arrives. */
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

  /** Null where the body is no text, or empty. */
  read(): Excerpt | null {
    if (!this.type || this.kept.length === 0) return null;
    const { charset, isCertain } = this.type;
    try {
      const text = new TextDecoder(charset, { fatal: !isCertain }).decode(this.kept, { stream: this.isCut });
      return { text, isCut: this.isCut };
    } catch {
      return null; // not UTF-8, and nothing says that it is a text
    }
  }
}

/** More than is shown, since masks may be shorter than what they stand for. */
const MAX_KEPT_BYTES = 8 * 1024;

interface TextType {
  charset: string;
  /** False when the receiver has not said what it sends. */
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

/** Media types of texts. */
const TEXT = /^text\/|[/+](?:json|xml|yaml)$|\/(?:x-www-[a-z]+-urlencoded|(?:x-)?ndjson|(?:x-)?javascript|graphql)$/;

function isKnown(charset: string | undefined): charset is string {
  if (charset === undefined) return false;
  try {
    return Boolean(new TextDecoder(charset));
  } catch {
    return false;
  }
}

/** The most that is kept of an answer. */
export const MAX_EXCERPT_BYTES = 1024;

/**
 * The excerpt as it is kept: without what must stay secret, control characters as blanks, at most 1,024 bytes of UTF-8.
 * @param secrets what the request contained and users must not read
 */
export function shownExcerpt({ text, isCut }: Excerpt, secrets: readonly string[]): string {
  const written = secrets.flatMap(writingsOf).sort((one, other) => other.length - one.length);
  const masked = written.reduce((masking, secret) => masking.replaceAll(secret, MASK), isCut ? withoutBegun(text, written) : text);
  const shown = masked.replaceAll(SIGNATURE, `v1,${MASK}`).replaceAll(/\p{Cc}/gu, ' ');
  const bytes = new TextEncoder().encode(shown);
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes.subarray(0, MAX_EXCERPT_BYTES), { stream: true });
}

const MASK = '***';

/** A signature of Standard Webhooks, which could be replayed. */
const SIGNATURE = /v1,[A-Za-z0-9+/]{43}=/g;

/** A text as it is, and as it stands in JSON (also with escaped slashes), in addresses and in HTML. */
function writingsOf(text: string): string[] {
  if (text === '') return [];
  const inJson = JSON.stringify(text).slice(1, -1);
  const inHtml = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
  return [...new Set([text, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(text.toWellFormed()), inHtml])];
}

/** Without a secret at the end that has begun and been cut off. */
function withoutBegun(text: string, secrets: readonly string[]): string {
  const lengths = secrets.map((secret) => {
    let length = Math.min(secret.length - 1, text.length);
    while (length > 0 && !text.endsWith(secret.slice(0, length))) length -= 1;
    return length;
  });
  return text.slice(0, text.length - Math.max(0, ...lengths));
}
