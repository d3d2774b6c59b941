import { dateReader, isUnclearDay, timeReader } from './imported-time.rules';

const read = (text: string, options = {}): string => {
  const found = timeReader(options)(text);
  return found instanceof Date ? found.toISOString() : 'none';
};

describe('a time', () => {
  it.each([
    ['2026-11-20T21:26:00Z', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20t21:26:00.5z', '2026-11-20T21:26:00.500Z'],
    ['20261120T212600Z', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20T21:26:00+05:30', '2026-11-20T15:56:00.000Z'],
    ['2026-11-20 21:26', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20T21:26:00', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20 21:26:00.123456', '2026-11-20T21:26:00.124Z'],
    ['2026-11-20 21:26:00,5', '2026-11-20T21:26:00.500Z'],
    ['2026-11-20 21:26:00 UTC', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20 21:26:00Z', '2026-11-20T21:26:00.000Z'],
    ['2026-11-20 21:26:00 +0100', '2026-11-20T20:26:00.000Z'],
    ['2026-11-20 21:26:00-04', '2026-11-21T01:26:00.000Z'],
    ['2026-11-20', '2026-11-20T00:00:00.000Z'],
    ['2026/11/20', '2026-11-20T00:00:00.000Z'],
    ['2026/11/20 9:26:00 PM GMT+1', '2026-11-20T20:26:00.000Z'],
    ['2026/11/20 9:26:00 PM GMT-4', '2026-11-21T01:26:00.000Z'],
    ['2026/11/20 9:26:00 am GMT+5:30', '2026-11-20T03:56:00.000Z'],
    ['2026/11/20 9:26:00 AM GMT', '2026-11-20T09:26:00.000Z'],
    ['2026/11/20 12:00:00 AM', '2026-11-20T00:00:00.000Z'],
    ['2026/11/20 12:00:00 PM', '2026-11-20T12:00:00.000Z'],
    ['11/20/2026', '2026-11-20T00:00:00.000Z'],
    ['11/20/2026 9:26pm', '2026-11-20T21:26:00.000Z'],
    ['11/20/2026, 9:26:00\u202fPM', '2026-11-20T21:26:00.000Z'],
    ['11/20/2026 9:26 p.m.', '2026-11-20T21:26:00.000Z'],
    ['20/11/2026 21:26', '2026-11-20T21:26:00.000Z'],
    ['20.11.2026 21:26:00', '2026-11-20T21:26:00.000Z'],
    ['20.11.2026', '2026-11-20T00:00:00.000Z'],
    ['5/5/2026', '2026-05-05T00:00:00.000Z'],
    [' 2026-11-20 21:26 ', '2026-11-20T21:26:00.000Z'],
    ['11/20/26', '2026-11-20T00:00:00.000Z'],
    ['20.11.26 21:26', '2026-11-20T21:26:00.000Z'],
    ['31.12.99', '1999-12-31T00:00:00.000Z'],
    ['20-11-2026 21:26', '2026-11-20T21:26:00.000Z'],
    ['2026-1-2', '2026-01-02T00:00:00.000Z'],
    ['2026.11.20', '2026-11-20T00:00:00.000Z'],
    ['2026. 11. 20.', '2026-11-20T00:00:00.000Z'],
    ['2026.11.20. 21:26', '2026-11-20T21:26:00.000Z'],
    ['20–11–2026 21:26', '2026-11-20T21:26:00.000Z'],
    ['20‑Nov‑2026', '2026-11-20T00:00:00.000Z'],
    ['2026年11月20日 21:26', '2026-11-20T21:26:00.000Z'],
    ['Fri, 20 Nov 2026 21:26:00 +0100', '2026-11-20T20:26:00.000Z'],
    ['November 20, 2026 9:26 PM', '2026-11-20T21:26:00.000Z'],
    ['Nov 20th, 2026', '2026-11-20T00:00:00.000Z'],
    ['20-Nov-26', '2026-11-20T00:00:00.000Z'],
    ['Freitag, 20. November 2026 um 21:26 Uhr', '2026-11-20T21:26:00.000Z'],
    ['1. Mär. 2026', '2026-03-01T00:00:00.000Z'],
    ['1er févr. 2026 à 21h26', '2026-02-01T21:26:00.000Z'],
    ['20 aout 2026', '2026-08-20T00:00:00.000Z'],
    ['20 de noviembre de 2026 9:26 p. m.', '2026-11-20T21:26:00.000Z'],
    ['46346', '2026-11-20T00:00:00.000Z'],
    ['46346.5', '2026-11-20T12:00:00.000Z'],
    ['46346,893055555556', '2026-11-20T21:26:00.000Z'],
  ])('is read as it is written by people, forms and spreadsheets: %s', (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  it.each([
    [
      '',
      'yesterday',
      '2026',
      '2026-11',
      '2026-11-31',
      '2026-13-01',
      '31/02/2026',
      '32/1/2026',
      '11/20/35',
      '2026-11-20 24:00',
      '0000-01-01',
    ],
    [
      '2026-11-20 9:60',
      '2026-11-20 13:00 PM',
      '2026-11-20 0:30 AM',
      '2026-11-20 21:26:60',
      '2026-11-20 21',
      '2026-11-20T',
      '20. Frimaire 2026',
    ],
    ['2026.11.2.5', '2026. 11', '2026-11-20-1', '2026.. 11. 20'],
    ['2026/11-20', '2026-11-20 21:26 XY12', '2026-11-20 21:26 +', '2026-11-20 21:26 +25:00', '2026-11-20 21:26:00.'],
    ['4634', '1763673960', '２０２６-11-20', '2026-11-20 UTC', '2026-11-20 21:26 CET+1', '9'.repeat(100_000), '0001-01-01 00:00 +10:00'],
  ])('is refused where nobody can be sure: %s, and others', (...texts) => {
    for (const text of texts) expect([text.slice(0, 40), read(text)]).toEqual([text.slice(0, 40), 'none']);
  });

  it('of which day and month could be either needs to be told which comes first', () => {
    for (const text of ['1/2/2026', '12/11/2026 9:26 PM', '01.02.2026', '1/2/2026 10:00 GMT+1', '1/2/26', '20/11/26', '01-02-2026']) {
      expect([isUnclearDay(text), read(text)]).toEqual([true, 'none']);
    }
    for (const text of ['13/2/2026', '2/13/2026', '5/5/2026', '2026/02/01', '11/20/26', '20.11.26', ''])
      expect(isUnclearDay(text)).toBe(false);
    expect(read('1/2/2026', { isDayFirst: true })).toBe('2026-02-01T00:00:00.000Z');
    expect(read('1/2/2026', { isDayFirst: false })).toBe('2026-01-02T00:00:00.000Z');
    expect(read('13/2/2026', { isDayFirst: false })).toBe('none');
    expect(read('2/13/2026', { isDayFirst: true })).toBe('none');
  });

  it.each([
    ['20.11.2026', false],
    ['20/11/26 21:26', false],
    ['11/20/2026', true],
  ])('in the other order than day_first tells is refused with what to set: %s', (text, isDayFirst) => {
    const error = expect.stringContaining(`but by day_first=${!isDayFirst} it is`);
    expect(timeReader({ isDayFirst })(text)).toEqual({ error });
    expect(dateReader({ isDayFirst })(text)).toEqual({ error });
  });

  it('without an offset is one of the time zone, and abbreviations count for nothing then', () => {
    const options = { timeZone: 'Europe/Berlin' };
    expect(read('2026-07-01 12:00', options)).toBe('2026-07-01T10:00:00.000Z');
    expect(read('2026-12-01', options)).toBe('2026-11-30T23:00:00.000Z');
    expect(read('2026-07-01 12:00 AST', options)).toBe('2026-07-01T10:00:00.000Z');
    expect(read('2026-07-01 12:00 UTC', options)).toBe('2026-07-01T12:00:00.000Z');
    expect(read('2026-07-01 12:00 AST')).toBe('none');
    expect(read('2026-07-01T12:00:00-03:00', options)).toBe('2026-07-01T15:00:00.000Z');
  });

  it('that clocks skip is read with the offset before the change, and of one that they show twice it is the first', () => {
    const options = { timeZone: 'Europe/Berlin' };
    expect(read('2026-03-29 02:30', options)).toBe('2026-03-29T01:30:00.000Z');
    expect(read('2026-10-25 02:30', options)).toBe('2026-10-25T00:30:00.000Z');
    expect(read('2011-12-30 12:00', { timeZone: 'Pacific/Apia' })).toBe('2011-12-30T22:00:00.000Z');
  });
});

describe('the date of a field', () => {
  const date = dateReader({ timeZone: 'Europe/Berlin' });

  it.each([
    ['2026-11-20', '2026-11-20'],
    ['2026-11-20T21:26:00+01:00', '2026-11-20T21:26:00+01:00'],
    ['20.11.2026', '2026-11-20'],
    ['20.11.2026 00:00:00', '2026-11-20'],
    ['20.11.2026 21:26', '2026-11-20T20:26:00.000Z'],
    ['46346', '2026-11-20'],
    ['2026-11-20T21:26Z', '2026-11-20T21:26:00.000Z'],
    ['soon', 'soon'],
  ])('is read from %s', (text, value) => {
    expect(date(text)).toEqual({ value });
  });

  it('of which something is not settled is refused with what to write', () => {
    expect(date('1.2.2026')).toEqual({ error: expect.stringContaining('Write it like 2026-11-20.') });
    expect(date('20.11.35')).toEqual({ error: expect.stringContaining('four digits') });
  });

  it('is the same day in each way of writing it', () => {
    const monthNames = ['en', 'de', 'fr', 'es'].flatMap((language) =>
      (['long', 'short'] as const).map((month) => new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })),
    );
    for (let day = Date.UTC(1960, 0, 1); day < Date.UTC(2029, 0, 1); day += 211 * 86_400_000) {
      const iso = new Date(day).toISOString().slice(0, 10);
      const [year, month, ofMonth] = iso.split('-') as [string, string, string];
      const dotted = dateReader({ isDayFirst: true });
      const slashed = dateReader({ isDayFirst: false });
      for (const text of [
        `${ofMonth}.${month}.${year}`,
        `${Number(ofMonth)}/${Number(month)}/${year.slice(2)}`,
        `${ofMonth}-${month}-${year}`,
      ])
        expect([text, dotted(text)]).toEqual([text, { value: iso }]);
      expect(slashed(`${Number(month)}/${Number(ofMonth)}/${year}`)).toEqual({ value: iso });
      if (day / 86_400_000 + 25_569 >= 10_000) expect(dotted(String(day / 86_400_000 + 25_569))).toEqual({ value: iso });
      for (const name of monthNames) {
        const text = `${Number(ofMonth)} ${name.format(day)} ${year}`;
        expect([text, dotted(text)]).toEqual([text, { value: iso }]);
      }
    }
  });
});
