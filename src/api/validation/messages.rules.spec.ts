import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, IsObject, IsString, IsUUID, Max, Min } from 'class-validator';
import { MayBeAbsent, message } from './decorators.rules';
import { validateDto } from './validate-dto.rules';

class LampDto {
  @MayBeAbsent()
  @IsIn(['red', 'green'])
  colour?: unknown;

  @MayBeAbsent()
  @IsBoolean()
  lit?: unknown;

  @MayBeAbsent()
  @IsString()
  place?: unknown;

  @MayBeAbsent()
  @IsInt()
  @Min(1)
  @Max(60)
  watts?: unknown;

  @MayBeAbsent()
  @IsObject()
  cable?: unknown;

  @MayBeAbsent()
  @ArrayMaxSize(2)
  @IsArray()
  bulbs?: unknown;

  @MayBeAbsent()
  @IsString(message('must be the name of a room'))
  room?: unknown;

  @MayBeAbsent()
  @IsUUID()
  id?: unknown;
}

const errorsOf = (sent: object) => validateDto(LampDto, sent).errors;

describe('a stock decorator', () => {
  it.each([
    [{}],
    [{ colour: 'green' }],
    [{ lit: true }],
    [{ lit: false }],
    [{ place: '' }],
    [{ watts: 1 }],
    [{ watts: 60 }],
    [{ cable: {} }],
    [{ bulbs: [1, 2] }],
  ])('accepts %j', (sent) => {
    expect(errorsOf(sent)).toEqual([]);
  });

  it.each<[string, unknown[], string]>([
    ['colour', ['blue', '', 'Red', 0, null, ['red'], { length: 1 }], 'must be one of red, green'],
    ['lit', ['true', '', 0, 1, null, [], {}], 'must be true or false'],
    ['place', [0, true, null, [], {}], 'must be a text'],
    ['watts', [0, 61, 1.5, '1', true, null, [1], NaN, Infinity], 'must be a whole number from 1 to 60'],
    ['cable', ['', 7, null, [], [{}]], 'must be an object'],
    ['bulbs', ['', 7, null, {}, { length: 1 }], 'must be a list'],
    ['bulbs', [[1, 2, 3]], 'must have at most 2 entries'],
  ])('says in one voice and once what %s must be', (member, values, message) => {
    for (const value of values) expect(errorsOf({ [member]: value })).toEqual([{ path: member, message }]);
  });

  it('keeps the message it was given', () => {
    expect(errorsOf({ room: 7 })).toEqual([{ path: 'room', message: 'must be the name of a room' }]);
  });

  it('falls back to the message of class-validator', () => {
    expect(errorsOf({ id: 7 })).toEqual([{ path: 'id', message: 'id must be a UUID' }]);
  });
});
