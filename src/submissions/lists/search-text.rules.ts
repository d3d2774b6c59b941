import { normalizedTo } from '../../platform/text/normalization.rules';
import { escapeLike } from '../../platform/text/text.rules';
import { foldOf, SINGLES, termsOf } from './search-terms.rules';

/**
 * The text by which the index finds a submission, of the JSON of its values: in lower case, without names and marks, in ASCII alone, since
 * PostgreSQL knows other letters only in some locales. It has every term that the exact comparison finds in the values, and perhaps others.
 */
export const indexedTextOf = (...jsons: (string | null)[]): string =>
  jsons.map((json) => lettersIn((json ?? '').replaceAll(STRING, (all, colon) => (colon ? '' : all)))).join('\n');

/** A string of JSON, with a colon behind the name of a member. */
const STRING = /"(?:[^"\\]|\\.)*"(\s*:)?/gsu;

/** `like` patterns for `indexedTextOf`. */
export interface IndexPatterns {
  /** One for each term of a search that has enough letters for the index. */
  terms: string[];
  /** One for each of their words. The index reads each text that has all of them, in any order. */
  words: string[];
}

export function indexPatternsOf(search: string): IndexPatterns {
  const terms = termsOf(search)
    .map((term) => term.split(BREAKS).map((word) => escapeLike(lettersIn(word))))
    .filter((words) => words.some((word) => THREE.test(word)));
  return { terms: terms.map((words) => `%${words.join('%')}%`), words: terms.flat().map((word) => `%${word}%`) };
}

/** Blanks match blanks of any kind and number, and JSON escapes the others. */
const BREAKS = /[\s"\\\p{Cc}]+/u;

/** The index knows texts by each three letters or digits in a row. */
const THREE = /[a-z0-9]{3}/;

const lettersIn = (text: string): string => {
  if (ASCII.test(text)) return text.toLowerCase();
  return [...normalizedTo('NFD', text).replaceAll(MARKS, '')].map(lettersFor).join('');
};

// eslint-disable-next-line no-control-regex -- all of ASCII
const ASCII = /^[\x00-\x7f]*$/;
const MARKS = /\p{M}+/gu;

function lettersFor(character: string): string {
  if (character <= '\x7f') return character.toLowerCase();
  if (character.length > 1) return codeOf(character);
  const known = KNOWN.get(character) ?? foldedFor(character);
  KNOWN.set(character, known);
  return known;
}

/** At most 65,536 characters. */
const KNOWN = new Map<string, string>();

function foldedFor(character: string): string {
  const letters = SINGLES.get(character) ?? foldOf(character);
  if (ASCII.test(letters)) return letters.toLowerCase();
  return codeOf(letters.length === 1 ? letters : character);
}

const codeOf = (character: string): string => `u${character.codePointAt(0)!.toString(16)}`;
