import { optionErrors } from '../../../src/forms/definition/field-options.rules.js';
import { presetErrors, TAKEN_NAME } from '../../../src/forms/definition/field.rules.js';
import type { FieldType, Preset } from '../../../src/forms/definition/field.types.js';
import { originErrors } from '../../../src/forms/origin.rules.js';
import { hasControlCharacters } from '../../../src/platform/text/text-parsers.rules.js';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Path } from '../definition/definition.types.js';
import { type Finding, findingsOf } from './finding.js';

/** The findings by rules of the service for the members of a form, beside its settings and its workflow, and by those for renames. */
export function formFindings({ name, allowed_origins, fields }: Record<string, unknown>): Finding[] {
  const list: unknown[] = Array.isArray(fields) ? fields : [];
  return [
    ...lineFindings(name, ['name']),
    ...(typeof name === 'string' && name.trim() === '' ? [{ path: ['name'], message: 'must not be empty' }] : []),
    ...findingsOf(originErrors(allowed_origins)),
    ...list.flatMap((field, index) => (isJsonObject(field) ? fieldFindings(field, ['fields', index]) : [])),
    ...nameFindings(list.map((field) => (isJsonObject(field) ? field : {}))),
  ];
}

/** A text of one line, whose ends the service trims. */
export const lineFindings = (text: unknown, path: Path): Finding[] =>
  typeof text === 'string' && hasControlCharacters(text.trim()) ? [{ path, message: 'must not contain control characters' }] : [];

function fieldFindings({ label, type, options, validation }: Record<string, unknown>, path: Path): Finding[] {
  return [
    ...lineFindings(label, [...path, 'label']),
    ...findingsOf(optionErrors(options, 'options'), path),
    ...findingsOf(presetErrors(type as FieldType, validation as Preset, 'validation'), path),
  ];
}

/** Names are distinct, and a former name belongs to no other field: chains and swaps of names would depend on the order of the changes. */
function nameFindings(fields: readonly Record<string, unknown>[]): Finding[] {
  const names = new Map<unknown, number>();
  for (const [index, { name }] of fields.entries()) if (!names.has(name)) names.set(name, index);
  const former = new Set<unknown>();
  return fields.flatMap(({ name, was }, index) => {
    const message = wasMessage(name, was, names, former);
    if (was !== undefined) former.add(was);
    return [
      ...(typeof name === 'string' && names.get(name) !== index ? [{ path: ['fields', index, 'name'], message: TAKEN_NAME }] : []),
      ...(message === null ? [] : [{ path: ['fields', index, 'was'], message }]),
    ];
  });
}

function wasMessage(name: unknown, was: unknown, names: ReadonlyMap<unknown, number>, former: ReadonlySet<unknown>): string | null {
  if (typeof was !== 'string') return null;
  if (was === name) return 'must be the former name of the field, which differs from its name';
  if (names.has(was)) return 'must not be the name of another field: rename one field at a time, and apply in between';
  return former.has(was) ? 'must not be the former name of two fields' : null;
}
