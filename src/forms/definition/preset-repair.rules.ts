import { mailAddressOf } from '../../platform/mail/mail-address.rules';
import { isBlank, withJoinersOnly, withoutBlankEnds, withoutInvisible } from '../../platform/text/invisible.rules';
import { normalizedTo } from '../../platform/text/normalization.rules';
import type { Preset } from './field.types';

/**
 * Repairs a text that somebody typed or pasted, before it is checked for the preset and stored: white space at its ends and invisible
 * characters go, and other spaces become blanks. Null for presets of codes, whose texts stay as they were sent.
 */
export function repairFor(preset: Preset | null): ((text: string) => string) | null {
  const repair = preset === null ? undefined : REPAIRS[preset];
  if (!repair) return null;
  return (text) => {
    if (PLAIN.test(text) || text.length > MAX_LENGTH) return text;
    return isBlank(text) ? '' : repair(text);
  };
}

const REPAIRS: Partial<Record<Preset, (text: string) => string>> = { email: repairedEmail, tel: repairedTelephone, url: repairedUrl };

/** ASCII without control characters, and without a blank at its ends. */
const PLAIN = /^[!-~](?:[ -~]*[!-~])?$/;
/** Longer texts are refused by each of these presets. */
const MAX_LENGTH = 16 * 1024;

/** A text that is no address stays, and is refused as it was sent. */
function repairedEmail(text: string): string {
  return mailAddressOf(withoutBlankEnds(text))?.text ?? text;
}

/** Full-width forms become ASCII. Dashes stay as they were typed; NFKC would make another one of U+2011. */
function repairedTelephone(text: string): string {
  const visible = withoutBlankEnds(withoutInvisible(text)).replaceAll(ANY_SPACE, ' ');
  return visible.replaceAll(/[^\u2010-\u2015]+/g, (part) => normalizedTo('NFKC', part));
}

/** Joiners carry a meaning within the path. */
function repairedUrl(text: string): string {
  const visible = withoutBlankEnds(text).replaceAll(ANY_SPACE, ' ');
  const [, start = visible, path = '', rest = ''] = ADDRESS.exec(visible) ?? [];
  return withoutInvisible(start) + withJoinersOnly(path) + withoutInvisible(rest);
}

const ANY_SPACE = /\p{Zs}/gu;
/** The part before the path, the path, and the rest (RFC 3986, section 3). */
const ADDRESS = /^([^/?#]*\/\/[^/?#]*)(\/[^?#]*)(.*)$/su;
