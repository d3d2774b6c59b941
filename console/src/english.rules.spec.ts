import { counted } from './english.rules';

it.each([
  [0, '0 links'],
  [1, '1 link'],
  [2, '2 links'],
  [12_345, '12,345 links'],
])('%d of them are told as %j', (count, words) => {
  expect(counted(count, 'link')).toBe(words);
});
