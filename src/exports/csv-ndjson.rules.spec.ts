import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvValue, escaped, isEscaped, recordsOf, unescaped } from './csv-ndjson.rules';
import { FileLinks } from './export.types';
import { localTime } from './local-time.rules';

/** Ends records at any line break, as most CSV readers do. */
const read = (text: string): string[][] => parse(text, { record_delimiter: ['\r\n', '\n', '\r'] });

describe('recordsOf', () => {
  const texts = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom('"', ',', '\r', '\n', ' ', "'", '=') }));

  it('is read back as it was by any reader of RFC 4180', () => {
    const rows = fc
      .integer({ min: 1, max: 5 })
      .chain((width) => fc.array(fc.array(texts, { minLength: width, maxLength: width }), { minLength: 1 }));
    fc.assert(
      fc.property(rows, (records) => {
        expect(read(recordsOf(records, 'none'))).toEqual(records);
      }),
    );
  });

  it.each(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'])(
    'writes an apostrophe before a text that begins with %j for a spreadsheet, and only there',
    (start) => {
      const [first, inside] = read(recordsOf([[`${start}1`, `a${start}`]], 'spreadsheet'))[0]!;
      expect([first, inside]).toEqual([`'${start}1`, `a${start}`]);
      expect(read(recordsOf([[`${start}1`]], 'none'))).toEqual([[`${start}1`]]);
    },
  );

  it('never escapes a number', () => {
    expect(recordsOf([[-5, -0.5, 1e21]], 'spreadsheet')).toBe('-5,-0.5,1e+21\r\n');
    expect(recordsOf([['-5', '+49 30 1']], 'spreadsheet')).toBe("'-5,'+49 30 1\r\n");
  });

  it('has no empty line for an empty value of an only column', () => {
    expect(recordsOf([['email'], [''], ['x']], 'none')).toBe('email\r\n""\r\nx\r\n');
  });
});

describe('csvValue', () => {
  it.each<[unknown, unknown]>([
    [undefined, null],
    [null, null],
    ['', ''],
    ['null', 'null'],
    [0.1, 0.1],
    [true, 'true'],
    [false, 'false'],
    [['a', 1, null], '["a",1,null]'],
    [{ a: [1] }, '{"a":[1]}'],
    [new Date('2026-11-20T21:26:00.001Z'), '2026-11-20T21:26:00.001Z'],
    [new FileLinks(['a', 'b'].map((url) => ({ field: 'cv', filename: 'a', url }))), 'a b'],
  ])('writes %j as %j', (value, written) => {
    expect(csvValue(value)).toBe(written);
  });

  it.each([
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29T01:59:59.999+01:00'],
    ['Europe/Berlin', '2026-03-29T01:00:00.000Z', '2026-03-29T03:00:00.000+02:00'],
    ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00.000+02:00'],
    ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00.000+01:00'],
    ['America/St_Johns', '2026-11-20T21:26:00.001Z', '2026-11-20T17:56:00.001-03:30'],
    ['Asia/Kathmandu', '2026-11-20T21:26:00.000Z', '2026-11-21T03:11:00.000+05:45'],
    ['Europe/London', '2026-11-20T21:26:00.000Z', '2026-11-20T21:26:00.000+00:00'],
    ['Etc/GMT+5', '2026-11-20T21:26:00.000Z', '2026-11-20T16:26:00.000-05:00'],
    ['UTC', '2026-11-20T21:26:00.000Z', '2026-11-20T21:26:00.000Z'],
    ['Africa/Monrovia', '1950-01-01T00:00:00.000Z', '1949-12-31T23:16:00.000-00:44'],
    ['America/New_York', '0001-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z'],
  ])('writes times on the clocks of %s: %s', (zone, instant, written) => {
    expect(csvValue(new Date(instant), localTime(zone))).toBe(written);
    expect(new Date(written).toISOString()).toBe(instant);
  });
});

const STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];
/** Characters before a formula that programs drop or that are invisible. */
const UNSEEN = [
  ...[' ', '   ', '\u00a0', '\u2003', '\u3000', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029', '\0', '\u001f', '\u007f'],
  ...['\ufeff', '\u200b', '\u200c', '\u200d', '\u200e', '\u200f', '\u2060', '\u2064', '\u00ad', '\u034f', '\u061c', '\u180e'],
  ...['\u202e', '\u2066', '\u3164', '\uffa0', '\ufe0f', '\u{e0001}'],
];

const unseenTexts = fc.string({ unit: fc.constantFrom("'", ...STARTS, ...UNSEEN, 'a', '1') });

it('escaping and taking it back are the identity for every text', () => {
  fc.assert(fc.property(unseenTexts, (text) => unescaped(escaped(text)) === text));
});

it('no escaped text is taken for a formula', () => {
  fc.assert(
    fc.property(unseenTexts, (text) => {
      const seen = UNSEEN.reduce((rest, unseen) => rest.replaceAll(unseen, ''), escaped(text));
      expect(STARTS.filter((start) => seen.startsWith(start))).toEqual([]);
    }),
  );
});

it.each(STARTS)('%j begins what would be a formula, also behind what is left out or not seen', (start) => {
  for (const before of ['', ...UNSEEN, '\ufeff \u200b\n', "'", "''"]) expect(escaped(`${before}${start}1+1`)).toBe(`'${before}${start}1+1`);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1', "'+49 30 1"],
  ["'=1", "''=1"],
  ['＝1', "'＝1"],
  ["it's", "it's"],
  ["'quoted'", "'quoted'"],
  ['1-2', '1-2'],
  ['', ''],
  [' a=1', ' a=1'],
  ['\u200bword', '\u200bword'],
  ['  -5', "'  -5"],
  ['two\n=lines', 'two\n=lines'],
])('%j is written as %j', (text, written) => {
  expect([escaped(text), unescaped(written), isEscaped(written)]).toEqual([written, text, text !== written]);
});
