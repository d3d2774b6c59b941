import fc from 'fast-check';
import { isCalendarDate, parseDateOrTimestamp, parseTimestamp } from './date.rules';

describe('a calendar date', () => {
  it.each(['2024-01-01', '2024-12-31', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31', '2023-04-30'])(
    'can be %s',
    (text) => {
      expect(isCalendarDate(text)).toBe(true);
    },
  );

  it.each([
    '',
    '2023-02-29',
    '1900-02-29',
    '2100-02-29',
    '2024-02-30',
    '2024-04-31',
    '2024-06-31',
    '2024-09-31',
    '2024-11-31',
    '2024-01-32',
    '2024-13-01',
    '2024-00-01',
    '2024-01-00',
    '0000-01-01',
    '2024-1-1',
    '24-01-01',
    '12024-01-01',
    '+002024-01-01',
    '2024/01/01',
    '20240101',
    '2024-01-01 ',
    '2024-01-01\n',
    '2024-01-01T00:00:00Z',
    '２０２４-01-01',
  ])('cannot be %j', (text) => {
    expect(isCalendarDate(text)).toBe(false);
  });

  it('is every day that a Date can print', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }), (day) => {
        expect(isCalendarDate(day.toISOString().slice(0, 10))).toBe(true);
      }),
    );
  });
});

describe('a timestamp', () => {
  it.each([
    ['2024-05-06T07:08:09Z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06t07:08:09z', '2024-05-06T07:08:09.000Z'],
    ['2024-05-06T07:08:09.5Z', '2024-05-06T07:08:09.500Z'],
    ['2024-05-06T07:08:09.123000000Z', '2024-05-06T07:08:09.123Z'],
    ['2024-05-06T07:08:09.123456789Z', '2024-05-06T07:08:09.124Z'],
    ['2024-12-31T23:59:59.9990001Z', '2025-01-01T00:00:00.000Z'],
    ['2024-05-06T07:08:09+02:00', '2024-05-06T05:08:09.000Z'],
    ['2024-05-06T23:08:09-05:30', '2024-05-07T04:38:09.000Z'],
    ['2024-05-06T07:08:09-00:00', '2024-05-06T07:08:09.000Z'],
    ['2024-02-29T23:59:59+23:59', '2024-02-29T00:00:59.000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('reads %s as one instant', (text, instant) => {
    expect(parseTimestamp(text)?.toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2024-05-06',
    '2024-05-06T07:08:09',
    '2024-05-06T07:08Z',
    '2024-05-06 07:08:09Z',
    '2024-05-06T07:08:09 02:00',
    '2024-05-06T07:08:09+0200',
    '2024-05-06T07:08:09+02',
    '2024-05-06T07:08:09+24:00',
    '2024-05-06T07:08:09+02:60',
    '2024-05-06T24:00:00Z',
    '2024-05-06T07:60:00Z',
    '2016-12-31T23:59:60Z',
    '2024-02-30T00:00:00Z',
    '2023-02-29T00:00:00Z',
    '0000-01-01T00:00:00Z',
    '0001-01-01T00:00:00+00:01',
    '9999-12-31T23:59:59-00:01',
    '2024-05-06T07:08:09.Z',
    '2024-05-06T07:08:09,5Z',
    '2024-05-06T07:08:09ZZ',
    '2024-05-06T07:08:09Z\n',
    '+002024-05-06T07:08:09Z',
    `2024-05-06T07:08:09.${'0'.repeat(100)}Z`,
    '1714979289',
    'yesterday',
  ])('cannot be %j', (text) => {
    expect(parseTimestamp(text)).toBeNull();
  });

  it('gives every instant back that a Date prints', () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
        (instant) => {
          expect(parseTimestamp(instant.toISOString())).toEqual(instant);
        },
      ),
    );
  });
});

describe('a date or a timestamp', () => {
  it('reads a date as its first moment in UTC', () => {
    expect(parseDateOrTimestamp('2024-05-06')).toEqual(new Date('2024-05-06T00:00:00.000Z'));
  });

  it('reads a timestamp with its zone', () => {
    expect(parseDateOrTimestamp('2024-05-06T01:00:00+02:00')).toEqual(new Date('2024-05-05T23:00:00.000Z'));
  });

  it.each(['', '2024-02-30', '2024-05-06T07:08:09', 'now'])('refuses %j', (text) => {
    expect(parseDateOrTimestamp(text)).toBeNull();
  });
});
