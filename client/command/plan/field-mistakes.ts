import type { Mistake } from '../faults.js';
import type { Comparison } from './comparison.js';
import type { FieldPair } from './fields-part.js';

/** The reasons why the form that is there cannot get these fields. */
export const fieldMistakes = (comparison: Comparison, pairs: readonly FieldPair[]): Mistake[] =>
  comparison.form === null ? [] : pairs.flatMap((pair) => mistakesOf(comparison, pair));

function mistakesOf({ file, form }: Comparison, { index, field, before }: FieldPair): Mistake[] {
  const mistake = (member: string, message: string): Mistake => ({ message, place: file.placeOf(['fields', index, member]) });
  const { fields = [] } = form!.content;
  if (before === null) return [];
  const isRenamed = before.name !== field.name;
  if (isRenamed && fields.some(({ name }) => name === field.name)) return [mistake('was', bothPresent(before.name, field.name))];
  const isLocked = form!.settings.fields_locked;
  return [
    ...(isLocked && isRenamed ? [mistake('was', lockedName(before.name))] : []),
    ...(isLocked && before.type !== field.type ? [mistake('type', lockedType(before.name, before.type))] : []),
    ...(isOfOlderSystem(form!, before.name) && (before.type !== field.type || field.validation !== null)
      ? [mistake(before.type === field.type ? 'validation' : 'type', OLDER)]
      : []),
  ];
}

const isOfOlderSystem = ({ form }: NonNullable<Comparison['form']>, name: string): boolean =>
  form.fields.some((field) => field.name === name && field.validation?.kind === 'custom');

const bothPresent = (from: string, to: string): string =>
  `The form has both ${from} and ${to}, so that none can be renamed. Without "was: ${from}", ${from} retires and ${to} stays.`;

const lockedName = (name: string): string =>
  `The name ${name} is locked, since the form is in use. Keep it and change the label, or leave out "was", so that ${name} retires and a new field begins.`;

const lockedType = (name: string, type: string): string =>
  `The type of ${name} is locked as ${type}, since the form is in use. Keep it, or give the field of the other type another name, so that ${name} retires.`;

const OLDER =
  'The field has a validation of an older system, which must be cleared first: send {"validation": null} to it by the API, or let it retire.';
