import fc from 'fast-check';
import { FIELD_TYPES, PRESET_VALUES, type FieldDefinition } from '../../forms/definition/field.types';
import { presetApplies } from '../../forms/definition/preset.rules';
import { collectTexts } from './form-encoding.rules';
import type { SubmittedValues } from './submitted-fields.rules';
import { compileSubmissionRules } from './submission.rules';

const json = (values: Record<string, unknown>): SubmittedValues => ({ encoding: 'json', values });
const form = (pairs: [string, string][]): SubmittedValues => ({ encoding: 'urlencoded', form: collectTexts(pairs) });
const checked = (validateFields: boolean, sent: SubmittedValues, fields: FieldDefinition[]) =>
  compileSubmissionRules(fields, validateFields).validate(sent);

describe('any compiled validator', () => {
  const types = fc.constantFrom(...FIELD_TYPES);
  const names = fc.constantFrom('a', 'b', 'constructor', 'tostring', 'x_1');
  const definitions = fc
    .record({
      type: types,
      required: fc.boolean(),
      options: fc.option(fc.oneof(fc.uniqueArray(fc.string()), fc.dictionary(fc.string(), fc.jsonValue()))),
      validation: fc.option(fc.constantFrom(...PRESET_VALUES)),
    })
    .map((field) => ({
      ...field,
      validation: field.validation && presetApplies(field.validation, field.type) ? field.validation : null,
    }));
  const fieldSets = fc
    .dictionary(names, definitions)
    .map((fields) => Object.entries(fields).map(([name, field]) => ({ name, label: null, ...field })));
  const sentNames = fc.oneof(names, fc.string(), fc.constantFrom('__proto__', '_gotcha', 'prototype'));
  const sentValues = fc.oneof(fc.jsonValue(), fc.constantFrom('', null, [], 'a@example.com', '2024-01-01', 1, true));
  const bodies = fc.array(fc.tuple(sentNames, sentValues)).map((members) => json(Object.fromEntries(members)));
  const forms = fc.array(fc.tuple(sentNames, fc.oneof(fc.string(), fc.constantFrom('', '1', 'on')))).map((pairs) => form(pairs));

  it('never throws, and with validation stores declared names only', () => {
    fc.assert(
      fc.property(fieldSets, fc.oneof(bodies, forms), (fields, sent) => {
        const declared = new Set(fields.filter((field) => field.type !== 'file').map((field) => field.name));
        const { values } = checked(true, sent, fields);
        expect(Object.keys(values).filter((name) => !declared.has(name))).toEqual([]);
      }),
    );
  });

  it('never throws, and without validation stores no honeypot and no name that reaches a prototype', () => {
    fc.assert(
      fc.property(fieldSets, fc.oneof(bodies, forms), (fields, sent) => {
        const { values } = checked(false, sent, fields);
        const declared = new Set(fields.map((field) => field.name));
        expect(
          Object.keys(values).filter((name) => name === '_gotcha' || name === '__proto__' || (name === 'prototype' && !declared.has(name))),
        ).toEqual([]);
      }),
    );
  });

  it('accepts as JSON again what it has accepted', () => {
    fc.assert(
      fc.property(fieldSets, fc.oneof(bodies, forms), (fields, sent) => {
        const first = checked(true, sent, fields);
        fc.pre(first.errors.length === 0);
        const again = checked(true, json(JSON.parse(JSON.stringify(first.values)) as Record<string, unknown>), fields);
        expect({ values: again.values, errors: again.errors }).toEqual({ values: first.values, errors: [] });
      }),
    );
  });
});
