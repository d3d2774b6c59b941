import type { FieldUse } from 'form-collection-client';
import { renamedIn, renamedOptions } from './field-uses.rules';

describe('a renamed option', () => {
  it.each<[string[], string[], [string, string][]]>([
    [['Gold', 'Silver'], ['Golden', 'Silver'], [['Gold', 'Golden']]],
    [
      ['a', 'b'],
      ['x', 'y'],
      [
        ['a', 'x'],
        ['b', 'y'],
      ],
    ],
    [['a', 'b'], ['b', 'a'], []],
    [['a', 'b'], ['a'], []],
    [['a', 'b'], ['b', 'c'], []],
  ])('%j to %j', (before, after, renamed) => {
    expect([...renamedOptions(before, after)]).toEqual(renamed);
  });

  it('is replaced in each of its places and nowhere else', () => {
    const config = {
      where: {
        any: [
          { field: 'plan', op: 'eq', value: 'Gold' },
          { field: 'plan', op: 'in', value: ['Silver', 'Gold'] },
        ],
      },
      map: { Gold: 1, Silver: 2 },
      body_text: '{% if fields.plan == "Gold" %}Gold{% endif %}',
    };
    const use = (path: string): FieldUse => ({ place: 'draft', node_id: 'a', node_name: null, path, option: 'Gold' });
    const uses = ['config.where.any.0.value', 'config.where.any.1.value.1', 'config.map.Gold', 'config.body_text', 'config.gone.value'].map(
      use,
    );
    const definition = {
      nodes: [
        { id: 'a', config },
        { id: 'b', config: structuredClone(config) },
      ],
    };
    expect(renamedIn(definition, uses, new Map([['Gold', 'Golden']]))).toEqual({
      nodes: [
        {
          id: 'a',
          config: {
            where: {
              any: [
                { field: 'plan', op: 'eq', value: 'Golden' },
                { field: 'plan', op: 'in', value: ['Silver', 'Golden'] },
              ],
            },
            map: { Golden: 1, Silver: 2 },
            body_text: '{% if fields.plan == "Golden" %}Gold{% endif %}',
          },
        },
        { id: 'b', config },
      ],
    });
  });
});
