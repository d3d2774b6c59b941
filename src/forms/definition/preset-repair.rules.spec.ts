import { PRESET_VALUES } from './field.types';
import { repairFor } from './preset-repair.rules';
import { PRESET_RULES } from './preset.rules';

const repaired = (preset: 'email' | 'tel' | 'url', text: string): string => repairFor(preset)!(text);

describe('a text that somebody typed or pasted', () => {
  it.each(['email', 'tel', 'url'] as const)('for the preset %s stays as it is when it is plain', (preset) => {
    for (const text of ['a@b.example', '+49 30 123', 'https://a.example/b?c', 'no such thing', ''])
      expect(repaired(preset, text)).toBe(text);
  });

  it.each(['email', 'tel', 'url'] as const)('for the preset %s is empty when nothing is to be seen', (preset) => {
    for (const text of [' ', '\u00a0\t', '\u200b', ' \ufeff\n']) expect(repaired(preset, text)).toBe('');
  });

  it.each([
    ['tel', '\u0660\u0661\u0662 \u0663\u0664\u0665\u0666', '012 3456'],
    ['tel', '+\u06f9\u06f8 (\u06f2\u06f1) \u06f1\u06f2\u06f3\u06f4', '+98 (21) 1234'],
    ['tel', '\u0967\u0968\u0969-\u096a\u096b\u096c', '123-456'],
    ['tel', '\u200f\u0661\u0662\u0663\u0664\u0665\u200f', '12345'],
    ['integer', '-\u0664\u0662', '-42'],
    ['integer', ' ', ' '],
  ] as const)('has the digits of every script as those of ASCII (%s %j)', (preset, sent, repaired) => {
    expect(repairFor(preset)!(sent)).toBe(repaired);
    expect(PRESET_RULES[preset].accepts(repaired)).toBe(repaired !== ' ');
  });

  it('is repaired for no other preset', () => {
    expect(PRESET_VALUES.filter((preset) => repairFor(preset) !== null)).toEqual(['email', 'url', 'tel', 'integer']);
    expect(repairFor(null)).toBeNull();
  });

  it.each([
    [' ada@example.com\r\n', 'ada@example.com'],
    ['\u00a0ada@example.com\u3000', 'ada@example.com'],
    ['\u0085ada@example.com', 'ada@example.com'],
    ['\u202aada@example.com\u202c', 'ada@example.com'],
    ['ada\u200b@exam\u00adple.com\ufeff', 'ada@example.com'],
    ['ada@bücher.example\u202c\u2060', 'ada@bücher.example'],
    ['ａｄａ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'ada@example.com'],
    ['zoe\u0308@example.com', 'zoë@example.com'],
    ['Zoë@Example.com', 'Zoë@Example.com'],
  ])('as an address of e-mail, %j, becomes %j', (sent, stored) => {
    expect(repaired('email', sent)).toBe(stored);
    expect(PRESET_RULES.email.accepts(stored)).toBe(true);
  });

  it.each([
    'ada @example.com',
    'ada@ example.com',
    'a@b.example c@d.example',
    '\u200bada',
    'a\n@b.example',
    'a\u00a0b@c.example',
    'ada@क्\u200dष.example',
  ])('is no address of e-mail afterwards, as it was none before: %j', (sent) => {
    expect(PRESET_RULES.email.accepts(repaired('email', sent))).toBe(false);
  });

  it.each([
    [' +49 30 123456 ', '+49 30 123456'],
    ['+49\u00a030\u202f123456', '+49 30 123456'],
    ['\u202d+49 30 123456\u202c', '+49 30 123456'],
    ['＋４９　３０　１２３４５６', '+49 30 123456'],
    ['（０３０）１２３４５６', '(030)123456'],
    ['030\u2011123456', '030\u2011123456'],
    ['030\u2013123456\u200b', '030\u2013123456'],
    ['tel:+49-30-123456 ext.\u00a012', 'tel:+49-30-123456 ext. 12'],
  ])('as a telephone number, %j, becomes %j', (sent, stored) => {
    expect(repaired('tel', sent)).toBe(stored);
    expect(PRESET_RULES.tel.accepts(stored)).toBe(true);
  });

  it.each([
    [' https://example.com/a ', 'https://example.com/a'],
    ['\ufeffhttps://exam\u200bple.com', 'https://example.com'],
    ['ht\u00adtps://ex\u200dample.com', 'https://example.com'],
    ['https://example.com/\u0645\u06cc\u200c\u062e/x\u200dy', 'https://example.com/\u0645\u06cc\u200c\u062e/x\u200dy'],
    ['https://example.com/a\u200bb\u200cc', 'https://example.com/ab\u200cc'],
    ['https://example.com/a\u200cb?c\u200cd#e\u200df', 'https://example.com/a\u200cb?cd#ef'],
    ['https://example.com/a\u200d\u200b ', 'https://example.com/a'],
    ['https://bücher.example\u202c/ä', 'https://bücher.example/ä'],
  ])('as a web address, %j, becomes %j', (sent, stored) => {
    expect(repaired('url', sent)).toBe(stored);
    expect(PRESET_RULES.url.accepts(stored)).toBe(true);
  });
});
