import { textError } from '../../api/body/json-text.rules';
import { isControlName, isReservedName, isSettingOfOtherService } from './sent-names.rules';
import {
  isBlankValue,
  filesOf,
  MAX_SENT_NAMES,
  sentValueOf,
  shownName,
  submittedNames,
  type SubmittedValues,
  truncatedName,
  valuesAt,
} from './submitted-fields.rules';

export const MAX_OTHER_VALUES = 200;
/** The longest name of another value, in code points. */
export const MAX_OTHER_NAME_LENGTH = 255;
/** The maximum size of the values together with their names, in bytes of JSON. */
export const MAX_OTHER_BYTES = 64 * 1024;

/** The name under which other values have the names of those that were not kept, as in exports. No other value is kept under it. */
export const OTHER_VALUES_DROPPED = 'other_values_dropped';

/** The values and names of a submission that belong to no field of the form. */
export interface UnknownValues {
  /** The values that are kept beside the fields; null for none. */
  otherValues: Record<string, unknown> | null;
  /** The names of values that are not kept since they are beyond the limits, each cut to 255 characters; null for none. */
  otherValuesDropped: string[] | null;
  /** All unknown names as responses list them, each cut to 64 characters. */
  ignoredFields: string[];
  /** The names to report to the owner, without settings of other services and without names that the owner ignores. */
  unmatchedNames: string[];
}

/** Empty texts of a form encoding are dropped, since a form encoding cannot omit an empty input. */
export function unknownValues(names: readonly string[], ignored: ReadonlySet<string>, submitted: SubmittedValues): UnknownValues {
  const unmatched = names.filter((name) => !isSettingOfOtherService(name) && !(ignored.size > 0 && ignored.has(shownName(name))));
  const filled = unmatched.filter((name) => submitted.encoding === 'json' || valuesAt(submitted, name).some((text) => text !== ''));
  return {
    ...keptValues(filled, submitted),
    ignoredFields: names.map((name) => truncatedName(name)),
    unmatchedNames: unmatched.map(shownName),
  };
}

/** True for a submission without any value or file and without the name of any field. Settings of other services do not count. */
export function isEmptySubmission(submitted: SubmittedValues, fields: { has(name: string): boolean }): boolean {
  for (const name of submittedNames(submitted)) {
    if (fields.has(name)) return false;
    const counts = !isControlName(name) && !isSettingOfOtherService(name);
    if (counts && !valuesAt(submitted, name).every(isBlankValue)) return false;
  }
  const emptyInputs = submitted.encoding === 'multipart' ? submitted.emptyInputs : undefined;
  return filesOf(submitted).length === 0 && !emptyInputs?.some((name) => fields.has(name));
}

/** The values that fit into the limits, in the order sent. */
function keptValues(names: readonly string[], submitted: SubmittedValues): Pick<UnknownValues, 'otherValues' | 'otherValuesDropped'> {
  const kept = Object.create(null) as Record<string, unknown>;
  const dropped: string[] = [];
  let count = 0;
  let bytes = 1; // the opening brace; each value adds a comma or the closing brace
  for (const name of names) {
    const cut = truncatedName(name, MAX_OTHER_NAME_LENGTH);
    const value = sentValueOf(name, submitted);
    const size = count < MAX_OTHER_VALUES && cut === name && isFree(name) ? sizeOf(name, value) : Infinity;
    if (bytes + size > MAX_OTHER_BYTES) {
      dropped.push(cut);
      continue;
    }
    kept[name] = value;
    bytes += size;
    count += 1;
  }
  return { otherValues: count === 0 ? null : kept, otherValuesDropped: dropped.length === 0 ? null : dropped };
}

const isFree = (name: string): boolean => !isReservedName(name) && name !== OTHER_VALUES_DROPPED;

const sizeOf = (name: string, value: unknown): number => Buffer.byteLength(JSON.stringify([name, value])) - 1;

/** True for names that were told as not kept, as an export of the service has them. */
export const isListOfNames = (value: unknown): value is string[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.length <= MAX_SENT_NAMES &&
  value.every((name) => typeof name === 'string' && textError(name) === null && truncatedName(name, MAX_OTHER_NAME_LENGTH) === name);
