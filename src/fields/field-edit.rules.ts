import type { FieldError } from '../api/errors/api-error';
import type { FieldEntity } from '../forms/definition/field.entity';
import { normalizedOptions } from '../forms/definition/field-options.rules';
import { presetErrors } from '../forms/definition/field.rules';
import type { FieldDefinition, Preset } from '../forms/definition/field.types';

export function newField(formId: string, definition: FieldDefinition, position: number, now: Date): Omit<FieldEntity, 'id'> {
  const { validation, ...rest } = definition;
  return { ...rest, formId, ...columnsOf(validation), position, deletedAt: null, createdAt: now, updatedAt: now };
}

/** The changed members of a field; an absent member stays unchanged. */
export type FieldChanges = Partial<FieldDefinition>;

export function editOf(field: FieldEntity, changes: FieldChanges): Partial<FieldEntity> {
  const { validation, options, ...rest } = changes;
  const requested: Partial<FieldEntity> = {
    ...rest,
    ...(options !== undefined && { options: normalizedOptions(options) }),
    ...(validation !== undefined && columnsOf(validation)),
  };
  const isChanged = ([name, value]: [string, unknown]) => JSON.stringify(field[name as keyof FieldEntity]) !== JSON.stringify(value);
  return Object.fromEntries(Object.entries(requested).filter(isChanged));
}

const columnsOf = (preset: Preset | null) => ({ validationKind: preset && ('preset' as const), preset });

/** Clients send values under the name and in the type of a field, so both are fixed once the form is in use. */
export const changesContract = (edit: Partial<FieldEntity>): boolean => 'name' in edit || 'type' in edit;

/** The owner must clear a validation of an older system before an edit can replace or contradict it. */
export const conflictsWithLegacy = (field: FieldEntity, changes: FieldChanges, edit: Partial<FieldEntity>): boolean =>
  field.validationKind === 'custom' && (changes.validation != null || (changes.validation === undefined && 'type' in edit));

export function presetErrorsAfter(field: FieldEntity, edit: Partial<FieldEntity>): FieldError[] {
  const { type, preset } = { ...field, ...edit };
  return presetErrors(type, preset, 'validation');
}
