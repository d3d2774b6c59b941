import fc from 'fast-check';
import { normalizedTo } from './normalization.rules';

const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
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

it('is the form of Unicode of any text that people write', () => {
  fc.assert(
    fc.property(fc.constantFrom(...FORMS), fc.array(fc.constantFrom(...PIECES), { maxLength: 400 }), (form, pieces) => {
      const text = pieces.join('');
      expect(normalizedTo(form, text)).toBe(text.normalize(form));
    }),
  );
});

it.each(FORMS)('is %s for a long text with a run of more marks than it sorts at once, apart from these', (form) => {
  const marks = '\u0315\u0327'.repeat(1000);
  const text = `${'re\u0301sume\u0301 \ufb01n '.repeat(20)}x${marks}y e\u0301`;
  const normalized = normalizedTo(form, text);
  const [before = '', behind = ''] = text.split(marks);
  expect(normalized.startsWith(before.normalize(form))).toBe(true);
  expect(normalized.endsWith(behind.normalize(form))).toBe(true);
  expect(normalized).toHaveLength(text.normalize(form).length);
  expect(normalizedTo(form, normalized)).toBe(normalized);
});
