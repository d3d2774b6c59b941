import fc from 'fast-check';
import { cellOf, columnLetters, cutText, escapedText } from './xlsx.rules';

/** What a spreadsheet makes of a text in XML. */
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
    [['a'], false, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">["a"]</t></is></c>'],
    ['2026-11-20', true, '<c r="A1" s="1"><v>46346</v></c>'],
    ['2026-11-20T13:00:00+01:00', true, '<c r="A1" s="2"><v>46346.5</v></c>'],
    [new Date('2026-11-20T06:00:00Z'), true, '<c r="A1" s="2"><v>46346.25</v></c>'],
    ['1900-03-01', true, '<c r="A1" s="1"><v>61</v></c>'],
    ['1900-02-28', true, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">1900-02-28</t></is></c>'],
    ['soon', true, '<c r="A1" t="inlineStr"><is><t xml:space="preserve">soon</t></is></c>'],
    [null, true, ''],
    [undefined, false, ''],
  ])('writes %j with its type', (value, isDate, cell) => {
    expect(cellOf('A1', value, isDate)).toBe(cell);
  });
});

describe('columnLetters', () => {
  it('counts as spreadsheets do', () => {
    expect([0, 25, 26, 51, 52, 701, 702, 16_383].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA', 'XFD']);
  });
});
