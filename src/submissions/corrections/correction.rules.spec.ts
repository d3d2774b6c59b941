import fc from 'fast-check';
import type { FieldDefinition } from '../../forms/definition/field.types';
import { changedNames, type Correction, correctionOf, type Values } from './correction.rules';

const field = (name: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  ...{ name, label: null, type: 'string', required: false, options: null, validation: null, ...more },
});
const FORM = {
  fields: [field('email', { required: true, validation: 'email' }), field('seats', { type: 'number' }), field('note')],
  retiredNames: new Set(['old']),
  validateFields: true,
};
const corrected = (stored: Values, patch: Values, form = FORM) => correctionOf(form, stored, patch) as Correction;
const errorsOf = (stored: Values, patch: Values, form = FORM) => correctionOf(form, stored, patch) as { errors: { path: string }[] };

/** The values with those of some names replaced: those that are absent are removed. */
function withValues(values: Values, names: readonly string[], replaced: Values): Values {
  const kept = Object.entries(values).filter(([name]) => !names.includes(name));
  return { ...Object.fromEntries(kept), ...replaced };
}

const ANY = fc.record(
  {
    email: fc.constantFrom('a@b.example', 'c@d.example'),
    seats: fc.integer(),
    note: fc.constantFrom('', 'x', ' y '),
    old: fc.constant('z'),
  },
  { requiredKeys: ['email'] },
);
const PATCH = fc.record(
  { email: fc.constantFrom('a@b.example', ' C@D.example'), seats: fc.option(fc.integer()), note: fc.option(fc.constantFrom('', 'x')) },
  { requiredKeys: [] },
);

describe('correctionOf', () => {
  it('leads from the stored values to the corrected ones and back, and tells only what differs', () => {
    fc.assert(
      fc.property(ANY, PATCH, (stored, patch) => {
        const correction = corrected(stored, patch);
        const names = changedNames(correction);
        expect(withValues(stored, names, correction.after)).toEqual(correction.fields);
        expect(withValues(correction.fields, names, correction.before)).toEqual(stored);
        for (const name of names) expect(correction.before[name]).not.toEqual(correction.after[name]);
      }),
    );
  });

  it('is none when it is made once more', () => {
    fc.assert(
      fc.property(ANY, PATCH, (stored, patch) => {
        expect(changedNames(corrected(corrected(stored, patch).fields, patch))).toEqual([]);
      }),
    );
  });

  it('keeps the order of the values, and adds new ones at the end', () => {
    const { fields } = corrected({ note: 'x', old: 'z', email: 'a@b.example' }, { seats: 2, note: 'y', old: null });
    expect(Object.entries(fields)).toEqual([
      ['note', 'y'],
      ['email', 'a@b.example'],
      ['seats', 2],
    ]);
  });

  it('reports all names that are wrong, and looks at no other', () => {
    const patch = { email: null, seats: 'x', old: 'y', unknown: 1 };
    expect(
      errorsOf({ email: 'no address', old: 'z' }, patch)
        .errors.map(({ path }) => path)
        .sort(),
    ).toEqual([...['fields.email', 'fields.old', 'fields.seats', 'fields.unknown']]);
    expect(corrected({ email: 'no address' }, { note: 'x' }).fields).toEqual({ email: 'no address', note: 'x' });
  });

  it('tells a stored null from no value, in a form that validates nothing', () => {
    const form = { ...FORM, validateFields: false };
    expect(corrected({ note: null }, { note: null }, form)).toEqual({ fields: {}, before: { note: null }, after: {} });
    expect(errorsOf({ free: 1 }, { free: { deep: 'x'.repeat(70_000) } }, form).errors).toMatchObject([{ path: 'fields.free' }]);
  });
});
