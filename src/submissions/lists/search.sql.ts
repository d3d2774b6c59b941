import { NODE_TYPES } from '../../workflows/nodes/node-types.rules';
import type { DeliveryFilter, SubmissionFilter } from '../submission-filter.types';
import { normalizedTo } from '../../platform/text/normalization.rules';
import { escapeLike } from '../../platform/text/text.rules';
import { DOUBLES, lettersOf, MARKS, termsOf, variantsOf } from './search-terms.rules';

/**
 * Returns the conditions on submissions `s` that no index serves.
 * @param bind adds a value to the parameters, and returns its placeholder in the statement
 */
export function searchConditions(filter: SubmissionFilter, bind: (value: unknown) => string): string[] {
  const { search, isImported, isConfirmed, hasFiles, delivery } = filter;
  return [
    ...(isImported === undefined ? [] : [`s.imported_at is ${isImported ? 'not null' : 'null'}`]),
    ...(isConfirmed === undefined ? [] : [`s.address_confirmed_at is ${isConfirmed ? 'not null' : 'null'}`]),
    ...(hasFiles === undefined ? [] : [`s.file_count ${hasFiles ? '>' : '='} 0`]),
    ...(delivery === undefined ? [] : [`(${DELIVERIES[delivery]})`]),
    ...(search === undefined ? [] : [matches(filter, bind)]),
  ];
}

/** Every term has to be in one of the values, each in the same one or in another. */
function matches({ search, searchField }: SubmissionFilter, bind: (value: unknown) => string): string {
  const field = searchField === undefined ? null : bind(searchField);
  const terms = termsOf(search!).map((term) => {
    const patterns = {
      like: likePattern(term),
      ascii: searchPattern(term, asciiUnitOf),
      part: partPattern(term),
      any: searchPattern(term, unitOf),
    };
    const bound = Object.fromEntries(Object.entries(patterns).map(([name, pattern]) => [name, bind(pattern)])) as typeof patterns;
    if (field) return isIn(`'[' || coalesce(s.fields -> ${field}, s.other_values -> ${field})::text || ']'`, bound);
    return `(${isIn('s.fields::text', bound)} or s.other_values is not null and ${isIn('s.other_values::text', bound)})`;
  });
  return terms.join(' and ');
}

/**
 * `case` limits the whole expressions to the rows that a cheaper comparison has matched: `like` for texts of ASCII characters alone, which
 * have no diacritics, and the term by itself for others.
 */
const isIn = (values: string, { like, ascii, part, any }: Record<'like' | 'ascii' | 'part' | 'any', string>): string => `(select case
      when octet_length(v) = char_length(v) then case when lower(v collate "C") like ${like} then v ~ ${ascii} else false end
      when v ~ ${part} then v ~ ${any} else false end
      from (select ${values} as v offset 0) one)`;

/** True for a filter that no index serves, so that a request looks at a limited number of rows. */
export const isSearch = (filter: SubmissionFilter): boolean =>
  (['search', 'isImported', 'isConfirmed', 'hasFiles', 'delivery'] as const).some((member) => filter[member] !== undefined);

const DESTINATIONS = NODE_TYPES.filter(({ kind, type }) => kind === 'destination' && type !== 'database')
  .map(({ type }) => `'${type}'`)
  .join(', ');

const newestRun = (condition: string): string => `exists (
  select from (
    select r.id, r.form_id, r.workflow_version_id, r.completed_at from workflow_runs r
    where r.form_id = s.form_id and r.submission_id = s.id and r.run_kind = 'production'
    order by r.created_at desc, r.id desc limit 1
  ) r where ${condition})`;

const step = (statuses: string): string => `exists (
  select from workflow_run_steps d where d.run_id = r.id and d.form_id = r.form_id and d.node_kind = 'destination'
    and d.node_type <> 'database' and d.status in (${statuses}))`;

const notification = (statuses: string): string => `exists (
  select from notifications n where n.form_id = s.form_id and n.submission_id = s.id and n.status in (${statuses}))`;

/** Matches an open run with a destination that has no step yet. */
const UNSTARTED = `r.completed_at is null and exists (
  select from workflow_versions v, json_array_elements(v.definition -> 'nodes') node
  where v.id = r.workflow_version_id and node ->> 'type' in (${DESTINATIONS})
    and not exists (select from workflow_run_steps d where d.run_id = r.id and d.form_id = r.form_id and d.node_id = node ->> 'id'))`;

