/** The text without format characters (Unicode Cf), the combining grapheme joiner and variation selectors. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '');

/** Like `withoutInvisible`, but keeps joiners, which words of Persian and of Indian languages need. */
export const withJoinersOnly = (text: string): string => text.replace(INVISIBLE_BUT_JOINERS, '');

/** True for an empty text, and for one in which people see nothing. */
export const isBlank = (text: string): boolean => BLANK.test(text);

/** The text without white space and invisible characters at its ends. A regular expression for the end could take quadratic time. */
export function withoutBlankEnds(text: string): string {
  const rest = text.replace(BLANK_START, '');
  let end = rest.length;
  for (let last = lastCharacter(rest, end); last !== '' && isBlank(last); last = lastCharacter(rest, end)) end -= last.length;
  return rest.slice(0, end);
}

/** The character before a position. A character outside of the basic plane has two code units. */
const lastCharacter = (text: string, end: number): string => /.$/su.exec(text.slice(Math.max(0, end - 2), end))?.[0] ?? '';

/** The text without white space at its ends, and with single blanks instead of other white space. */
export function withSingleBlanks(text: string): string {
  const inner = text.trim();
  return OTHER_SPACE.test(inner) ? inner.replaceAll(/\s+/gu, ' ') : inner; // `replaceAll` would replace each single blank as well
}

const OTHER_SPACE = /[^\S ]| {2}/u;
const INVISIBLE = /[\p{Cf}\u034f\p{Variation_Selector}]/gu;
const INVISIBLE_BUT_JOINERS = /(?![\u200c\u200d])[\p{Cf}\u034f\p{Variation_Selector}]/gu;
/** `White_Space` includes U+0085, which `\s` does not. */
const BLANK_START = /^[\p{White_Space}\p{Cf}\u034f\p{Variation_Selector}]+/u;
const BLANK = /^[\p{White_Space}\p{Cf}\u034f\p{Variation_Selector}]*$/u;
