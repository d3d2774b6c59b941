import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { csvValue, recordsOf } from './csv-ndjson.rules';

/** Like most readers it takes any line break for the end of a record. */
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
      const [escaped, inside] = read(recordsOf([[`${start}1`, `a${start}`]], 'spreadsheet'))[0]!;
      expect([escaped, inside]).toEqual([`'${start}1`, `a${start}`]);
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
  ])('writes %j as %j', (value, written) => {
    expect(csvValue(value)).toBe(written);
  });
});
