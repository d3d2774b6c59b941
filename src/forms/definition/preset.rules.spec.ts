import { expectQuick } from '../../../test/support/processor-time';
import { FIELD_TYPES, PRESET_VALUES } from './field.types';
import type { Preset } from './field.types';
import { PRESET_RULES, PRESETS, presetApplies } from './preset.rules';

interface Examples {
  accepted: (string | number)[];
  refused: (string | number)[];
}

const EXAMPLES: Record<Preset, Examples> = {
  email: {
    accepted: [
      'a@example.com',
      'first.last+tag@sub.example.co.uk',
      'jörg@example.com',
      'a@bücher.example',
      'a@BÜCHER.example',
      'a@faß.example',
      "o'neil@x.org",
    ],
    refused: [
      '',
      'plain',
      '@example.com',
      'a@',
      'a@b',
      'a@@example.com',
      'a b@example.com',
      ' a@example.com',
      'a@example.com\n',
      'Ann <a@example.com>',
      '"a b"@example.com',
      '"a\r\nBcc: x@y.com"@example.com',
      '"a\u0001"@example.com',
      'a..b@example.com',
      'a@127.0.0.1',
      'a@example.com,b@example.com',
      'a\ud800@example.com',
      'a@b\u00fccher.example\u202c',
      'a@\u006eam\u200bb\u00fc.example',
      'a\u200b@example.com',
      'a@exa\u3164mple.com',
      'a@\ufb01sh.example',
      'a@example\u3002com',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(250)}.com`,
      7,
    ],
  },
  url: {
    accepted: [
      'https://example.com',
      'http://example.com:8080/a/b?c=d#e',
      'HTTPS://EXAMPLE.COM/',
      'http://localhost:3000',
      'https://my_site.example.com',
      'https://bücher.example/ä',
      'http://192.0.2.1/',
      'http://[2001:db8::1]:8080/',
      'https://example.com/a@b',
    ],
    refused: [
      '',
      'example.com',
      '//example.com',
      'ftp://example.com',
      'javascript:alert(1)',
      'javascript://example.com/%0aalert(1)',
      'data:text/html,x',
      'mailto:a@example.com',
      'https:example.com',
      'https:/example.com',
      'https://',
      'https:///example.com',
      'https://user@example.com',
      'https://user:secret@example.com',
      'https://exa mple.com',
      'https://example.com/a b',
      ' https://example.com',
      'https://example.com\t',
      'https://example.com/\u0000',
      'https://example.com\\@evil.example',
      'https://example..com',
      'https://example.com:99999',
      'http\u017f://example.com',
      `https://example.com/${'a'.repeat(2048)}`,
      7,
    ],
  },
  tel: {
    accepted: [
      '12345',
      '+4930123456',
      '+1 (202) 555-0123',
      '030.123.456',
      '(030) 12 34 56',
      '+12345678901234567890',
      '030/123456',
      '030 / 12 34 56',
      ...['\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015'].map((dash) => `030${dash}123456`),
      '202-555-0123 x12',
      '202-555-0123x12',
      '202-555-0123 X 12',
      '202-555-0123 ext. 12',
      '202-555-0123 Ext 12',
      '202-555-0123 extension 12',
      '202-555-0123 #12',
      'tel:+49-30-123456',
      'TEL: +49 30 123456 ext. 7',
    ],
    refused: [
      '',
      '1234',
      '+',
      '++4930123456',
      '4930+123456',
      '123456789012345678901',
      '12345 x',
      '12345 x6 x7',
      'x12345',
      '1234 x56789',
      '12345 ext. 12345678901',
      '12345 abc',
      'tel:',
      'tel:tel:12345',
      'telephone 12345',
      '030\u2212123456',
      '12345\n',
      '()()()()',
      '٠١٢٣٤٥',
      `1${' '.repeat(27)}2345 `,
      12345,
    ],
  },
  ipv4: {
    accepted: ['0.0.0.0', '192.0.2.1', '255.255.255.255'],
    refused: ['', '256.0.0.1', '1.2.3', '1.2.3.4.5', '01.2.3.4', '0x7f.0.0.1', '127.1', '1.2.3.4 ', '1.2.3.4\n', '::1', '１.2.3.4', 1],
  },
  ipv6: {
    accepted: ['::', '::1', '2001:db8::8a2e:370:7334', '2001:DB8:0:0:0:0:0:1', '::ffff:192.0.2.1'],
    refused: ['', ':::', '1::2::3', '[::1]', '::1%eth0', 'fe80::1%1', '12345::', 'g::', '1:2:3:4:5:6:7', '192.0.2.1', '::1\n', 1],
  },
  uuid: {
    accepted: ['0190a1b2-c3d4-7e5f-8a6b-7c8d9e0f1a2b', '550E8400-E29B-41D4-A716-446655440000', '00000000-0000-0000-0000-000000000000'],
    refused: [
      '',
      '550e8400e29b41d4a716446655440000',
      '{550e8400-e29b-41d4-a716-446655440000}',
      'urn:uuid:550e8400-e29b-41d4-a716-446655440000',
      '550e8400-e29b-41d4-a716-44665544000g',
      '550e8400-e29b-41d4-a716-446655440000\n',
      1,
    ],
  },
  slug: {
    accepted: ['a', '2024', 'my-first-post', 'a-1-b-2'],
    refused: ['', '-', '-a', 'a-', 'a--b', 'A', 'a_b', 'a b', 'ä', 'a\n', 1],
  },
  hex_color: {
    accepted: ['#fff', '#FFFA', '#1a2b3c', '#1a2b3c4d'],
    refused: ['', '#', 'fff', '#ff', '#fffff', '#fffffff', '#fffffffff', '#ggg', '#fff ', '#fff\n', 1],
  },
  alpha_numeric: {
    accepted: ['a', 'Z', '0', 'abcXYZ019'],
    refused: ['', ' ', 'a b', 'a-b', 'a_b', 'ä', 'ａ', '٣', '\u212a', 'a\n', 1],
  },
  integer: {
    accepted: [0, -1, 42, 9007199254740991, -9007199254740991, '0', '-1', '42', '123456789012345678901234567890'],
    refused: [1.5, 9007199254740992, Infinity, NaN, '', '-', '+1', '01', '-01', '1.0', '1e3', '0x1', ' 1', '1\n', '1,000', '١'],
  },
};

