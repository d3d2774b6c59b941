import { FIELD_NAME_PATTERN } from '../../../src/forms/definition/field.types.js';
import { normalizedTo } from '../../../src/platform/text/normalization.rules.js';

const MAX_LENGTH = 64;

/** True for a name that only the program that makes the page knows: it stands in a template, or in braces of JSX. */
export const isMadeByTemplate = (text: string): boolean => /\{\{|\{%|<%|<\?|\$\{|^\s*\{.*\}\s*$/.test(text);

/** The names of the fields, in the order of the names under which a page sends them. Names that are valid stay as they are. */
export function fieldNamesFor(sent: readonly { name: string; label: string | null }[]): string[] {
  const taken = new Set<string>();
  const kept = sent.map(({ name }) => (FIELD_NAME_PATTERN.test(name) && take(name, taken) ? name : null));
  return sent.map((each, index) => kept[index] ?? newName(each, taken));
}

function newName({ name, label }: { name: string; label: string | null }, taken: Set<string>): string {
  const parts = name.split(/[[\].]+/).filter((part) => part !== '');
  const last = snakeCase(parts.at(-1) ?? '');
  const texts = [last, snakeCase(parts.join('_')), snakeCase(label ?? ''), snakeCase(name)];
  const free = texts.find((text, index) => text !== '' && isTelling(text, index) && take(text, taken));
  if (free) return free;
  const base = (texts.find((text) => text !== '') ?? 'field').slice(0, MAX_LENGTH - 4);
  if (take(base, taken)) return base;
  for (let number = 2; ; number++) if (take(`${base}_${number}`, taken)) return `${base}_${number}`;
}

/** The label says more than names that only number the fields, such as `entry.17`, `input_4` and `wpforms[fields][3]`. */
const isTelling = (name: string, index: number): boolean => index > 1 || !NUMBERED.test(name);

const NUMBERED = /(?:^|_)(?:(?:field|entry|input|question|q|mmerge)s?[_\d]*\d|field_[0-9a-f]{4,})$/;

function take(name: string, taken: Set<string>): boolean {
  if (taken.has(name)) return false;
  taken.add(name);
  return true;
}

/** The text as a name of a field, or an empty text where nothing of it can be one: `firstName` and `First Name` become `first_name`. */
export function snakeCase(text: string): string {
  const ascii = normalizedTo('NFKD', text.replaceAll('ß', 'ss')).replace(/\p{M}/gu, '');
  return ascii
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[_0-9]+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/_+$/, '');
}
