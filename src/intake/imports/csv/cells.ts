import type { FieldError } from '../../../api/errors/api-error';
import { coerceTexts } from '../../../fields/values/coercion.rules';
import { isTooLong, tooLong } from '../../../fields/values/field-value.rules';
import { submissionError } from '../../../fields/values/submission-error.rules';
import { optionKey } from '../../../forms/definition/field-options.rules';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { normalizedTo } from '../../../platform/text/normalization.rules';
import { jsonPart } from '../ndjson-rows';
import { writtenBoolean } from './booleans.rules';
import { type NumberStyle, plainNumber } from './numbers.rules';

/**
 * Converts a cell by the rules of form encodings, of the service's own exports, and of spreadsheets; `value` is undefined for an empty field.
 */
export function valueOf(cell: string, field: FieldDefinition, style: NumberStyle): { value: unknown } | FieldError {
  if (isTooLong(cell)) return tooLong(field.name); // before the text is split
  if (field.type === 'array') return listOf(cell, field);
  if (field.type === 'number') return numberOf(cell, field, style);
  const written = field.type === 'boolean' ? writtenBoolean(cell) : undefined;
  return written === undefined ? coerced(cell, field) : { value: written };
}

function numberOf(cell: string, field: FieldDefinition, style: NumberStyle): { value: unknown } | FieldError {
  const number = plainNumber(cell, style);
  return number === 'unclear' ? { path: field.name, message: UNCLEAR_NUMBER } : coerced(number ?? cell, field);
}

const UNCLEAR_NUMBER =
  'The comma or point of this number could come before decimals or between thousands. Write it with a point before decimals, and with nothing between thousands.';

function coerced(cell: string, field: FieldDefinition): { value: unknown } | FieldError {
  const found = coerceTexts(field.type, [cell]);
  return found && 'error' in found ? submissionError(field.name, found.error) : { value: found?.value };
}

/** Reads JSON, or else joined options, or else the text itself as the only entry. */
function listOf(cell: string, field: FieldDefinition): { value: unknown } | FieldError {
  const json = jsonIn(cell, field.name);
  if ('message' in json || Array.isArray(json.value)) return json;
  return { value: optionsIn(cell, field) ?? [cell] };
}

/** Returns the list or object in a cell; undefined for any other text. */
export function jsonIn(cell: string, path: string): { value: unknown } | FieldError {
  if (!/^\s*[[{]/.test(cell) || !isJson(cell)) return { value: undefined };
  const json = jsonPart(cell, 'value');
  return 'error' in json ? { path, message: json.error } : json;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text); // does not overflow the stack on deep nesting
    return true;
  } catch {
    return false;
  }
}

/** Splits a text at `;`, line breaks or `,`, which options may also contain. Returns null unless all parts are options. */
export function optionsIn(text: string, { options }: Pick<FieldDefinition, 'options'>): string[] | null {
  if (!Array.isArray(options) || options.length === 0) return null;
  for (const { separator, tree } of treesOf(options)) {
    const found = splitInto(tree, text.split(separator), separator);
    if (found) return found;
  }
  return null;
}

const SEPARATORS = [';', '\n', ','];

/** A tree of the parts between the separators of options. `ends` contains the parts that complete an option. */
interface Tree {
  ends: Set<string>;
  others: Map<string, Tree>;
}

type Trees = readonly { separator: string; tree: Tree }[];

/** The trees by the list of options, so that they are built only once. */
const known = new WeakMap<readonly string[], Trees>();

function treesOf(options: readonly string[]): Trees {
  const before = known.get(options);
  if (before) return before;
  const keys = options.map(optionKey);
  const trees = SEPARATORS.map((separator) => ({ separator, tree: treeOf(keys, separator) }));
  known.set(options, trees);
  return trees;
}

function treeOf(keys: readonly string[], separator: string): Tree {
  const root: Tree = { ends: new Set(), others: new Map() };
  for (const key of keys) {
    const parts = key.split(separator);
    const last = parts.pop()!;
    let tree = root;
    for (const part of parts) {
      const next: Tree = tree.others.get(part) ?? { ends: new Set(), others: new Map() };
      tree.others.set(part, next);
      tree = next;
    }
    tree.ends.add(last);
  }
  return root;
}

/** Joins parts from the left to the longest option. Each part is read at most as often as an option has parts. */
function splitInto(tree: Tree, sent: readonly string[], separator: string): string[] | null {
  const parts = sent.map((part) => normalizedTo('NFC', part).replaceAll(/\s+/gu, ' '));
  const found: string[] = [];
  for (let start = 0; start < parts.length;) {
    const end = endOfOption(tree, parts, start);
    if (end === null) return null;
    found.push(sent.slice(start, end).join(separator).trim());
    start = end;
  }
  return found;
}

function endOfOption(root: Tree, parts: readonly string[], start: number): number | null {
  let end: number | null = null;
  let tree: Tree | undefined = root;
  for (let at = start; tree && at < parts.length; at += 1) {
    const part = at === start ? parts[at]!.trimStart() : parts[at]!;
    if (tree.ends.has(part.trimEnd())) end = at + 1;
    tree = tree.others.get(part);
  }
  return end;
}
