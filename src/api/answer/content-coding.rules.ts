import Negotiator from 'negotiator';

/** The codings of answers (RFC 9110, section 8.4.1). */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/**
 * The coding that an `Accept-Encoding` header prefers (RFC 9110, section 12.5.3), the first of `compressed` among equal ones. A client that
 * accepts none, not even `identity`, gets the uncompressed answer, which is more useful than a refusal.
 */
export function codingFor(acceptEncoding: string | undefined, compressed: readonly ContentCoding[]): ContentCoding {
  const header = (acceptEncoding ?? '').replace(/\bx-gzip\b/gi, 'gzip'); // the same coding (RFC 9110, section 8.4.1.3)
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as Preferring;
  return negotiator.encoding([...compressed, 'identity'], { preferred: compressed }) ?? 'identity';
}

/** The package's types lack `preferred`, which decides among equal codings. Browsers list gzip first without preferring it. */
interface Preferring {
  encoding(available: readonly ContentCoding[], options: { preferred: readonly ContentCoding[] }): ContentCoding | undefined;
}