/** Conditions for the statuses of `historiesIn` and `notificationDelivery`. Nodes of type `database` are no deliveries. */
const DELIVERIES: Readonly<Record<DeliveryFilter, string>> = {
  pending: `${newestRun(`${step(`'pending', 'running', 'waiting'`)} or ${UNSTARTED}`)} or ${notification(`'pending', 'claimed', 'sending'`)}`,
  failed: `${newestRun(step(`'failed'`))} or ${notification(`'failed'`)}`,
  uncertain: `${newestRun(step(`'uncertain'`))} or ${notification(`'uncertain'`)}`,
};

/**
 * Returns a regular expression of PostgreSQL that finds a term in the stored JSON of submitted fields: in numbers, and in strings
 * regardless of case, diacritics and Unicode normalization (NFC or NFD), but not in names or JSON syntax. One pass over the JSON costs a
 * fraction of parsing it, which a search would do for up to 20,000 rows. The case rules are not the database's own, since these depend on
 * its locale.
 */
function searchPattern(text: string, unit: UnitOf): string {
  const term = termPattern(text, unit);
  const inString = `${TOKENS}"${UNITS}${term}${UNITS}"\\s*[],}]`;
  return IN_NUMBER.test(text) ? `${inString}|${TOKENS}${/^e/i.test(text) ? '[0-9.]' : ''}${term}` : inString;
}

const termPattern = (text: string, unit: UnitOf): string =>
  text
    .split(/\s+/)
    .map((word) => unitsOf(word, unit))
    .join(BLANKS);

/** Finds the term anywhere in the JSON. */
const partPattern = (text: string): string => termPattern(text, unitOf);

/**
 * Returns a `like` pattern that matches whatever `searchPattern` matches among texts of ASCII characters, with letters in lower case. `%`
 * stands for blanks and for characters that JSON may escape.
 */
function likePattern(text: string): string {
  const pieces = lettersOf(text)
    .join('')
    .split(NOT_PLAIN)
    .map((piece) => escapeLike(piece.toLowerCase()));
  return `%${pieces.join('%')}%`;
}

/** Blanks, and characters that are not ASCII or that JSON escapes. */
const NOT_PLAIN = /[^!#-[\]-~]+/u;

/** Any characters of a JSON string, escaped or not. */
const UNITS = String.raw`(?:[^"\\]|\\[^u]|\\u[0-9a-f]{4})*`;
/** Whole strings and the JSON between them, from the beginning of the text. */
const TOKENS = `^(?:[^"]|"${UNITS}")*`;

/** Blanks and line breaks of any kind and number match those of a phrase, since browsers send CRLF. */
const BLANKS = String.raw`(?:[ \u00a0]|\\[nrt])+`;

const IN_NUMBER = /^[-+.0-9e]+$/i;

/** Returns a pattern for one character. */
type UnitOf = (character: string) => string;

/** Returns a pattern for the characters of a word in JSON. */
function unitsOf(word: string, unit: UnitOf): string {
  const letters = lettersOf(word);
  let pattern = '';
  for (let at = 0; at < letters.length; at += 1) {
    const [letter, next = ''] = [letters[at]!, letters[at + 1]];
    const double = unit === unitOf ? DOUBLES[letter + next] : undefined;
    pattern += double ? `(?:${unit(letter)}${unit(next)}|[${double}]${MARKS})` : unit(letter);
    if (double) at += 1;
  }
  return pattern;
}

/** A pattern for a character with any diacritics, or for the notations of one with marks of its own. */
const unitOf: UnitOf = (character) => {
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) return literal(json) + MARKS;
  const isOne = [...character].length === 1 && normalizedTo('NFD', character) === character;
  if (!isOne) {
    const notations = new Set([character, normalizedTo('NFC', character), normalizedTo('NFD', character)]);
    return `(?:${[...notations].map(literal).join('|')})${MARKS}`;
  }
  const variants = variantsOf(character); // only letters have several
  return (variants.length === 1 ? literal(character) : `[${variants.join('')}]`) + MARKS;
};

/** A pattern for a character in a text of ASCII characters. */
const asciiUnitOf: UnitOf = (character) => {
  const json = JSON.stringify(character).slice(1, -1);
  return /^[A-Z]$/.test(json) ? `[${json}${json.toLowerCase()}]` : literal(json);
};

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