describe.each(PRESET_VALUES)('the preset %s', (preset) => {
  const { accepts } = PRESET_RULES[preset];

  it.each(EXAMPLES[preset].accepted)('accepts %j', (value) => {
    expect(accepts(value)).toBe(true);
  });

  it.each(EXAMPLES[preset].refused)('refuses %j', (value) => {
    expect(accepts(value)).toBe(false);
  });

  it('decides on 180 texts of 100 000 hostile characters with less work than reading two billion', async () => {
    const texts = hostileTexts();
    await expectQuick(() => texts.forEach(accepts), 2000);
  });
});

describe('the list of presets', () => {
  it('shows each preset once, in the published order, with a label', () => {
    expect(PRESETS.map((preset) => preset.value)).toEqual(PRESET_VALUES);
    expect(new Set(PRESETS.map((preset) => preset.label)).size).toBe(PRESET_VALUES.length);
  });

  it('applies integer to texts and numbers, and every other preset to texts only', () => {
    for (const preset of PRESET_VALUES) {
      const types = FIELD_TYPES.filter((type) => presetApplies(preset, type));
      expect([preset, types]).toEqual([preset, preset === 'integer' ? ['string', 'number'] : ['string']]);
    }
  });
});

/** Long runs that make a backtracking expression try again and again, each closed by a character that no preset wants. */
function hostileTexts(): string[] {
  const starts = ['', '#', '+', 'a@', '"', 'https://', 'https://a@', '-', '1:', 'http://['];
  const runs = ['a', '0', '-', 'a-', '.', 'a.', ':', '@', '%', '"', '\\"', ' ', '(', '1.', ':1', '/', '\u00e4', 'a@a.'];
  return starts.flatMap((start) => runs.map((run) => `${start}${run.repeat(100_000 / run.length)}!`));
}
