import {
  countCodePoints,
  duration,
  durationSeconds,
  hasControlCharacters,
  oneOf,
  parseDigits,
  parseList,
  trueOrFalse,
  wholeNumber,
} from './text-parsers.rules';

describe('a whole number', () => {
  const port = wholeNumber(1, 65_535);

  it.each([
    ['1', 1],
    ['65535', 65_535],
    ['0080', 80],
  ])('is parsed from %s', (text, number) => {
    expect(port.parse(text)).toBe(number);
  });

  it.each(['', '0', '65536', '-1', '+1', '1.5', '1e3', '0x50', ' 1', '1\n', '٣', 'Infinity', '1'.repeat(16)])(
    'is not parsed from %j',
    (text) => {
      expect(port.parse(text)).toBeUndefined();
    },
  );

  it('is described by its range', () => {
    expect(port.expected).toBe('a whole number from 1 to 65535');
  });
});

describe('digits', () => {
  it('become a safe integer, however many are allowed', () => {
    expect(parseDigits('9'.repeat(15))).toBe(999_999_999_999_999);
    expect(parseDigits('9'.repeat(16))).toBeUndefined();
  });
});

describe('true or false', () => {
  it('is parsed from the two words only', () => {
    expect(trueOrFalse.parse('true')).toBe(true);
    expect(trueOrFalse.parse('false')).toBe(false);
    for (const text of ['', '1', '0', 'yes', 'TRUE', 'constructor']) expect(trueOrFalse.parse(text)).toBeUndefined();
  });
});

describe('one of several words', () => {
  const colour = oneOf(['red', 'green']);

  it('is parsed from exactly these', () => {
    expect(colour.parse('green')).toBe('green');
    for (const text of ['', 'Red', 'blue', ' red', '0', 'length']) expect(colour.parse(text)).toBeUndefined();
    expect(colour.expected).toBe('one of red, green');
  });
});

describe('a duration', () => {
  it.each([
    ['30s', 30],
    ['15m', 900],
    ['24h', 86_400],
    ['90d', 7_776_000],
    ['0s', 0],
    ['007d', 604_800],
  ])('is parsed from %s', (text, seconds) => {
    expect(durationSeconds(text)).toBe(seconds);
  });

  it.each(['', '5', 'd', '-1d', '+1d', '1.5h', '1 d', ' 1d', '1d\n', '1w', '1D', '1h30m', '1e3s', '1234567890s', '٣d'])(
    'is not parsed from %j',
    (text) => {
      expect(durationSeconds(text)).toBeUndefined();
    },
  );

  it('includes both of its bounds', () => {
    const overlap = duration('0s', '7d');
    expect(['0s', '168h', '169h', 'soon'].map(overlap.parse)).toEqual([0, 604_800, undefined, undefined]);
    expect(overlap.expected).toBe('a duration from 0s to 7d, such as 30s, 15m, 24h or 7d');
  });
});

describe('a comma-separated list', () => {
  it('is parsed entry by entry, without the space around them', () => {
    expect(parseList('1, 2 ,3', parseDigits)).toEqual([1, 2, 3]);
  });

  it.each(['', '1,', ',1', '1,,2', '1,two'])('is not parsed from %j', (text) => {
    expect(parseList(text, parseDigits)).toBeUndefined();
  });
});

describe('a line of text', () => {
  it('is measured in code points, variation selectors included', () => {
    expect(countCodePoints('🦊')).toBe(1);
    expect(countCodePoints('❤️')).toBe(2);
  });

  it.each(['\u0000', 'a\nb', '\u007f', '\u0085', '\u009f'])('has a control character in %j', (text) => {
    expect(hasControlCharacters(text)).toBe(true);
  });

  it.each(['', 'a b', '\u00a0', '\u2028', 'é'])('has no control character in %j', (text) => {
    expect(hasControlCharacters(text)).toBe(false);
  });
});
