import { normalizedTo } from '../../platform/text/normalization.rules';

/**
 * The terms of a search, each of which a submission has to contain: words, and phrases in quotation marks of any kind. A quotation mark
 * within a word, or without a second one, is a character like others, and an empty phrase beside others is left out.
 */
export function termsOf(search: string): string[] {
  const found = [...search.matchAll(TERM)];
  const terms = found.map(([all, phrase]) => (phrase ?? all).trim()).filter((term) => term !== '');
  const kept = terms.length > 0 ? terms : found.map(([all]) => all.trim());
  return [...new Set(kept)].sort((a, b) => b.length - a.length); // a long one excludes most submissions
}

const TERM = /(?<!\S)["“„«»]([^"“”„«»]*)["“”«»](?!\S)|\S+/gu;

/** A character with its combining marks, or the parts of a Korean syllable, which Unicode normalization may compose. */
const CHARACTER = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uac00-\ud7a3][\u11a8-\u11ff]?|.\p{M}*/gsu;

/** The marks of Latin, Greek, Cyrillic, Hebrew and Arabic letters, which people leave out. Those of other scripts make other letters. */
const DIACRITICS = '\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u064b-\u065f\u0670';
const ANY_DIACRITICS = new RegExp(`[${DIACRITICS}]`, 'gu');
/** For an expression of PostgreSQL. */
export const MARKS = `[${DIACRITICS}]*`;

/** Letters that Unicode does not decompose. */
const PLAIN: Readonly<Record<string, string>> = { Ø: 'O', Ł: 'L', Đ: 'D', Ð: 'D', Ħ: 'H', Ŧ: 'T' };

/** A character in upper case and without diacritics; a mark alone stays. */
export function foldOf(character: string): string {
  const bare = normalizedTo('NFD', character).replaceAll(ANY_DIACRITICS, '');
  const upper = (bare === '' ? character : bare).toUpperCase();
  return PLAIN[upper] ?? upper;
}

/** Two letters that are one character as well. */
export const DOUBLES: Readonly<Record<string, string>> = { SS: 'ßẞ', AE: 'æÆǽǼǣǢ', OE: 'œŒ', TH: 'þÞ' };
/** The two letters of each of these characters. */
export const SINGLES: ReadonlyMap<string, string> = new Map(
  Object.entries(DOUBLES).flatMap(([letters, characters]) => [...characters].map((each) => [each, letters])),
);

/**
 * The characters of a text in upper case and without diacritics, with two letters for a character that stands for them. One of another
 * script stays as it is, with its marks.
 */
export const lettersOf = (text: string): string[] =>
  (text.match(CHARACTER) ?? []).flatMap((each) => {
    if (/^[ -~]$/.test(each)) return [each.toUpperCase()];
    const double = SINGLES.get(normalizedTo('NFC', each));
    const letters = double ?? foldOf(each);
    return double || [...letters].length === 1 ? [...letters] : [each];
  });

/** All characters that have the same fold; at least the character itself. */
export function variantsOf(folded: string): string[] {
  const cases = [folded, folded.toLowerCase()].filter((each) => [...each].length === 1);
  return [...new Set([...cases, ...(VARIANTS.get(folded) ?? [])])];
}

/** The blocks of characters that are letters with diacritics, or other shapes of letters. */
const BLOCKS = [
  [0xaa, 0x24f],
  [0x370, 0x6d3],
  [0x1e00, 0x1fff],
  [0x2126, 0x212b],
] as const;

const VARIANTS = new Map<string, string[]>();
for (const [first, last] of BLOCKS) {
  for (let code = first; code <= last; code += 1) {
    const character = String.fromCodePoint(code);
    const folded = foldOf(character);
    if (/\p{L}/u.test(character) && [...folded].length === 1) VARIANTS.set(folded, [...(VARIANTS.get(folded) ?? []), character]);
  }
}
