import type { CanonicalForm } from '../canonical/canonical.types.js';
import type { Path } from '../definition/definition.types.js';
import { Fault, type Place } from '../faults.js';
import { isSame } from '../objects.js';
import { plain } from '../plain.js';
import { differencesOf } from '../plan/differences.js';
import type { ServiceForm } from '../service/service-form.js';
import { type FormState, stateOf } from './form-state.js';

/**
 * Decides about a form that is not as it was before a step. It may be as the step leaves it, since an answer can get lost after the service
 * has done what was asked. Otherwise somebody has changed it, which is told and never overwritten.
 * @param before the form as the step has found it
 * @param after the form as the step leaves it
 * @param now the form as it was read since then; null where it is gone
 */
export function stateNow(before: FormState, after: FormState, now: ServiceForm | null, place: Place): FormState {
  if (now === null) throw new Fault({ message: 'The form was deleted while it was being changed.', place });
  const state = stateOf(now);
  if (isSame(comparable(state), comparable(after))) return state;
  // The answer may have got lost before somebody else changed the form.
  const [since] = [changesBetween(before, state), changesBetween(after, state)].toSorted((one, other) => one.length - other.length);
  const changes = since!.length > 0 ? told(since!) : 'nothing that a definition has';
  throw new Fault({ message: `The form was changed since the plan: ${changes}. Plan again.`, place });
}

const comparable = ({ revision, draftRevision, version, content }: FormState) => ({ revision, draftRevision, version, content });

/** The differences in words, such as `label of email`. */
export function changesBetween(before: FormState, now: FormState): string[] {
  const differences = differencesOf(byName(before.content), byName(now.content)).map(({ path }) => wordsOf(path));
  if (isReordered(before.content, now.content)) differences.push('the order of the fields');
  if (before.version !== now.version) differences.push('the published version');
  return [...new Set(differences)];
}

/** With fields by their names. */
const byName = ({ fields = [], ...others }: CanonicalForm): Record<string, unknown> => ({
  ...others,
  fields: Object.fromEntries(fields.map((field) => [field.name, field])),
});

/** Fields that came or went do not count as another order. */
function isReordered({ fields: before = [] }: CanonicalForm, { fields: now = [] }: CanonicalForm): boolean {
  const [one, other] = [before.map(({ name }) => name), now.map(({ name }) => name)];
  return !isSame(one, other) && isSame(one.toSorted(), other.toSorted());
}

function wordsOf([area, ...rest]: Path): string {
  const [first = '', ...members] = rest;
  if (area === 'workflow') return 'the draft of the workflow';
  if (area === 'fields') return members.length > 0 ? `${members.join(' ')} of ${first}` : `the field ${first}`;
  return area === 'settings' ? rest.join(' ') : String(area);
}

const MOST = 8;

function told(changes: readonly string[]): string {
  const more = changes.length > MOST ? [`${changes.length - MOST} more`] : [];
  return plain([...changes.slice(0, MOST), ...more].join(', '));
}
