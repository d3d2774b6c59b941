import { FreshTexts } from './fresh-texts';

const text = (bytes: number) => ({ bytes });

it('makes a text once for all who ask for the same at a time', () => {
  const texts = new FreshTexts<{ bytes: number }>();
  const make = jest.fn(() => text(1));
  const first = texts.get('a', make);
  for (let time = 0; time < 10; time += 1) expect(texts.get('a', make)).toBe(first);
  expect(texts.get('b', make)).not.toBe(first);
  expect(make).toHaveBeenCalledTimes(2);
});

it('keeps no more than eight megabytes, and makes what is longer each time', () => {
  const texts = new FreshTexts<{ bytes: number }>();
  const make = jest.fn(() => text(3_000_000));
  for (const key of ['a', 'b', 'c', 'c', 'a']) texts.get(key, make);
  expect(make).toHaveBeenCalledTimes(4);
  const makeLong = jest.fn(() => text(9_000_000));
  for (let time = 0; time < 2; time += 1) texts.get('long', makeLong);
  expect(makeLong).toHaveBeenCalledTimes(2);
});
