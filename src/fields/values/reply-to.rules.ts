import type { FieldDefinition } from '../../forms/definition/field.types';
import { isBlankValue, valuesAt, type SubmittedValues } from './submitted-fields.rules';

/** The name under which pages that were made for other services send the address of the visitor. */
export const REPLY_TO = '_replyto';

/**
 * The field that receives the value of `_replyto`: the chosen one, or else the only field with the preset `email`; null for none.
 * @param chosen the name in `notifications.reply_to_field`
 */
export function replyToFieldOf(fields: readonly Pick<FieldDefinition, 'name' | 'validation'>[], chosen: string | null): string | null {
  const addresses = fields.filter(({ validation }) => validation === 'email');
  const field = fields.find(({ name }) => name === chosen) ?? (addresses.length === 1 ? addresses[0] : undefined);
  return field?.name ?? null;
}

/** Moves the value of `_replyto` to this field, unless the submission has a value for the field. */
export function withReplyTo(submitted: SubmittedValues, field: string | null): SubmittedValues {
  if (field === null || valuesAt(submitted, REPLY_TO).every(isBlankValue) || !valuesAt(submitted, field).every(isBlankValue))
    return submitted;
  if (submitted.encoding === 'json') {
    const { [REPLY_TO]: value, ...values } = submitted.values;
    return { ...submitted, values: { ...values, [field]: value } };
  }
  const texts = new Map(submitted.form.texts);
  const lists = new Set(submitted.form.lists);
  texts.set(field, texts.get(REPLY_TO)!);
  texts.delete(REPLY_TO);
  if (lists.delete(REPLY_TO)) lists.add(field);
  return { ...submitted, form: { texts, lists } };
}
