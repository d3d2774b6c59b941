import type { FieldError } from '../errors/field-error.types';
import type { CrossFieldValidated } from './validate-dto.rules';
import { validateDto } from './validate-dto.rules';
import { parseDateOrTimestamp } from './date.rules';
import { MayBeAbsent } from './decorators.rules';
import { DateOrTimestamp, momentOf, periodFaults, Timestamp } from './period.rules';

class Stay implements CrossFieldValidated {
  @MayBeAbsent()
  @DateOrTimestamp()
  from?: string;

  @MayBeAbsent()
  @DateOrTimestamp()
  to?: string;

  @MayBeAbsent()
  @Timestamp()
  booked?: string;

  crossFieldErrors(): FieldError[] {
    return periodFaults(this, 'from', 'to', parseDateOrTimestamp);
  }
}

const faultsOf = (sent: object): FieldError[] => validateDto(Stay, sent).faults;

const NO_DATE = 'must be a date such as 2026-11-20, or a timestamp with its zone';
const NO_TIMESTAMP = 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z';

describe('the ends of a period', () => {
  it.each([
    [{}],
    [{ from: '2026-11-20' }],
    [{ to: '2026-11-20' }],
    [{ from: '2026-11-20', to: '2026-11-20T00:00:00.001Z' }],
    [{ from: '2026-11-20T00:00:00+02:00', to: '2026-11-20' }],
    [{ booked: '2026-11-20T21:26:00Z' }],
  ])('may be %j', (sent) => {
    expect(faultsOf(sent)).toEqual([]);
  });

  it.each([
    [{ from: '2026-11-20', to: '2026-11-20' }],
    [{ from: '2026-11-20', to: '2026-11-19' }],
    [{ from: '2026-11-20', to: '2026-11-20T00:00:00+02:00' }],
  ])('must come one after the other, unlike %j', (sent) => {
    expect(faultsOf(sent)).toEqual([{ path: 'to', message: 'must be later than from' }]);
  });

  it.each([['tomorrow'], ['2026-02-30'], ['2026-11-20T21:26:00'], [''], [7], [null], [{}]])(
    'are not compared when one is %j',
    (sent) => {
      expect(faultsOf({ from: '2026-11-20', to: sent })).toEqual([{ path: 'to', message: NO_DATE }]);
    },
  );

  it('are days only where that is said', () => {
    expect(faultsOf({ booked: '2026-11-20' })).toEqual([{ path: 'booked', message: NO_TIMESTAMP }]);
  });
});

describe('momentOf', () => {
  it('is the moment that a text names, if there is one', () => {
    expect(momentOf('2026-11-20', parseDateOrTimestamp)).toEqual(new Date('2026-11-20T00:00:00.000Z'));
    expect(momentOf(undefined, parseDateOrTimestamp)).toBeUndefined();
  });
});
