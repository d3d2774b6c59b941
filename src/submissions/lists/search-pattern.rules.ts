import { escapeLike } from '../../platform/text/like.rules';

/**
 * The regular expression of PostgreSQL that finds a text in the values of submitted fields, in their JSON as it is stored: in the content of
 * strings, in upper and lower case, and in numbers. Names and the notation of JSON do not match. One pass over the text costs a fraction
 * of parsing it, of which a search does tens of thousands. The database's own rules of case depend on its locale.
 */
export function searchPattern(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => [...line].map(unitOf).join(''));
  const term = lines.join(LINE_BREAK);
  const inString = `${TOKENS}"${UNITS}${term}${UNITS}"\\s*[],}]`;
  return IN_NUMBER.test(text) ? `${inString}|${TOKENS}${/^e/i.test(text) ? '[0-9.]' : ''}${term}` : inString;
}

/**
 * The pattern of `like` for whatever `searchPattern` can match, in texts whose ASCII letters are lower case. What JSON may escape, and
 * letters whose cases the database does not change, may be anything.
 */
export function likePattern(text: string): string {
  const pieces = text.split(NOT_PLAIN).map((piece) => escapeLike(piece.toLowerCase()));
  return `%${pieces.join('%')}%`;
}

/** All but the ASCII that JSON does not escape. */
const NOT_PLAIN = /[^ !#-[\]-~]+/;

/** One character of a string, escaped or not. */
const UNITS = String.raw`(?:[^"\\]|\\[^u]|\\u[0-9a-f]{4})*`;
/** Whole strings and what is between them, from the beginning. */
const TOKENS = `^(?:[^"]|"${UNITS}")*`;

/** Browsers send both characters for the one that people copy. */
const LINE_BREAK = String.raw`(?:\\r\\n|\\[rn])`;

const IN_NUMBER = /^[-+.0-9e]+$/i;

/** A character as it can stand in JSON, in either case. */
function unitOf(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) return literal(json);
  const cases = new Set([character, character.toLowerCase(), character.toUpperCase()]);
  const single = [...cases].filter((each) => [...each].length === 1);
  return single.length > 1 ? `(?:${single.map(literal).join('|')})` : literal(character);
}

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
