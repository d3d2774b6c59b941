import { NODE_TYPES } from '../../workflows/nodes/node-types.rules';
import type { DeliveryFilter, SubmissionFilter } from '../submission-filter.types';
import { normalizedTo } from '../../platform/text/normalization.rules';
import { escapeLike } from '../../platform/text/text.rules';

/**
 * Returns the conditions on submissions `s` that no index serves.
 * @param bind adds a value to the parameters, and returns its placeholder in the statement
 */
export function searchConditions(filter: SubmissionFilter, bind: (value: unknown) => string): string[] {
  const { search, isImported, hasFiles, delivery } = filter;
  return [
    ...(isImported === undefined ? [] : [`s.imported_at is ${isImported ? 'not null' : 'null'}`]),
    ...(hasFiles === undefined ? [] : [`s.file_count ${hasFiles ? '>' : '='} 0`]),
    ...(delivery === undefined ? [] : [`(${DELIVERIES[delivery]})`]),
    ...(search === undefined ? [] : [matches(search, bind)]),
  ];
}

/** `like` takes half the time of the regular expression, which `case` limits to the rows that `like` has matched. */
function matches(search: string, bind: (value: unknown) => string): string {
  const [like, pattern] = [bind(likePattern(search)), bind(searchPattern(search))];
  const isIn = (values: string): string =>
    `case when lower(${values}::text collate "C") like ${like} then ${values}::text ~ ${pattern} end`;
  return `(${isIn('s.fields')} or s.other_values is not null and ${isIn('s.other_values')})`;
}

/** True for a filter that no index serves, so that a request looks at a limited number of rows. */
export const isSearch = (filter: SubmissionFilter): boolean =>
  (['search', 'isImported', 'hasFiles', 'delivery'] as const).some((member) => filter[member] !== undefined);

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
 * Returns a regular expression of PostgreSQL that finds a text in the stored JSON of submitted fields: in numbers, and in strings
 * regardless of case and Unicode normalization (NFC or NFD), but not in names or JSON syntax. One pass over the JSON costs a fraction of
 * parsing it, which a search would do for up to 20,000 rows. The case rules are not the database's own, since these depend on its locale.
 */
function searchPattern(text: string): string {
  const lines = text.split(/\r\n|[\r\n]/).map((line) => line.replace(CHARACTER, unitOf));
  const term = lines.join(LINE_BREAK);
  const inString = `${TOKENS}"${UNITS}${term}${UNITS}"\\s*[],}]`;
  return IN_NUMBER.test(text) ? `${inString}|${TOKENS}${/^e/i.test(text) ? '[0-9.]' : ''}${term}` : inString;
}

/**
 * Returns a `like` pattern that matches whatever `searchPattern` matches, in texts with lower-case ASCII letters. `%` stands for characters
 * that JSON may escape, and for letters outside ASCII.
 */
function likePattern(text: string): string {
  const pieces = text.split(NOT_PLAIN).map((piece) => escapeLike(piece.toLowerCase()));
  return `%${pieces.join('%')}%`;
}

/** Characters that are not ASCII or that JSON escapes, and ASCII letters with combining marks. */
const NOT_PLAIN = /(?:[ -~]\p{M}+|[^ !#-[\]-~])+/u;

/** Any characters of a JSON string, escaped or not. */
const UNITS = String.raw`(?:[^"\\]|\\[^u]|\\u[0-9a-f]{4})*`;
/** Whole strings and the JSON between them, from the beginning of the text. */
const TOKENS = `^(?:[^"]|"${UNITS}")*`;

/** A line break of any kind matches CR, LF and CRLF, since browsers send CRLF. */
const LINE_BREAK = String.raw`(?:\\r\\n|\\[rn])`;

const IN_NUMBER = /^[-+.0-9e]+$/i;

/** Characters that Unicode normalization may compose: a letter with its combining marks, or the parts of a Korean syllable. */
const CHARACTER = /[\u1100-\u115f][\u1160-\u11a7][\u11a8-\u11ff]?|[\uac00-\ud7a3][\u11a8-\u11ff]?|.\p{M}*/gsu;

/** Returns a pattern for one character in JSON, in upper and lower case. */
function unitOf(character: string): string {
  const json = JSON.stringify(character).slice(1, -1);
  if (json !== character) return literal(json);
  const { length } = normalizedTo('NFD', character);
  const cases = [character, character.toLowerCase(), character.toUpperCase()].filter((each) => normalizedTo('NFD', each).length === length);
  const notations = new Set(cases.flatMap(notationsOf));
  return notations.size > 1 ? `(?:${[...notations].map(literal).join('|')})` : literal(character);
}

/** Returns the notations of a character: as given, decomposed, and with its first combining marks composed. */
function notationsOf(character: string): string[] {
  const parts = [...normalizedTo('NFD', character)];
  const lengths = parts.slice(0, MAX_PARTS).map((_, index) => index + 1);
  return [character, ...lengths.map((length) => normalizedTo('NFC', parts.slice(0, length).join('')) + parts.slice(length).join(''))];
}

/** The most code points that Unicode composes to one character. */
const MAX_PARTS = 4;

const literal = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
