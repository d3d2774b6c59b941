import { domainToASCII, domainToUnicode } from 'node:url';
import isEmail from 'validator/lib/isEmail';
import { withoutInvisible } from '../text/invisible.rules';
import { normalizedTo } from '../text/normalization.rules';

/** A single address without a display name, for headers and the envelope of a mail. */
export interface MailAddress {
  text: string;
  /** The same address with its domain in ASCII (RFC 5890). */
  wire: string;
  /** False when the local part has non-ASCII letters, which only servers with SMTPUTF8 accept (RFC 6531). */
  isAscii: boolean;
}

/**
 * The address in a typed or pasted text, without invisible characters, and with plain instead of full-width letters. Null for a text that
 * is not a single address, and for a domain that could be confused with another one. Display names, lists, quoted local parts and line
 * breaks are refused, so that no value can start another header or add a recipient.
 */
export function mailAddressOf(value: string): MailAddress | null {
  if (value.length <= MAX_PLAIN_LENGTH && PLAIN.test(value)) return plainAddress(value);
  if (value.length > MAX_VALUE_LENGTH) return null;
  const text = normalizedTo('NFKC', withoutInvisible(value)).trim();
  if (text.length > MAX_LENGTH || UNFIT.test(text) || !isEmail(text)) return null;
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = asciiDomainOf(text.slice(at + 1));
  return domain === null || isOfOtherDomain(value, domain) ? null : { text, wire: `${local}@${domain}`, isAscii: isAscii(local) };
}

/** Matches nearly all addresses. Validating one by the library takes longer than validating all other fields. */
const PLAIN = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;
/** The limit of the length of a label, so that no part of a plain address can be too long. */
const MAX_PLAIN_LENGTH = 63;

function plainAddress(text: string): MailAddress {
  const at = text.indexOf('@');
  return { text, wire: text.slice(0, at) + text.slice(at).toLowerCase(), isAscii: true };
}

/** Characters that an address cannot have. The library throws on an unpaired surrogate. */
const UNFIT = /[\s\p{Cc}\p{Cs}"]/u;
const MAX_LENGTH = 254; // RFC 5321, 4.5.3.1.3, without the angle brackets
/** The most characters of a value, which leaves room for invisible characters around an address. */
const MAX_VALUE_LENGTH = 1024;

/** The domain in ASCII; null when the conversion changes its letters, or when it is too long for the DNS. */
function asciiDomainOf(domain: string): string | null {
  if (domain.includes(CAPITAL_SHARP_S)) return null;
  const name = [...domain].map((letter) => letter.toLowerCase()).join(''); // letter by letter, since a text would get a final sigma
  if (isAscii(name)) return name;
  const ascii = domainToASCII(domain);
  return ascii !== '' && domainToUnicode(ascii) === name && hasLengthOfDomain(ascii) ? ascii : null;
}

/** Programs take it for `ss` or for `ß`, depending on the version of UTS 46 that they follow: two different domains. */
const CAPITAL_SHARP_S = '\u1e9e';

const hasLengthOfDomain = (ascii: string): boolean => ascii.length <= 253 && ascii.split('.').every(({ length }) => length <= 63);

/** True when a joiner was removed that a Persian or Indian domain needs (RFC 5892, A.1): the domain without it is another one. */
function isOfOtherDomain(value: string, domain: string): boolean {
  if (!JOINER.test(value)) return false;
  const typed = normalizedTo('NFKC', value).trim();
  const ascii = domainToASCII(typed.slice(typed.lastIndexOf('@') + 1));
  return ascii !== '' && ascii !== domain;
}

const JOINER = /[\u200C\u200D]/;

// eslint-disable-next-line no-control-regex -- ASCII includes control characters
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
