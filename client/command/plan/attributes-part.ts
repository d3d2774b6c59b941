import type { CanonicalForm } from '../canonical/canonical.types.js';
import type { Comparison } from './comparison.js';
import { changeOf, differencesOf } from './differences.js';
import type { Change, Step } from './plan.types.js';

const ATTRIBUTES = ['name', 'allowed_origins', 'validate_fields', 'notifications_enabled'] as const;

/** A form for which a definition says no more than its name: it checks values, and tells nobody by mail. */
const NEW = { allowed_origins: [], validate_fields: true, notifications_enabled: false, fields: [] };

/** The request that makes the form with its fields. All else follows. */
export const createStep = ({ wanted }: Comparison): Step => ({
  kind: 'create_form',
  form: { ...NEW, ...pick(wanted, [...ATTRIBUTES, 'fields']), settings: {} },
});

/** The members of the form itself. */
export function attributesPart({ wanted, form }: Comparison): { changes: Change[]; steps: Step[] } {
  const managed = ATTRIBUTES.filter((name) => wanted[name] !== undefined);
  const before = form ? pick(form.content, managed) : {};
  const differences = differencesOf(before, pick(wanted, managed));
  const changed = managed.filter((name) => differences.some(({ path: [member] }) => member === name));
  return {
    changes: differences.map((each) => changeOf(each)),
    steps: changed.length > 0 ? [{ kind: 'update_form', patch: pick(wanted, changed) }] : [],
  };
}

/** A form is closed before all other changes, and opened after them. */
export function statusPart({ wanted: { status }, form }: Comparison): { changes: Change[]; disable: Step[]; enable: Step[] } {
  const before = form?.content.status ?? 'disabled';
  if (status === undefined || status === before) return { changes: [], disable: [], enable: [] };
  const steps: Step[] = [{ kind: 'update_form', patch: { status } }];
  const locks = status === 'enabled' && form?.settings.fields_locked !== true;
  const change: Change = { sign: '~', subject: 'status', before, after: status, ...(locks && { note: LOCKS }) };
  return { changes: [change], disable: status === 'disabled' ? steps : [], enable: status === 'enabled' ? steps : [] };
}

const LOCKS = 'from then on, the names and types of its fields are locked';

const pick = <Name extends keyof CanonicalForm>(form: CanonicalForm, names: readonly Name[]): Pick<CanonicalForm, Name> =>
  Object.fromEntries(names.flatMap((name) => (form[name] === undefined ? [] : [[name, form[name]]]))) as Pick<CanonicalForm, Name>;
