import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { TextWithGaps } from './text-with-gaps';

const long = 'The same words again. '.repeat(200);

it('is its parts with the gaps filled, as it is and by gzip', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'binary', maxLength: 300 }), { minLength: 1, maxLength: 4 }),
      fc.infiniteStream(fc.string()),
      (parts, texts) => {
        const text = new TextWithGaps(...parts);
        for (let time = 0; time < 2; time += 1) {
          const filling = parts.slice(1).map(() => texts.next().value as string);
          const whole = Buffer.from(parts.map((part, gap) => part + (filling[gap] ?? '')).join(''));
          expect(text.identity(filling)).toEqual(whole);
          expect(gunzipSync(text.gzip(filling))).toEqual(whole);
        }
      },
    ),
  );
});

it('compresses what stays, and nothing that fills the gaps', () => {
  const text = new TextWithGaps(long, long);
  expect(text.gzip(['x']).length).toBeLessThan(long.length / 5);
  expect(text.gzip([long]).length).toBe(text.gzip(['x']).length + long.length - 1);
});

it('has gaps where it had texts', () => {
  const text = TextWithGaps.without('a <1> b <2> c', ['<1>', '<2>']);
  expect(text.identity(['one', 'two']).toString()).toBe('a one b two c');
  expect(text.bytes).toBe('a  b  c'.length);
});

it.each([
  ['lacks one', 'a <1>'],
  ['has one twice', '<1> <1> <2>'],
  ['has them in another order', '<2> <1>'],
])('is not made of a text that %s', (_, text) => {
  expect(() => TextWithGaps.without(text, ['<1>', '<2>'])).toThrow('once');
});
