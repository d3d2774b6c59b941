import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import { isBlank, withJoinersOnly, withoutBlankEnds, withoutInvisible } from '../../platform/text/invisible.rules';
import { withAsciiDigits } from '../../platform/text/digits.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { Preset } from './field.types';

/**
 * Returns the repair of typed or pasted texts before validation: it removes outer white space and invisible characters, and turns other
 * spaces into blanks. Of an integer only the digits of other scripts change.
 * Null for presets of codes, whose texts stay as they were sent.
 */
export function repairFor(preset: Preset | null): ((text: string) => string) | null {
  const repair = preset === null ? undefined : REPAIRS[preset];
  if (!repair) return null;
  return (text) => {
    if (PLAIN.test(text) || text.length > MAX_LENGTH) return text;
    return isBlank(text) && preset !== 'integer' ? '' : repair(text);
  };
}

const REPAIRS: Partial<Record<Preset, (text: string) => string>> = {
  email: repairedEmail,
  tel: repairedTelephone,
  url: repairedUrl,
  integer: withAsciiDigits,
};

/** ASCII without control characters and without blanks at the ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
/** All of these presets refuse longer texts. */
const MAX_LENGTH = 16 * 1024;

/** A text that is no address is returned unchanged, so that the validation refuses it. */
function repairedEmail(text: string): string {
  return mailAddressOf(withoutBlankEnds(text))?.text ?? text;
}

/** Full-width forms and the digits of every script become ASCII. Dashes stay as they were typed, since NFKC would change U+2011. */
function repairedTelephone(text: string): string {
  const visible = withoutBlankEnds(withoutInvisible(text)).replaceAll(ANY_SPACE, ' ');
  return visible.replaceAll(/[^\u2010-\u2015]+/g, (part) => withAsciiDigits(normalizedTo('NFKC', part)));
}

/** Zero-width joiners are kept, since they carry a meaning in the path. */
function repairedUrl(text: string): string {
  const visible = withoutBlankEnds(text).replaceAll(ANY_SPACE, ' ');
  const [, start = visible, path = '', rest = ''] = ADDRESS.exec(visible) ?? [];
  return withoutInvisible(start) + withJoinersOnly(path) + withoutInvisible(rest);
}

const ANY_SPACE = /\p{Zs}/gu;
/** The part before the path, the path, and the rest (RFC 3986, section 3). */
const ADDRESS = /^([^/?#]*\/\/[^/?#]*)(\/[^?#]*)(.*)$/su;
