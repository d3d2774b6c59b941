import { isIPv4, isIPv6 } from 'node:net';
import isEmail from 'validator/lib/isEmail';
import isURL from 'validator/lib/isURL';
import isUUID from 'validator/lib/isUUID';
import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import { parseUrl } from '../../platform/text/text.rules';
import { PRESET_VALUES, type FieldType, type Preset } from './field.types';

/** A validation preset for submitted values. Clients choose a preset; they cannot send regular expressions. */
export interface PresetRule {
  value: Preset;
  label: string;
  applicableTypes: readonly FieldType[];
  /** The requirement, in words that follow "must be". */
  meaning: string;
  /** Checks a value of an applicable type, in time that is linear in its length. */
  accepts: (value: string | number) => boolean;
}

export const presetApplies = (preset: Preset, type: FieldType): boolean => PRESET_RULES[preset].applicableTypes.includes(type);

export const PRESET_RULES: Readonly<Record<Preset, Omit<PresetRule, 'value'>>> = {
  email: forText('E-mail address', 'an e-mail address', acceptsEmail),
  url: forText('URL', 'a full address that starts with http:// or https://', acceptsUrl),
  tel: forText('Telephone number', 'a telephone number', acceptsTelephone),
  ipv4: forText('IPv4 address', 'an IPv4 address', isIPv4),
  ipv6: forText('IPv6 address', 'an IPv6 address', acceptsIpv6),
  uuid: forText('UUID', 'a UUID', (text) => isUUID(text)),
  slug: forText('Slug', 'lower-case letters and digits, in words joined by single hyphens', (text) => SLUG.test(text)),
  hex_color: forText('Hex color', 'a color such as #1a2b3c', (text) => HEX_COLOR.test(text)),
  alpha_numeric: forText('Letters and digits', 'letters A to Z and digits only', (text) => ALPHA_NUMERIC.test(text)),
  integer: { label: 'Integer', meaning: 'a whole number', applicableTypes: ['string', 'number'], accepts: acceptsInteger },
};

export const PRESETS: readonly PresetRule[] = PRESET_VALUES.map((value) => ({ value, ...PRESET_RULES[value] }));

function forText(label: string, meaning: string, accepts: (text: string) => boolean): Omit<PresetRule, 'value'> {
  return { label, meaning, applicableTypes: ['string'], accepts: (value) => typeof value === 'string' && accepts(value) };
}

// Each expression can match a text in one way only, so that none backtracks.
const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const HEX_COLOR = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const ALPHA_NUMERIC = /^[a-z0-9]+$/i;
const INTEGER = /^-?(?:0|[1-9][0-9]*)$/;
/** Digits as people write them, with an optional extension such as `x12`, `ext. 12` or `#12`. */
const TELEPHONE = /^(?:tel: ?)?(\+?[0-9 ()./\u2010-\u2015-]{5,31})(?:(?:x|ext(?:\.|ension)?|#) ?[0-9]{1,10})?$/i;
/** Characters that are refused before the library gets the text. Half of a surrogate pair would make it throw. */
const UNFIT_FOR_EMAIL = /[\s\p{Cc}\p{Cs}"]/u;
const PRINTABLE_ASCII = /^[!-~]*$/;
const WEB_ADDRESS = /^https?:\/\/[^\s\p{Cc}\p{Cs}\\]+$/iu;

const MAX_EMAIL_LENGTH = 254; // RFC 5321, 4.5.3.1.3, without the angle brackets
const MAX_URL_LENGTH = 2048;

/** Refuses quoted local parts, whose characters must not reach a mail header, and domains that look like another domain. */
function acceptsEmail(text: string): boolean {
  if (text.length > MAX_EMAIL_LENGTH || UNFIT_FOR_EMAIL.test(text) || !isEmail(text)) return false;
  return PRINTABLE_ASCII.test(text) || mailAddressOf(text)?.text === text;
}

/** Accepts hosts without a dot, for intranets. Refuses user information, since it contains passwords or disguises the host. */
function acceptsUrl(text: string): boolean {
  return text.length <= MAX_URL_LENGTH && WEB_ADDRESS.test(text) && isURL(text, URL_OPTIONS) && parseUrl(text) !== null;
}

const URL_OPTIONS = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  allow_underscores: true,
  disallow_auth: true,
};

/** Accepts E.164 as people write it: an optional plus and 5 to 20 digits, separated by spaces, brackets, dots, slashes or dashes. */
function acceptsTelephone(text: string): boolean {
  const [, number] = TELEPHONE.exec(text) ?? [];
  const digits = number?.replace(/[^0-9]/g, '').length ?? 0;
  return digits >= 5 && digits <= 20;
}

/** Refuses a zone such as `%eth0`, which is valid on one machine only. */
function acceptsIpv6(text: string): boolean {
  return isIPv6(text) && !text.includes('%');
}

function acceptsInteger(value: string | number): boolean {
  return typeof value === 'number' ? Number.isSafeInteger(value) : INTEGER.test(value);
}
