import type { FieldError } from '../errors/api-error';
import type { CrossFieldValidated } from './validate-dto.rules';
import { validateDto } from './validate-dto.rules';
import { parseDateOrTimestamp } from './date.rules';
import { MayBeAbsent } from './decorators.rules';
import { instantOf, IsDateOrTimestamp, IsTimestamp, periodErrors } from './period.rules';

class Stay implements CrossFieldValidated {
  @MayBeAbsent()
  @IsDateOrTimestamp()
  from?: string;

  @MayBeAbsent()
  @IsDateOrTimestamp()
  to?: string;

  @MayBeAbsent()
  @IsTimestamp()
  booked?: string;

  crossFieldErrors(): FieldError[] {
    return periodErrors(this, 'from', 'to', parseDateOrTimestamp);
  }
}

const errorsOf = (sent: object): FieldError[] => validateDto(Stay, sent).errors;

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
    expect(errorsOf(sent)).toEqual([]);
  });

  it.each([
    [{ from: '2026-11-20', to: '2026-11-20' }],
    [{ from: '2026-11-20', to: '2026-11-19' }],
    [{ from: '2026-11-20', to: '2026-11-20T00:00:00+02:00' }],
  ])('must come one after the other, unlike %j', (sent) => {
    expect(errorsOf(sent)).toEqual([{ path: 'to', message: 'must be later than from' }]);
  });

  it.each([['tomorrow'], ['2026-02-30'], ['2026-11-20T21:26:00'], [''], [7], [null], [{}]])('are not compared when one is %j', (sent) => {
    expect(errorsOf({ from: '2026-11-20', to: sent })).toEqual([{ path: 'to', message: NO_DATE }]);
  });

  it('are days only where that is said', () => {
    expect(errorsOf({ booked: '2026-11-20' })).toEqual([{ path: 'booked', message: NO_TIMESTAMP }]);
  });
});

describe('instantOf', () => {
  it('is the instant that a text names, if there is one', () => {
    expect(instantOf('2026-11-20', parseDateOrTimestamp)).toEqual(new Date('2026-11-20T00:00:00.000Z'));
    expect(instantOf(undefined, parseDateOrTimestamp)).toBeUndefined();
  });
});
