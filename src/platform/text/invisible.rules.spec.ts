import { expectQuick } from '../../../test/support/processor-time';
import { isBlank, withJoinersOnly, withoutBlankEnds, withoutInvisible, withSingleBlanks } from './invisible.rules';

describe('invisible characters', () => {
  it.each([
    '\u00ad',
    '\u034f',
    '\u061c',
    '\u200b',
    '\u200e',
    '\u202a',
    '\u202e',
    '\u2060',
    '\u2066',
    '\ufe0f',
    '\ufeff',
    '\u{e0001}',
    '\u{e0100}',
  ])('are format characters, the grapheme joiner and variation selectors, such as %j', (character) => {
    expect(withoutInvisible(`a${character}b${character}`)).toBe('ab');
    expect(isBlank(` ${character}`)).toBe(true);
    expect(withoutBlankEnds(` ${character} a${character} `)).toBe('a');
  });

  it('can be removed without the joiners', () => {
    expect(withoutInvisible('a\u200bb\u200cc\u200dd')).toBe('abcd');
    expect(withJoinersOnly('a\u200bb\u200cc\u200dd')).toBe('ab\u200cc\u200dd');
  });

  it.each(['a', '.', '\u0301', '\u0000', '\u3164'])('are not %j', (text) => {
    expect(isBlank(text)).toBe(false);
    expect(withoutInvisible(text)).toBe(text);
  });

  it.each(['', ' ', '\t\r\n', '\u0085', '\u00a0', '\u2003', '\u3000', '\u2028'])('leave nothing beside white space: %j', (text) => {
    expect(isBlank(text)).toBe(true);
    expect(withoutBlankEnds(`${text}a b${text}`)).toBe('a b');
  });

  it('and white space are looked through once', async () => {
    const texts = [' ', '\u200b', ' \u200b', 'a '].map((run) => `a${run.repeat(100_000)}b`);
    await expectQuick(
      () => texts.forEach((text) => [isBlank(text), withoutBlankEnds(text), withoutInvisible(text), withSingleBlanks(text)]),
      2000,
    );
  });
});

it('single blanks stand for any white space within a text', () => {
  expect(withSingleBlanks(' a \t b\u00a0c\n')).toBe('a b c');
  for (const space of [' ', '  ', '\t', '\n', '\u00a0', '\u3000', ' \u2028']) expect(withSingleBlanks(`a${space}b c`)).toBe('a b c');
});
