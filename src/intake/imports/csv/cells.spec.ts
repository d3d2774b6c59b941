import { optionsIn } from './cells';

const options = ['Tea', 'Coffee', 'Milk, cold', 'Caf\u00e9; small'];

it.each([
  ['Tea', ['Tea']],
  ['Tea, Coffee', ['Tea', 'Coffee']],
  ['Tea;Coffee', ['Tea', 'Coffee']],
  ['Tea; Milk, cold', ['Tea', 'Milk, cold']],
  ['Tea, Milk, cold, Coffee', ['Tea', 'Milk, cold', 'Coffee']],
  ['Tea\nCoffee', ['Tea', 'Coffee']],
  ['Cafe\u0301;  small', ['Cafe\u0301;  small']],
  ['Tea, Cocoa', null],
  ['tea', null],
  ['', null],
  ['Tea,', null],
])('the options in %j are %j', (text, found) => {
  expect(optionsIn(text, { options })).toEqual(found);
});

it('there are none without options', () => {
  expect([optionsIn('a,b', { options: null }), optionsIn('a,b', { options: [] }), optionsIn('a', { options: { a: 1 } })]).toEqual([
    null,
    null,
    null,
  ]);
});
