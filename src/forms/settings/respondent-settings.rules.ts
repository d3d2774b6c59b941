import type { FieldError } from '../../api/errors/api-error';
import type { FieldDefinition } from '../definition/field.types';
import type { FormSettings, StoredSettings } from './form-settings.dto';
import type { RespondentSettingsView } from './respondent-settings.dto';
import { faultIf } from './setting-errors.rules';

type AddressField = Pick<FieldDefinition, 'name' | 'type' | 'required'> & { preset: FieldDefinition['validation'] };

export interface RespondentReferences {
  fields: readonly AddressField[];
  validateFields: boolean;
}

/** The field with the address to confirm, and whether submissions are held until then. */
export interface AddressConfirmation {
  field: string;
  level: 'ask' | 'require';
}

/**
 * Returns the effect of the settings with the present fields; null when nothing is confirmed. `require` acts as `ask` while the form would accept a
 * submission without an address, which could never be confirmed.
 */
export function confirmationOf(
  { address_field: field, confirm }: RespondentSettingsView,
  form: RespondentReferences,
): AddressConfirmation | null {
  if (confirm === 'off' || field === null || !addressField(field, form)) return null;
  return { field, level: confirm === 'require' && isAlwaysGiven(field, form) ? 'require' : 'ask' };
}

/** The errors of a patch that depend on the form and on the settings after the patch. */
export function respondentErrors(
  patch: StoredSettings['respondent'] = {},
  { address_field: field, confirm }: FormSettings['respondent'],
  form: RespondentReferences,
): FieldError[] {
  const isSent = patch.address_field !== undefined || patch.confirm !== undefined;
  if (!isSent) return [];
  if (field === null) return faultIf(confirm !== 'off', 'respondent.address_field', NEEDED);
  if (!addressField(field, form)) return faultIf(patch.address_field != null || confirm !== 'off', 'respondent.address_field', NO_ADDRESS);
  return faultIf(confirm === 'require' && !isAlwaysGiven(field, form), 'respondent.confirm', NOT_ALWAYS_GIVEN);
}

/** The warnings about a confirmation that is off, or less than it says, since the form was changed later. */
export function respondentWarnings(
  { address_field: field, confirm }: FormSettings['respondent'],
  form: RespondentReferences,
): FieldError[] {
  if (field === null) return [];
  if (!addressField(field, form)) return [{ path: 'respondent.address_field', message: confirm === 'off' ? UNUSED : TURNED_OFF }];
  return faultIf(confirm === 'require' && !isAlwaysGiven(field, form), 'respondent.confirm', ACTS_AS_ASK);
}

const addressField = (name: string, { fields }: RespondentReferences): AddressField | undefined =>
  fields.find((field) => field.name === name && field.type === 'string' && field.preset === 'email');

const isAlwaysGiven = (name: string, form: RespondentReferences): boolean =>
  form.validateFields && addressField(name, form)?.required === true;

const NEEDED = 'is needed while `confirm` is on';
const NO_ADDRESS = 'must be the name of a field for texts with the preset `email`';
const NOT_ALWAYS_GIVEN = 'can be `require` only while the form validates its fields and the field of the address is required';
const UNUSED = 'is not used, since the form has no field for e-mail addresses with this name any more.';
const TURNED_OFF = 'is no field for e-mail addresses of the form any more, so that no address is confirmed.';
const ACTS_AS_ASK = 'acts as `ask`, since the form does not validate its fields any more, or does not require the address.';
