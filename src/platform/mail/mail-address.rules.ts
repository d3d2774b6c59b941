import { domainToASCII, domainToUnicode } from 'node:url';
import isEmail from 'validator/lib/isEmail';
import { withoutInvisible } from '../text/invisible.rules';
import { normalizedTo } from '../text/normalization.rules';

/** A single address without a name, as headers and the envelope of a mail have it. */
export interface MailAddress {
  /** The notation that people read. */
  text: string;
  /** The same mailbox with its domain in ASCII (RFC 5890). */
  wire: string;
  /** False for a local part of other letters, which only servers with SMTPUTF8 take (RFC 6531). */
  isAscii: boolean;
}

/**
 * The address in a text that a person typed or pasted: without invisible characters, and with full-width letters as plain ones. Null where
 * that is not one address, or where its domain could stand for another one than people read. Names, lists, quoted local parts and line
 * breaks are none, so that a value can neither begin another header nor add a recipient.
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

/** Nearly all addresses are plain, and the library takes longer for one than the whole validation of other fields. */
const PLAIN = /^[a-z\d_+-]+(?:\.[a-z\d_+-]+)*@(?:[a-z\d]+(?:-+[a-z\d]+)*\.)+[a-z]{2,}$/i;
/** The limit of a label, which is the shortest part that is limited by itself. */
const MAX_PLAIN_LENGTH = 63;

function plainAddress(text: string): MailAddress {
  const at = text.indexOf('@');
  return { text, wire: text.slice(0, at) + text.slice(at).toLowerCase(), isAscii: true };
}

/** Half of a surrogate pair makes the library throw. */
const UNFIT = /[\s\p{Cc}\p{Cs}"]/u;
const MAX_LENGTH = 254; // RFC 5321, 4.5.3.1.3, without the angle brackets
/** Enough for an address between invisible characters. */
const MAX_VALUE_LENGTH = 1024;

/** Null for a domain whose letters become others on the way to ASCII, and for one that is too long for the DNS. */
function asciiDomainOf(domain: string): string | null {
  const name = [...domain].map((letter) => letter.toLowerCase()).join(''); // each by itself: a last sigma stays a sigma
  if (isAscii(name)) return name;
  const ascii = domainToASCII(domain);
  return ascii !== '' && domainToUnicode(ascii) === name && hasLengthOfDomain(ascii) ? ascii : null;
}

const hasLengthOfDomain = (ascii: string): boolean => ascii.length <= 253 && ascii.split('.').every(({ length }) => length <= 63);

/** A joiner within a Persian or an Indian domain is part of its notation in ASCII (RFC 5892, A.1), so that the domain without it is another one. */
function isOfOtherDomain(value: string, domain: string): boolean {
  if (!JOINER.test(value)) return false;
  const typed = normalizedTo('NFKC', value).trim();
  const ascii = domainToASCII(typed.slice(typed.lastIndexOf('@') + 1));
  return ascii !== '' && ascii !== domain;
}

const JOINER = /[\u200C\u200D]/;

// eslint-disable-next-line no-control-regex -- ASCII begins with the control characters
const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
