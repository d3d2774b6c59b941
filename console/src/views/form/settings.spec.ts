import { optionsOf } from './settings';

const TRAITS = {
  ...{ flag: { type: 'boolean' }, level: { choices: ['off', 'a'], isNullable: true }, number: { type: 'integer' } },
  ...{ list: { type: 'array' }, moment: { type: 'date-time' }, text: { type: 'text' }, name: {} },
};
beforeAll(() => Object.assign(globalThis, { MEMBER_TRAITS: TRAITS }));
afterAll(() => void Reflect.deleteProperty(globalThis, 'MEMBER_TRAITS'));

it.each([
  ['flag', 'check'],
  ['level', 'choice'],
  ['number', 'number'],
  ['list', 'lines'],
  ['moment', 'time'],
  ['text', 'area'],
  ['name', 'line'],
])('the member %s of the API is edited by the control %s', (path, kind) => {
  expect(optionsOf([[path, 'Label']])[0]).toMatchObject({ kind, label: 'Label' });
});

it('a choice has its words, those of its own first, and one for none', () => {
  const [level] = optionsOf([['level', 'Level', '', { words: { a: 'Always' }, none: 'None' }]]);
  expect(level!.choices).toEqual({ '': 'None', off: 'Off', a: 'Always' });
});
