import { makeStorable } from '../../api/body/json-text.rules';
import type { FieldError } from '../../api/errors/api-error';
import { uniqueValueOf } from '../../fields/values/coercion.rules';
import { compileSubmissionRules, type SubmissionRules } from '../../fields/values/submission.rules';
import { truncatedName } from '../../fields/values/submitted-fields.rules';
import { newId } from '../../platform/ids.rules';
import type { ImportedRow } from '../../submissions/imports/import.types';
import type { CompiledForm } from '../compiled-form';
import type { ImportOptions, SentRow } from './import.types';
import { type ReadTime, timeReader } from './times/imported-time.rules';

/** A row that may be stored. */
export interface CheckedRow {
  row: ImportedRow;
  /** Whether the rules of the form let all of its values through. */
  isValid: boolean;
}

/** Checks the rows of a file against a form: their values like those of a submission. */
export class RowChecker {
  private readonly timeOf: (text: string) => ReadTime;
  private readonly typesOnly = new WeakMap<CompiledForm, SubmissionRules>();
  private readonly unknownNames = new Set<string>();

  constructor(private readonly options: ImportOptions) {
    this.timeOf = timeReader(options.times);
  }

  /** The first names of values that no field had and that were left out. */
  leftOut(): string[] {
    return [...this.unknownNames];
  }

  check(sent: SentRow, form: CompiledForm, now: Date): CheckedRow | FieldError[] {
    const values = this.taken(sent, form);
    const unstorable = makeStorable(values).map(({ path, message }) => ({ path, message: `This field ${message}.` }));
    if (unstorable.length > 0) return unstorable;
    const strictly = form.rules.validate({ encoding: 'json', values });
    const isValid = strictly.errors.length === 0;
    const validated = isValid || this.options.isValidated ? strictly : this.typesOf(form).validate({ encoding: 'json', values });
    const at = sent.receivedAt === undefined ? null : this.readTime(sent.receivedAt);
    const errors = [
      ...validated.errors.map(({ path, message }) => ({ path, message })),
      ...(at && 'error' in at ? [{ path: 'received_at', message: at.error }] : []),
      ...(at instanceof Date && at > now ? [{ path: 'received_at', message: 'The time must not be in the future.' }] : []),
      ...(isSourceId(sent.sourceId) ? [] : [{ path: 'source_id', message: 'The id must be a text of 1 to 255 characters.' }]),
    ];
    if (errors.length > 0) return errors;
    if (Object.keys(validated.values).length === 0) return [{ path: 'body', message: NOTHING }];
    const row = {
      id: newId(),
      fields: validated.values,
      receivedAt: at as Date | null,
      sourceId: (sent.sourceId as string | undefined) ?? null,
      uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, validated.values),
    };
    return { row, isValid };
  }

  /** The values of fields, and of other names as far as they are to be kept. */
  private taken({ values, otherValues }: SentRow, form: CompiledForm): Record<string, unknown> {
    if (!form.validateFields || this.options.unknown === 'keep') return { ...otherValues, ...values };
    const known = { ...otherValues };
    for (const [name, value] of Object.entries(values)) {
      if (form.fields.some((field) => field.name === name)) known[name] = value;
      else if (this.unknownNames.size < MAX_NAMED) this.unknownNames.add(truncatedName(name));
    }
    return known;
  }

  private readTime(sent: unknown): ReadTime {
    return typeof sent === 'string' ? this.timeOf(sent) : { error: 'The time must be a text.' };
  }

  /** The rules of a form without what changes from year to year: what is required, options and presets. */
  private typesOf(form: CompiledForm): SubmissionRules {
    const known = this.typesOnly.get(form);
    if (known) return known;
    const fields = form.fields.map((field) => ({ ...field, required: false, options: null, validation: null }));
    const rules = compileSubmissionRules(fields, form.validateFields);
    this.typesOnly.set(form, rules);
    return rules;
  }
}

/** The most names that an answer has. */
const MAX_NAMED = 300;

const NOTHING = 'Nothing of this line would be stored: it has no value for any field of the form.';

const isSourceId = (sent: unknown): boolean => sent === undefined || (typeof sent === 'string' && sent.length >= 1 && sent.length <= 255);
