import { MAX_FIELDS_PER_FORM } from '../../../src/forms/definition/field.rules.js';
import type { CanonicalField } from '../canonical/canonical.types.js';
import { isSame } from '../objects.js';
import { type Comparison, nothing, type Part } from './comparison.js';
import { changeOf, differencesOf } from './differences.js';
import { fieldMistakes } from './field-mistakes.js';
import type { Change, Step } from './plan.types.js';

/** A field of a definition and the field of the form that it is. */
export interface FieldPair {
  /** Its place in the list of the definition. */
  index: number;
  field: CanonicalField;
  /** Null for a field that is added. */
  before: CanonicalField | null;
  was: string | undefined;
}

export interface FieldsPart extends Part {
  /** Fields are deleted after all other changes but enabling, when nothing uses them any more. */
  deletions: Step[];
}

/** Fields that a definition does not have retire; submissions keep their values. */
export function fieldsPart(comparison: Comparison): FieldsPart {
  const { wanted, form } = comparison;
  if (wanted.fields === undefined) return { ...nothing(), deletions: [] };
  const current = form?.content.fields ?? [];
  const pairs = pairsOf(comparison, current);
  const kept = new Set(pairs.map(({ before }) => before?.name));
  const retiring = current.filter(({ name }) => !kept.has(name));
  const order = orderOf(pairs, current, retiring);
  return {
    changes: [
      ...pairs.flatMap(changesOf),
      ...(order.step ? [{ sign: '~', subject: 'fields order', before: order.before, after: order.after } as Change] : []),
      ...retiring.map((field): Change => ({
        sign: '-',
        subject: `fields ${field.name}`,
        before: shownField(field),
        note: keeps(comparison),
      })),
    ],
    steps: [...stepsOf(pairs.filter(isRenamed)), ...stepsOf(pairs.filter((pair) => !isRenamed(pair))), ...(order.step ? [order.step] : [])],
    deletions: retiring.map(({ name }) => ({ kind: 'delete_field', name })),
    mistakes: [...fieldMistakes(comparison, pairs), ...tooMany(comparison, pairs, current, retiring)],
  };
}

/** A former name counts while a field has it. */
function pairsOf({ wanted, definition }: Comparison, current: readonly CanonicalField[]): FieldPair[] {
  const byName = new Map(current.map((field) => [field.name, field]));
  return wanted.fields!.map((field, index) => {
    const was = definition.fields?.[index]?.was;
    const before = (was === undefined ? undefined : byName.get(was)) ?? byName.get(field.name) ?? null;
    return { index, field, before, was };
  });
}

const isRenamed = ({ field, before }: FieldPair): boolean => before !== null && before.name !== field.name;

const stepsOf = (pairs: readonly FieldPair[]): Step[] =>
  pairs.flatMap(({ field, before }): Step[] => {
    if (before === null) return [{ kind: 'create_field', field }];
    const patch = Object.fromEntries(Object.entries(field).filter(([name, value]) => !isSame(value, before[name as keyof CanonicalField])));
    return Object.keys(patch).length > 0 ? [{ kind: 'update_field', name: before.name, patch }] : [];
  });

function changesOf({ field, before }: FieldPair): Change[] {
  if (before === null) return [{ sign: '+', subject: `fields ${field.name}`, after: shownField(field) }];
  return differencesOf(before, field).map((each) => changeOf(each, 'fields', field.name));
}

/** The members that say something. */
const shownField = ({ name: _, ...members }: CanonicalField): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== false));

/** The order after the fields are added, without those that retire, is compared: their deletion moves the others up. */
function orderOf(pairs: readonly FieldPair[], current: readonly CanonicalField[], retiring: readonly CanonicalField[]) {
  const newNames = new Map(pairs.map(({ field, before }) => [before?.name, field.name]));
  const kept = current.flatMap(({ name }) => newNames.get(name) ?? []);
  const before = [...kept, ...pairs.filter((pair) => pair.before === null).map(({ field }) => field.name)];
  const after = pairs.map(({ field }) => field.name);
  const names = [...after, ...retiring.map(({ name }) => name)];
  const step: Step | null = isSame(before, after) ? null : { kind: 'reorder_fields', names };
  return { before, after, step };
}

function keeps({ form, options }: Comparison): string {
  if (options.withoutNumbers) return 'submissions keep its values';
  const count = form?.form.submissions_count ?? 0;
  if (count === 0) return 'no submission has a value';
  return count === 1 ? 'up to one submission has a value, which it keeps' : `up to ${count} submissions have a value, which they keep`;
}

/** Fields are added before others are deleted, so that no submission in between lacks one. */
function tooMany(
  { file, form }: Comparison,
  pairs: readonly FieldPair[],
  current: readonly CanonicalField[],
  retiring: readonly CanonicalField[],
) {
  const added = pairs.filter(({ before }) => before === null);
  const count = current.length + added.length;
  if (form === null || count <= MAX_FIELDS_PER_FORM) return [];
  const message =
    `The form would have ${count} fields until ${retiring.length} of them retire, and can have ${MAX_FIELDS_PER_FORM}. ` +
    `Leave out ${count - MAX_FIELDS_PER_FORM} of the new fields, apply, and add them then.`;
  return [{ message, place: file.placeOf(['fields', added.at(-1)!.index]) }];
}
