import type { Definition } from '../model/definition.types';
import { expectedOptions, missedOptions } from './missed-options.rules';

const OPTIONS = new Map([['plan', { values: new Set(['Gold', 'Silver']), isList: false }]]);
const MAP = { field: 'plan', map: { Gold: 1, Bronze: 2 } };

function toldOf(...nodes: Omit<Definition['nodes'][number], 'id'>[]): string[] {
  const named = nodes.map((node, index) => ({ id: `n${index}`, ...node }));
  const edges = named.slice(1).map(({ id }, index) => ({ id: `e${index}`, source: `n${index}`, target: id }));
  return missedOptions(expectedOptions({ nodes: named, edges } as Definition), OPTIONS);
}

it('tells a key of map_values that is no option of its field', () => {
  expect(toldOf({ type: 'map_values', name: 'Prices', config: MAP })).toEqual([
    'The step "Prices" maps "Bronze" of plan, which is no option of this field. Correct the step, or add the option.',
  ]);
});

it('tells a text in a template that is no option, once', () => {
  const text = `{% if fields.plan == 'Bronze' %}a{% elsif fields.plan != "Gold" %}{% endif %}{% if fields.plan=="Bronze" %}`;
  expect(toldOf({ type: 'slack', config: { text } })).toEqual([
    'The step "n0" compares plan with "Bronze" in a template, which is no option of this field. Correct the step, or add the option.',
  ]);
});

it.each<[string, Parameters<typeof toldOf>]>([
  ['a step that is off', [{ type: 'map_values', config: MAP, disabled: true }]],
  ['a field without options', [{ type: 'map_values', config: { ...MAP, field: 'name' } }]],
  ['a comparison with nothing', [{ type: 'slack', config: { text: `{% if fields.plan == '' %}` } }]],
  [
    'a field that was mapped before',
    [
      { type: 'map_values', config: { field: 'plan', map: {} } },
      { type: 'map_values', config: MAP },
    ],
  ],
  [
    'a field that was set before',
    [
      { type: 'set_fields', config: { set: { plan: 'x' } } },
      { type: 'map_values', config: MAP },
    ],
  ],
  ['an unfinished step', [{ type: 'map_values', config: {} }]],
])('tells nothing of %s', (_, nodes) => {
  expect(toldOf(...nodes)).toEqual([]);
});
