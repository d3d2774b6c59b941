import { isControlName, isReservedName, isSettingOfOtherService } from './sent-names.rules';
import {
  isBlankValue,
  filesOf,
  sentValueOf,
  shownName,
  submittedNames,
  type SubmittedValues,
  truncatedName,
  valuesAt,
} from './submitted-fields.rules';

export const MAX_OTHER_VALUES = 64;
/** Of the values together with their names, as JSON. */
export const MAX_OTHER_BYTES = 32 * 1024;

/** The outcome of names that no field of the form has. */
export interface UnknownValues {
  /** The values that are kept beside the fields; null for none. */
  otherValues: Record<string, unknown> | null;
  /** All of these names as responses list them, each cut to 64 characters. */
  ignoredFields: string[];
  /** Those that the owner should know of, as people see them: neither settings of other services nor ignored by the owner. */
  unmatchedNames: string[];
}

/** Texts of a form encoding that are empty are not kept, since it cannot omit an input that was left empty. */
export function unknownValues(names: readonly string[], ignored: ReadonlySet<string>, submitted: SubmittedValues): UnknownValues {
  const unmatched = names.filter((name) => !isSettingOfOtherService(name) && !(ignored.size > 0 && ignored.has(shownName(name))));
  const filled = unmatched.filter((name) => submitted.encoding === 'json' || valuesAt(submitted, name).some((text) => text !== ''));
  return {
    otherValues: keptValues(filled, submitted),
    ignoredFields: names.map(truncatedName),
    unmatchedNames: unmatched.map(shownName),
  };
}

/** True for a submission with nothing in it: no value and no file, apart from settings of other services, and no name of a field. */
export function isEmptySubmission(submitted: SubmittedValues, fields: { has(name: string): boolean }): boolean {
  for (const name of submittedNames(submitted)) {
    if (fields.has(name)) return false;
    const counts = !isControlName(name) && !isSettingOfOtherService(name);
    if (counts && !valuesAt(submitted, name).every(isBlankValue)) return false;
  }
  const emptyInputs = submitted.encoding === 'multipart' ? submitted.emptyInputs : undefined;
  return filesOf(submitted).length === 0 && !emptyInputs?.some((name) => fields.has(name));
}

/** As many values as fit, in the order sent. */
function keptValues(names: readonly string[], submitted: SubmittedValues): UnknownValues['otherValues'] {
  const kept = Object.create(null) as Record<string, unknown>;
  let count = 0;
  let bytes = 1; // with the braces, and a comma for each value but the last
  for (const name of names) {
    if (count === MAX_OTHER_VALUES) break;
    if (isReservedName(name) || truncatedName(name) !== name) continue;
    const value = sentValueOf(name, submitted);
    const size = Buffer.byteLength(JSON.stringify([name, value])) - 1;
    if (bytes + size > MAX_OTHER_BYTES) continue;
    kept[name] = value;
    bytes += size;
    count += 1;
  }
  return count === 0 ? null : kept;
}
