import type { FieldError } from '../../api/errors/api-error';
import { makeStorable } from '../../api/body/json-text.rules';
import { parseIsoTimestamp } from '../../api/validation/date.rules';
import { uniqueValueOf } from '../../fields/values/canonical-text.rules';
import { newId } from '../../platform/ids.rules';
import type { ImportedRow } from '../../submissions/imports/import.types';
import type { CompiledForm } from '../compiled-form';
import type { SentRow } from './import.types';

/** The row as it is stored, or its errors. Values are validated like those of a submission. */
export function checkedRow({ values, receivedAt, sourceId }: SentRow, form: CompiledForm, now: Date): ImportedRow | FieldError[] {
  const unstorable = makeStorable(values).map(({ path, message }) => ({ path, message: `This field ${message}.` }));
  if (unstorable.length > 0) return unstorable;
  const validated = form.rules.validate({ encoding: 'json', values });
  const at = timeOf(receivedAt);
  const errors = [
    ...validated.errors.map(({ path, message }) => ({ path, message })),
    ...(at === undefined ? [{ path: 'received_at', message: NOT_A_TIME }] : []),
    ...(at && at > now ? [{ path: 'received_at', message: 'The time must not be in the future.' }] : []),
    ...(isSourceId(sourceId) ? [] : [{ path: 'source_id', message: 'The id must be a text of 1 to 255 characters.' }]),
  ];
  if (errors.length > 0) return errors;
  return {
    id: newId(),
    fields: validated.values,
    receivedAt: at ?? null,
    sourceId: (sourceId as string | undefined) ?? null,
    uniqueValue: uniqueValueOf(form.settings.intake.unique_by, form.fields, validated.values),
  };
}

/** Null for now; undefined for what is no time. */
function timeOf(sent: unknown): Date | null | undefined {
  if (sent === undefined) return null;
  return typeof sent === 'string' ? (parseIsoTimestamp(sent) ?? undefined) : undefined;
}

const isSourceId = (sent: unknown): boolean => sent === undefined || (typeof sent === 'string' && sent.length >= 1 && sent.length <= 255);

const NOT_A_TIME = 'The time must be a timestamp with its zone, such as 2026-11-20T21:26:00Z.';
