import fc from 'fast-check';
import { FileLinks } from './export.types';
import { localTime, UNIVERSAL } from './local-time.rules';
import { cellOf, columnLetters, cutText, escapedText } from './xlsx-cells.rules';
import { linesIn } from './text-width.rules';
import { widthOf } from './xlsx.rules';

/** Decodes the XML of a text as spreadsheets do. */
const shown = (xml: string): string =>
  xml
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
    .replace(/_x([0-9A-F]{4})_/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));

describe('escapedText', () => {
  it('is shown as it was, whatever the text is', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('_', 'x', '0', '\r', '\ud800', '&', '\ufffe') }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const xml = escapedText(text);
        expect(shown(xml)).toBe(text);
        expect(xml.isWellFormed()).toBe(true);
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff<>]/); // eslint-disable-line no-control-regex
      }),
    );
  });

  it('escapes what looks like an escape', () => {
    expect(escapedText('_x000D_ \r \u0001')).toBe('_x005F_x000D_ _x000D_ _x0001_');
  });
});

describe('cutText', () => {
  it('leaves 32,767 characters alone, and cuts longer texts on a whole character', () => {
    expect(cutText('x'.repeat(32_767))).toHaveLength(32_767);
    expect(cutText('x'.repeat(32_768))).toBe(`${'x'.repeat(32_766)}…`);
    expect(cutText(`${'x'.repeat(32_765)}😀xx`)).toBe(`${'x'.repeat(32_765)}…`);
  });
});

describe('cellOf', () => {
  it.each<[unknown, boolean, string]>([
    [-0.5, false, '<c r="A1"><v>-0.5</v></c>'],
    [true, false, '<c r="A1" t="b"><v>1</v></c>'],
    ['=1+1', false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">=1+1</t></is></c>'],
    ['12', false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">12</t></is></c>'],
    [['a', '=b, c'], false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">a, =b, c</t></is></c>'],
    [['a', 1], false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">["a",1]</t></is></c>'],
    [{ a: '<' }, false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">{"a":"&lt;"}</t></is></c>'],
    [99_999_999_999, false, '<c r="A1"><v>99999999999</v></c>'],
    [-4_901_234_567_890, false, '<c r="A1" s="5"><v>-4901234567890</v></c>'],
    [999_999_999_999_999, false, '<c r="A1" s="5"><v>999999999999999</v></c>'],
    [9_007_199_254_740_991, false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">9007199254740991</t></is></c>'],
    [1e21, false, '<c r="A1"><v>1e+21</v></c>'],
    ['2026-11-20', true, '<c r="A1" s="1"><v>46346</v></c>'],
    ['2026-11-20T13:00:00+01:00', true, '<c r="A1" s="2"><v>46346.5</v></c>'],
    [new Date('2026-11-20T06:00:00Z'), true, '<c r="A1" s="2"><v>46346.25</v></c>'],
    ['1900-03-01', true, '<c r="A1" s="1"><v>61</v></c>'],
    ['1900-02-28', true, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">1900-02-28</t></is></c>'],
    [new Date('0999-01-01T00:00:00Z'), false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">0999-01-01T00:00:00.000Z</t></is></c>'],
    ['soon', true, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">soon</t></is></c>'],
    [[], false, ''],
    [null, true, ''],
    [undefined, false, ''],
  ])('writes %j with its type', (value, isDate, cell) => {
    expect(cellOf('A1', value, { isDate, width: 20 }, UNIVERSAL)).toBe(cell);
  });

  it('leaves a number that its column is too narrow for as it is', () => {
    expect(cellOf('A1', 4_901_234_567_890, { isDate: false, width: 12 }, UNIVERSAL)).toBe('<c r="A1"><v>4901234567890</v></c>');
  });

  it.each([
    ['2026-03-29T00:30:00Z', 46_110 + 1.5 / 24],
    ['2026-03-29T01:30:00Z', 46_110 + 3.5 / 24],
    ['2026-10-25T00:30:00Z', 46_320 + 2.5 / 24],
    ['2026-10-25T01:30:00Z', 46_320 + 2.5 / 24],
  ])('writes times on the clocks of a zone, and days as they are: %s', (instant, day) => {
    const column = { isDate: true, width: 20 };
    const berlin = localTime('Europe/Berlin');
    const [, value] = /<v>(.*)<\/v>/.exec(cellOf('A1', new Date(instant), column, berlin))!;
    expect(Number(value)).toBeCloseTo(day, 6);
    expect(cellOf('A1', instant, column, berlin)).toBe(cellOf('A1', new Date(instant), column, berlin));
    expect(cellOf('A1', '2026-03-29', column, berlin)).toBe('<c r="A1" s="1"><v>46110</v></c>');
  });

  const file = (filename: string, url = 'https://a.example/files/x&y') => ({ field: 'cv', filename, url });
  const cellWith = (...links: ReturnType<typeof file>[]) => cellOf('A1', new FileLinks(links), { isDate: false, width: 20 }, UNIVERSAL);

  it('links to a file by a formula of which the name is no part', () => {
    expect(cellWith(file('"&A1&".pdf'))).toBe(
      '<c r="A1" s="4" t="str"><f>HYPERLINK("https://a.example/files/x&amp;y","""&amp;A1&amp;"".pdf")</f><v>"&amp;A1&amp;".pdf</v></c>',
    );
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ')', ',', 'a', '&', '😀') }), (name) => {
        const formula = shown(/<f>(.*)<\/f>/.exec(cellWith(file(name)))![1]!);
        expect(formula).toMatch(/^HYPERLINK\("(?:[^"]|"")*","(?:[^"]|"")*"\)$/);
      }),
    );
  });

  it('has names and addresses of several files, and an address that is too long for a formula, as a text', () => {
    const text = (value: string) => `<c r="A1" s="6" t="inlineStr"><is><t xml:space="preserve">${value}</t></is></c>`;
    expect(cellWith(file('a', 'b'), file('c', 'd'))).toBe(text('a: b\nc: d'));
    const long = `https://a.example/${'x'.repeat(255)}`;
    expect(cellWith(file('a', long))).toBe(text(long));
  });
});

describe('linesIn', () => {
  it.each([
    ['one line', 1],
    ['x'.repeat(20), 1],
    ['x'.repeat(21), 2],
    ['one\r\ntwo\n\nfour', 4],
    ['漢'.repeat(11), 2],
    ['x'.repeat(1_000_000), 5],
    ['', 1],
  ])('of %j are counted as a column of twenty characters shows them', (text, lines) => {
    expect(linesIn(text, 20, 5)).toBe(lines);
  });
});

describe('widthOf', () => {
  it.each<[string, Parameters<typeof widthOf>, number]>([
    ['the header, which is bold', ['E-mail address', 'string', []], 18],
    ['a date, whatever there is of it', ['Day', 'date', ['2026-11-20']], 21],
    ['the longest value', ['a', 'string', ['x'.repeat(30), 'y']], 32],
    ['the longest line', ['a', 'string', [`${'x'.repeat(30)}\n${'y'.repeat(20)}`]], 32],
    ['what can be read at once', ['a', 'string', ['x'.repeat(1_000_000)]], 60],
    ['wide characters', ['a', 'string', ['漢字かなカナ한글😀😀']], 22],
    ['a list', ['a', 'array', [['red', 'green', 'blue']]], 18],
    ['nothing', ['a', null, [undefined, null]], 10],
  ])('is that of %s', (_, of, width) => {
    expect(widthOf(...of)).toBe(width);
  });
});

describe('columnLetters', () => {
  it('counts as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA', 'XFD']);
  });
});
