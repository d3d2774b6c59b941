import type { FieldError } from '../errors/field-error.types';
import { validateDto } from './validate-dto.rules';
import { MayBeAbsent, OneOf, Text, TrueOrFalse, WholeNumber } from './decorators.rules';

class Lamp {
  @MayBeAbsent()
  @OneOf(['red', 'green'])
  colour?: unknown;

  @MayBeAbsent()
  @TrueOrFalse()
  lit?: unknown;

  @MayBeAbsent()
  @Text()
  place?: unknown;

  @MayBeAbsent()
  @WholeNumber(1, 60)
  watts?: unknown;
}

const faultsOf = (sent: object): FieldError[] => validateDto(Lamp, sent).faults;

describe('the rules for members', () => {
  it.each([
    [{}],
    [{ colour: 'green' }],
    [{ lit: true }],
    [{ lit: false }],
    [{ place: '' }],
    [{ watts: 1 }],
    [{ watts: 60 }],
  ])('accept %j', (sent) => {
    expect(faultsOf(sent)).toEqual([]);
  });

  it.each([
    ['colour', ['blue', '', 'Red', 0, null, ['red'], { length: 1 }], 'must be one of red, green'],
    ['lit', ['true', '', 0, 1, null, [], {}], 'must be true or false'],
    ['place', [0, true, null, [], {}], 'must be a text'],
    ['watts', [0, 61, 1.5, '1', true, null, [1]], 'must be a whole number from 1 to 60'],
  ])('tell in one voice what %s must be', (member, values, message) => {
    for (const value of values) expect(faultsOf({ [member]: value })).toEqual([{ path: member, message }]);
  });
});
