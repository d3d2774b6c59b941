import { withAsciiDigits } from './digits.rules';

describe('the digits of every script', () => {
  it('become those of ASCII, each by its value', () => {
    const rows: string[] = [];
    for (let code = 0; code < 0x110000; code += 1) {
      if (/^\p{Nd}$/u.test(String.fromCodePoint(code))) rows.push(String.fromCodePoint(code));
    }
    expect(rows.length).toBeGreaterThan(600);
    expect(withAsciiDigits(rows.join(''))).toBe('0123456789'.repeat(rows.length / 10));
  });

  it.each([
    ['\u0660\u0661\u0662\u0669', '0129'],
    ['\u06f0\u06f4\u06f9', '049'],
    ['\u0966\u096f', '09'],
    ['\uff15', '5'],
    ['\u{1d7d8}\u{1d7ff}', '09'],
    ['+1 (20) \u00b2 \u2460 \u4e09 x', '+1 (20) \u00b2 \u2460 \u4e09 x'],
  ])('%j is %j', (text, ascii) => {
    expect(withAsciiDigits(text)).toBe(ascii);
  });
});
