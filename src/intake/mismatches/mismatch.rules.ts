import type { ValidatedSubmission } from '../../fields/values/submission.rules';
import { fileNamesOf, submittedNames, type SubmittedValues, valuesAt } from '../../fields/values/submitted-fields.rules';
import { FREQUENT_NAME } from '../../notices/notice.types';
import type { FoundMismatch } from './mismatches.repository';

/** The names that show how a page and its form disagree. */
export interface SubmissionMismatches {
  /** Names that no field has, except control fields and settings of other services. */
  unmatched: readonly string[];
  /** Settings of other services from which their owner expects an effect. */
  foreign: readonly string[];
  /** Required fields that were not sent. */
  missing: readonly string[];
  /** Required fields that were sent without a value. */
  empty: readonly string[];
}

/** Returns null for a submission that fits its form, as nearly all do. */
export function mismatchesOf(
  { unmatchedNames: unmatched, errors }: Pick<ValidatedSubmission, 'unmatchedNames' | 'errors'>,
  submitted: SubmittedValues,
): SubmissionMismatches | null {
  const foreign = TOLD_SETTINGS.filter((name) => valuesAt(submitted, name).length > 0);
  if (unmatched.length + errors.length + foreign.length === 0) return null;
  const required = errors.flatMap(({ path, reason }) => (reason.code === 'required' ? [path] : []));
  const sent = new Set(required.length === 0 ? [] : sentNames(submitted));
  return {
    unmatched,
    foreign,
    missing: required.filter((name) => !sent.has(name)),
    empty: required.filter((name) => sent.has(name)),
  };
}

export function mismatchWarnings(found: readonly FoundMismatch[]): string[] {
  return [...frequentNames(found), ...found.flatMap(missingField), ...found.flatMap(foreignSetting)];
}

/** Returns all sent names, including those of file inputs without a file. */
function sentNames(submitted: SubmittedValues): string[] {
  const emptyInputs = submitted.encoding === 'multipart' ? (submitted.emptyInputs ?? []) : [];
  return [...submittedNames(submitted), ...fileNamesOf(submitted), ...emptyInputs];
}

/** Requires several visitors, so that names which one visitor invents are never reported. */
const isFrequent = ({ kind, countOfWeek, visitorsOfWeek }: FoundMismatch): boolean =>
  kind === 'unknown_name' && countOfWeek >= FREQUENT_NAME.count && visitorsOfWeek >= FREQUENT_NAME.visitors;

function frequentNames(found: readonly FoundMismatch[]): string[] {
  const names = found.filter(isFrequent).map(({ name }) => `"${name}"`);
  if (names.length === 0) return [];
  const listed = [...names.slice(0, MAX_LISTED), ...(names.length > MAX_LISTED ? [`${names.length - MAX_LISTED} more`] : [])];
  return [
    `No field of the form has ${names.length > 1 ? 'these names' : 'this name'}, which came ten times or more within a week, from five addresses or more: ${new Intl.ListFormat('en-GB').format(listed)}. ` +
      'Add a field, let the page send the name of one, or put the name into intake.ignored_names.',
  ];
}

const MAX_LISTED = 10;

function missingField({ kind, name, count, lastSeenAt }: FoundMismatch): string[] {
  if (kind !== 'missing_field' || count < 20) return [];
  return [
    `The field ${name} is required, and none of the last ${count} submissions that were refused for it has sent it, most recently on ` +
      `${dayOf(lastSeenAt)}. Let the page send this name, or make the field optional.`,
  ];
}

function foreignSetting({ kind, name, lastSeenAt }: FoundMismatch): string[] {
  const advice = ADVICE[name];
  if (kind !== 'foreign_setting' || advice === undefined) return [];
  return [`${name} is a setting of other services, which a page has sent on ${dayOf(lastSeenAt)}, and has no effect here. ${advice}`];
}

/** Advice on settings of other services that have no effect here. */
const ADVICE: Readonly<Record<string, string>> = {
  _cc: 'Put the addresses into notifications.to.',
  _autoresponse: 'To answer visitors by mail, add an email node to the workflow of the form.',
  _webhook: 'To call an address for each submission, add a webhook node to the workflow of the form.',
};

const TOLD_SETTINGS = Object.keys(ADVICE);

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
