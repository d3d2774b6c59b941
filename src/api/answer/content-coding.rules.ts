import Negotiator from 'negotiator';

/** The codings of answers (RFC 9110, section 8.4.1). */
export type ContentCoding = 'br' | 'gzip' | 'identity';

/**
 * The coding that an `Accept-Encoding` header asks for (RFC 9110, section 12.5.3) among the available ones, of which the first is the
 * smallest. A client that accepts none, not even `identity`, gets the answer as it is, which helps more than a refusal.
 */
export function codingFor(acceptEncoding: string | undefined, compressed: readonly ContentCoding[]): ContentCoding {
  const header = (acceptEncoding ?? '').replace(/\bx-gzip\b/gi, 'gzip'); // the same coding (RFC 9110, section 8.4.1.3)
  const negotiator = new Negotiator({ headers: { 'accept-encoding': header } }) as Preferring;
  return negotiator.encoding([...compressed, 'identity'], { preferred: compressed }) ?? 'identity';
}

/** The types of the package lack the order among codings that a client likes equally. Browsers name gzip first, and mean no order. */
interface Preferring {
  encoding(available: readonly ContentCoding[], options: { preferred: readonly ContentCoding[] }): ContentCoding | undefined;
}
