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
/** The maximum size of the values together with their names, in bytes of JSON. */
export const MAX_OTHER_BYTES = 32 * 1024;

/** The values and names of a submission that belong to no field of the form. */
export interface UnknownValues {
  /** The values that are kept beside the fields; null for none. */
  otherValues: Record<string, unknown> | null;
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
    otherValues: keptValues(filled, submitted),
    ignoredFields: names.map(truncatedName),
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
function keptValues(names: readonly string[], submitted: SubmittedValues): UnknownValues['otherValues'] {
  const kept = Object.create(null) as Record<string, unknown>;
  let count = 0;
  let bytes = 1; // the opening brace; each value adds a comma or the closing brace
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
