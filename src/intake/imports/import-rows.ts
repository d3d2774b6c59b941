import { makeStorable } from '../../api/body/json-text.rules';
import type { FieldError } from '../../api/errors/api-error';
import { uniqueValueOf } from '../../fields/values/coercion.rules';
import { nameSettingsOf } from '../../fields/values/sent-names.rules';
import { MAX_OTHER_BYTES, MAX_OTHER_NAME_LENGTH, MAX_OTHER_VALUES } from '../../fields/values/other-values.rules';
import { compileSubmissionRules, type SubmissionRules, type ValidatedSubmission } from '../../fields/values/submission.rules';
import { truncatedName } from '../../fields/values/submitted-fields.rules';
import { newId } from '../../platform/ids.rules';
import type { ImportedRow } from '../../submissions/imports/import.types';
import type { CompiledForm } from '../compiled-form';
import { dateReader, type ReadTime, timeReader } from './dates/imported-time.rules';
import { type ImportOptions, isSourceId, type Refusal, type SentRow } from './import.types';

export interface CheckedRow {
  row: ImportedRow;
  isValid: boolean;
  /** True when the submission is older than the retention of the form. */
  isOld: boolean;
  /** The line of another row of the file with the same id and content, of which this one is a repetition. */
  otherLine?: number;
}

/** Checks the rows of a file against a form, as if they were submissions. */
export class RowChecker {
  private readonly timeOf: (text: string) => ReadTime;
  private readonly dateOf: ReturnType<typeof dateReader>;
  private readonly typesOnly = new WeakMap<CompiledForm, SubmissionRules>();
  private readonly unknownNames = new Set<string>();

  constructor(private readonly options: ImportOptions) {
    this.timeOf = timeReader(options.times);
    this.dateOf = dateReader(options.times);
  }

  /** Returns the first names that no field has, except those of columns. */
  unknown(): string[] {
    return [...this.unknownNames];
  }

  check(sent: SentRow, form: CompiledForm, now: Date): CheckedRow | Refusal {
    if (sent.errors.length > 0) return invalid(sent.errors);
    const values = this.taken(sent, form);
    const unclear = this.options.type === 'text/csv' ? this.readDates(values, form) : [];
    if (unclear.length > 0) return invalid(unclear);
    const unstorable = makeStorable(values).map(({ path, message }) => ({ path, message: `This field ${message}.` }));
    if (unstorable.length > 0) return invalid(unstorable);
    const strictly = form.rules.validate({ encoding: 'json', values });
    const isValid = strictly.errors.length === 0;
    const validated = isValid || this.options.isValidated ? strictly : this.typesOf(form).validate({ encoding: 'json', values });
    const at = sent.receivedAt === undefined ? null : this.readTime(sent.receivedAt);
    const errors = [
      ...validated.errors.map(({ path, message }) => ({ path, message })),
      ...this.leftOver(values, validated),
      ...(at && 'error' in at ? [{ path: 'received_at', message: at.error }] : []),
      ...(at instanceof Date && at > now ? [{ path: 'received_at', message: 'The time must not be in the future.' }] : []),
      ...(sent.sourceId === undefined || isSourceId(sent.sourceId)
        ? []
        : [{ path: 'source_id', message: 'The id must be a text of 1 to 255 characters.' }]),
    ];
    if (errors.length > 0) return invalid(errors);
    if (Object.keys(validated.values).length === 0 && validated.otherValues === null) return invalid([{ path: 'body', message: NOTHING }]);
    const isOld = isBeyondRetention(at as Date | null, form, now);
    const row = {
      id: newId(),
      fields: validated.values,
      otherValues: validated.otherValues,
      otherValuesDropped: sent.otherValuesDropped ?? null,
      receivedAt: at as Date | null,
      sourceId: isSourceId(sent.sourceId) ? sent.sourceId : null,
      isOld: isOld && this.options.keepsOld,
      isRepeated: false,
      uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, validated.values),
    };
    return { row, isValid, isOld };
  }

  /** Returns the values of fields, and those under other names if the request keeps them. */
  private taken({ values: sent, otherValues }: SentRow, form: CompiledForm): Record<string, unknown> {
    const named = form.rules.named({ encoding: 'json', values: sent });
    const values = named.encoding === 'json' ? named.values : sent;
    const taken = Object.assign(Object.create(null) as Record<string, unknown>, otherValues); // accepts `__proto__` as a name
    for (const [name, value] of Object.entries(values)) {
      const isKnown = !form.validateFields || form.fields.some((field) => field.name === name);
      if (!isKnown) this.note(name);
      if (isKnown || this.options.unknown === 'keep') taken[name] = value;
    }
    return taken;
  }

  /** Refuses other values beyond the limits of a submission. Notes names that no form stores, such as settings of other services. */
  private leftOver(
    values: Readonly<Record<string, unknown>>,
    { values: ofFields, otherValues, unmatchedNames, errors }: ValidatedSubmission,
  ): FieldError[] {
    if (errors.length > 0) return [];
    const lost = Object.keys(values).filter((name) => !Object.hasOwn(ofFields, name) && !Object.hasOwn(otherValues ?? {}, name));
    const beyond = lost.filter((name) => values[name] !== null && unmatchedNames.includes(truncatedName(name)));
    for (const name of lost) if (values[name] !== null && !beyond.includes(name)) this.note(name);
    return beyond.length > 0 ? [{ path: 'other_values', message: TOO_MUCH }] : [];
  }

  private note(name: string): void {
    if (this.unknownNames.size < MAX_NAMED) this.unknownNames.add(truncatedName(name));
  }

  /** Reads the dates of fields, which people and spreadsheets write in many ways. Returns errors for those that could be two dates. */
  private readDates(values: Record<string, unknown>, { fields }: CompiledForm): FieldError[] {
    return fields.flatMap(({ name, type }) => {
      const sent = Object.hasOwn(values, name) ? values[name] : undefined;
      if (type !== 'date' || typeof sent !== 'string' || sent === '') return [];
      const found = this.dateOf(sent);
      if ('error' in found) return [{ path: name, message: found.error }];
      values[name] = found.value;
      return [];
    });
  }

  private readTime(sent: unknown): ReadTime {
    return typeof sent === 'string' ? this.timeOf(sent) : { error: 'The time must be a text.' };
  }

  /** Checks only the types of fields: required fields, options and presets may have changed since a row was submitted. */
  private typesOf(form: CompiledForm): SubmissionRules {
    const known = this.typesOnly.get(form);
    if (known) return known;
    const fields = form.fields.map((field) => ({ ...field, required: false, options: null, validation: null }));
    const rules = compileSubmissionRules(fields, form.validateFields, nameSettingsOf(form.settings));
    this.typesOnly.set(form, rules);
    return rules;
  }
}

const invalid = (errors: FieldError[]): Refusal => ({ code: 'invalid', errors });

function isBeyondRetention(at: Date | null, { settings }: CompiledForm, now: Date): boolean {
  const { days } = settings.retention;
  return days !== null && at !== null && at.getTime() < now.getTime() - days * 86_400_000;
}

const MAX_NAMED = 300;

const NOTHING = 'Nothing of this line would be stored: it has no value for any field of the form.';

const TOO_MUCH =
  `At most ${MAX_OTHER_VALUES} values that no field has can be kept, with names of ${MAX_OTHER_NAME_LENGTH} characters, ` +
  `and together ${MAX_OTHER_BYTES / 1024} KiB.`;
