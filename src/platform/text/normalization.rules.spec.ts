import fc from 'fast-check';
import { normalizedTo } from './normalization.rules';

const KINDS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
const PIECES = [
  'e',
  'a\u0301',
  '\u0327',
  '\u0315',
  '\u1112',
  '\u1161',
  '\u11ab',
  '\uac00',
  '\ufb01',
  '\u{1f600}',
  ' ',
  '\ud800',
  '\u0344',
  '\u09c7',
  '\u09be',
];

it('gives what Unicode says of any text that people write', () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.array(fc.constantFrom(...PIECES), { maxLength: 400 }), (kind, pieces) => {
      const text = pieces.join('');
      expect(normalizedTo(kind, text)).toBe(text.normalize(kind));
    }),
  );
});

it.each(KINDS)('is %s for a long text with more marks in a row than it sorts at once, apart from these', (kind) => {
  const marks = '\u0315\u0327'.repeat(1000);
  const text = `${'re\u0301sume\u0301 \ufb01n '.repeat(20)}x${marks}y e\u0301`;
  const normalized = normalizedTo(kind, text);
  const [before = '', behind = ''] = text.split(marks);
  expect(normalized.startsWith(before.normalize(kind))).toBe(true);
  expect(normalized.endsWith(behind.normalize(kind))).toBe(true);
  expect(normalized).toHaveLength(text.normalize(kind).length);
  expect(normalizedTo(kind, normalized)).toBe(normalized);
});
