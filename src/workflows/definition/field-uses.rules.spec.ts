import { aDefinition, aNode, START } from '../../../test/support/workflows';
import { fieldUses } from './field-uses.rules';

const where = {
  any: [
    { field: 'plan', op: 'eq', value: 'Gold' },
    { path: 'fields.plan', op: 'in', value: ['Silver', 'Gold'] },
  ],
};
const definition = aDefinition([
  START,
  aNode('check', 'condition', { where }, { name: 'Paying?' }),
  aNode('way', 'switch', { value: '{{ fields.plan }}', cases: [{ key: 'a', op: 'eq', value: 'Gold' }] }),
  aNode('map', 'map_values', { field: 'plan', map: { Gold: 1 } }),
  aNode('set', 'set_fields', { set: { planned: 'x' }, remove: ['plan'] }),
  aNode('mail', 'email', {
    to: ['{{ fields.planner }}'],
    subject: '{{ fields.plan }}',
    body_text: '{% if fields.plan == "Gold" %}!{% endif %}',
  }),
]);
const placesOf = (options: string[] | null, name = 'plan') =>
  fieldUses(definition, name, options && new Set(options)).map(({ nodeId, path, option }) =>
    [nodeId, path, ...(option ? [option] : [])].join(' '),
  );

describe('the places of a workflow', () => {
  it('that name a field', () => {
    expect(placesOf(null)).toEqual([
      'check config.where.any.0.field',
      'check config.where.any.1.path',
      'way config.value',
      'map config.field',
      'set config.remove',
      'mail config.subject',
      'mail config.body_text',
    ]);
    expect(placesOf(null, 'other')).toEqual([]);
  });

  it('that compare it with an option', () => {
    expect(placesOf(['Gold'])).toEqual([
      'check config.where.any.0.value Gold',
      'check config.where.any.1.value.1 Gold',
      'way config.cases.0.value Gold',
      'map config.map.Gold Gold',
      'mail config.body_text Gold',
    ]);
    expect(placesOf(['Bronze'])).toEqual([]);
  });
});
