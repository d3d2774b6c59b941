import fc from 'fast-check';
import { bytesIn, sizeText } from './amounts.rules';
import { messagesAbout, type Option, patchOf, textOf, valueOf } from './option.rules';

const option = (path: string, trait: Partial<Option> = {}): Option => ({ path: path.split('.'), kind: 'line', label: path, ...trait });

describe('options', () => {
  it.each<[Partial<Option>, unknown]>([
    [{ isNullable: true }, null],
    [{ isNullable: true }, 'Write to us'],
    [{}, ''],
    [{ isOmitted: true }, undefined],
    [{ kind: 'number', isNullable: true }, null],
    [{ kind: 'number', isNullable: true }, 0],
    [{ kind: 'size', isNullable: true }, 5_000_000],
    [{ kind: 'duration', isOmitted: true }, 7200],
    [{ kind: 'duration', isOmitted: true, unitMs: 1 }, 2000],
    [{ kind: 'lines', isNullable: true }, []],
    [{ kind: 'lines', isOmitted: true }, undefined],
    [{ kind: 'lines' }, ['https://a.example', 'https://b.example']],
    [{ kind: 'check' }, false],
    [{ kind: 'check', isOmitted: true }, undefined],
    [{ kind: 'choice', choices: { true: 'yes', false: 'no' }, isOmitted: true }, false],
    [{ kind: 'choice', choices: { true: 'yes', false: 'no' }, isOmitted: true }, undefined],
    [{ kind: 'value', isOmitted: true }, 5],
    [
      { kind: 'pairs', isOmitted: true },
      { a: 'x', b: 12, c: '12' },
    ],
    [{ kind: 'pairs', hasTexts: true }, { 'X-Number': '12' }],
    [{ kind: 'pairs', isOmitted: true }, undefined],
    [{ kind: 'time', isNullable: true }, '2026-11-20T21:26:00.000Z'],
    [{ kind: 'time', isNullable: true }, '2026-07-20T21:26:07.000Z'],
  ])('reads the text that %j has for %j as the same value', (trait, value) => {
    const known = option('a', trait);
    expect(valueOf(known, textOf(known, value))).toEqual(value);
  });

  it('sends a number that is none as it was typed', () => {
    expect(valueOf(option('a', { kind: 'number' }), '3 s')).toBe('3 s');
  });

  it('patches what was typed, whatever is in the names', () => {
    const places = { ...option(''), path: ['intake', 'places', 'topic', 'v1.5'] };
    const most = option('intake.max_submissions', { kind: 'number', isNullable: true });
    const typed = [
      { option: places, value: 30 },
      { option: most, value: null },
    ];
    expect(patchOf(typed)).toEqual({
      intake: { places: { topic: { 'v1.5': 30 } }, max_submissions: null },
    });
  });

  it('tells a refusal at its option, with the line that it is about', () => {
    const origins = option('form.allowed_origins', { label: 'Origins' });
    const details = { 'form.allowed_origins.1': ['must be an origin'], 'form.name': ['must not be empty'] };
    expect(messagesAbout(origins, 'https://a.example\n\nbad', details)).toEqual(['“bad” must be an origin.']);
    expect(messagesAbout(option('form.name', { label: 'Form name' }), '', details)).toEqual(['Form name must not be empty.']);
    expect(messagesAbout(option('form'), '', { 'form.x': ['a'], formal: ['b'] })).toEqual(['form a.']);
  });
});

describe('sizes', () => {
  it.each([
    ['5 MB', 5_000_000],
    ['25MiB', 26_214_400],
    ['0,5 kb', 500],
    ['700', 700],
    ['1 byte', 1],
    ['large', undefined],
    ['5 boxes', undefined],
    ['-1 MB', undefined],
  ])('%j is %j bytes', (text, bytes) => expect(bytesIn(text)).toBe(bytes));

  it('are read as they were written', () => {
    fc.assert(fc.property(fc.nat(2 ** 45), (bytes) => bytesIn(sizeText(bytes)) === bytes));
    expect([sizeText(5_000_000), sizeText(26_214_400), sizeText(1)]).toEqual(['5 MB', '25 MiB', '1 byte']);
  });
});
