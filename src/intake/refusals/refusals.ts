import { ApiError } from '../../api/errors/api-error';
import { closedBy } from '../../forms/availability.rules';
import { OPAQUE_ORIGIN, serializedOrigin } from '../../forms/origin.rules';
import type { CompiledForm } from '../compiled-form';
import { InvalidSubmission } from '../intake-errors';
import type { ReceivedSubmission } from '../received-submission';

/** An origin that is not listed, a field whose value was refused, a form that takes nothing now, and a value that was not kept. */
export type RefusalKind = 'origin' | 'field' | 'closed' | 'dropped';

export interface Refusal {
  kind: RefusalKind;
  /** The origin, the field or the name of the value; empty for a refusal of the form as a whole. */
  name: string;
  reason: string;
}

/** Returns the reasons for which the form refuses a submission; none for refusals that the sender causes, such as the limit of an address. */
export function refusalsOf(error: unknown, { origin, fillsHoneypot }: ReceivedSubmission, form: CompiledForm, now: Date): Refusal[] {
  if (!(error instanceof ApiError)) return [];
  if (error.code === 'origin_not_allowed') return refusedOrigin(origin);
  if (error instanceof InvalidSubmission) return fillsHoneypot ? [] : refusedFields(error, form);
  if (error.code === 'no_places_left') return refusedPlaces(Object.keys(error.details));
  const reason = error.code === 'form_closed' ? (closedBy(form.settings.intake, now, 0) ?? 'full') : CLOSED_REASONS[error.code];
  return reason === undefined ? [] : [{ kind: 'closed', name: '', reason }];
}

/** Names an origin as the list of allowed origins does; empty for a header that no browser sends. */
export function refusedOrigin(origin: string | undefined): Refusal[] {
  if (origin === undefined) return [{ kind: 'origin', name: '', reason: 'missing' }];
  const name = origin === OPAQUE_ORIGIN ? origin : serializedOrigin(origin);
  return name === null ? [] : [{ kind: 'origin', name, reason: 'not_listed' }];
}

/** The path of a value in a list ends with its place. */
function refusedFields({ errors }: InvalidSubmission, { fields }: CompiledForm): Refusal[] {
  const names = new Set(fields.map(({ name }) => name));
  const found = errors.map(({ path, reason }) => ({ name: names.has(path) ? path : path.replace(/\.\d+$/, ''), reason: reason.code }));
  const unique = new Map(found.filter(({ name }) => names.has(name)).map((one) => [`${one.reason} ${one.name}`, one]));
  return Array.from(unique.values(), (one) => ({ kind: 'field', ...one }));
}

const refusedPlaces = (fields: string[]): Refusal[] =>
  fields.length === 0
    ? [{ kind: 'closed', name: '', reason: 'full' }]
    : fields.map((name) => ({ kind: 'closed', name, reason: 'no_places' }));

const CLOSED_REASONS: Readonly<Record<string, string>> = {
  form_disabled: 'disabled',
  submission_quota_exceeded: 'quota',
  storage_quota_exceeded: 'storage',
};
