import { isUnclearDay, timeReader } from './imported-time.rules';

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
      '11/20/26',
      '2026-11-20 24:00',
      '0000-01-01',
    ],
    ['2026-11-20 9:60', '2026-11-20 13:00 PM', '2026-11-20 0:30 AM', '2026-11-20 21:26:60', '2026-11-20 21', '2026-11-20T', '2026.11.20'],
    [
      '20-11-2026',
      '2026-1-2',
      '2026/11-20',
      '2026-11-20 21:26 XY12',
      '2026-11-20 21:26 +',
      '2026-11-20 21:26 +25:00',
      '2026-11-20 21:26:00.',
    ],
    ['46346.5', '1763673960', '２０２６-11-20', '2026-11-20 UTC', '2026-11-20 21:26 CET+1', '9'.repeat(100_000), '0001-01-01 00:00 +10:00'],
  ])('is refused where nobody can be sure: %s, and others', (...texts) => {
    for (const text of texts) expect([text.slice(0, 40), read(text)]).toEqual([text.slice(0, 40), 'none']);
  });

  it('of which day and month could be either needs to be told which comes first', () => {
    for (const text of ['1/2/2026', '12/11/2026 9:26 PM', '01.02.2026', '1/2/2026 10:00 GMT+1']) {
      expect([isUnclearDay(text), read(text)]).toEqual([true, 'none']);
    }
    for (const text of ['13/2/2026', '2/13/2026', '5/5/2026', '2026/02/01', '1/2/26', '']) expect(isUnclearDay(text)).toBe(false);
    expect(read('1/2/2026', { isDayFirst: true })).toBe('2026-02-01T00:00:00.000Z');
    expect(read('1/2/2026', { isDayFirst: false })).toBe('2026-01-02T00:00:00.000Z');
    expect(read('13/2/2026', { isDayFirst: false })).toBe('none');
    expect(read('2/13/2026', { isDayFirst: true })).toBe('none');
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
