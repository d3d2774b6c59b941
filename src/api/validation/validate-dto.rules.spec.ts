import { Type } from 'class-transformer';
import { Allow, ArrayMaxSize, IsArray, IsBoolean, IsObject, ValidateNested } from 'class-validator';
import type { FieldError } from '../errors/api-error';
import { IsSingleLine, MayBeAbsent, Trim } from './decorators.rules';
import type { CrossFieldValidated } from './validate-dto.rules';
import { validateDto } from './validate-dto.rules';

class RoomDto implements CrossFieldValidated {
  @Trim()
  @IsSingleLine(1, 5)
  name: string;

  @Allow()
  plan?: unknown;

  crossFieldErrors(): FieldError[] {
    return this.plan !== undefined && this.name === this.plan ? [{ path: 'plan', message: 'must differ from the name' }] : [];
  }
}

class HouseDto implements CrossFieldValidated {
  @IsBoolean()
  heated: boolean;

  @MayBeAbsent()
  @ArrayMaxSize(3)
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => RoomDto)
  rooms?: RoomDto[];

  @Allow()
  garden?: unknown;

  crossFieldErrors(): FieldError[] {
    return this.heated ? [] : [{ path: 'heated', message: 'must be true' }];
  }
}

class StreetDto {
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => HouseDto)
  corner?: HouseDto;
}

class VillaDto extends HouseDto {
  @MayBeAbsent()
  @IsBoolean()
  pool?: boolean;
}

const errorsOf = (sent: object): FieldError[] => validateDto(HouseDto, sent).errors;
const parsed = (json: string): object => JSON.parse(json) as object;

/** The names that all objects inherit, and those with a meaning for promises and class-transformer. */
const SPECIAL_NAMES = ['constructor', 'prototype', 'hasOwnProperty', 'toString', 'then', 'crossFieldErrors', 'rooms.0.name', 'heated '];

describe('the instance', () => {
  it('has the class of the DTO, and so have the entries of its lists', () => {
    const { dto, errors } = validateDto(HouseDto, { heated: true, rooms: [{ name: ' hall ' }] });
    expect(errors).toEqual([]);
    expect(dto).toBeInstanceOf(HouseDto);
    expect(dto.rooms![0]).toBeInstanceOf(RoomDto);
    expect(dto.rooms![0]!.name).toBe('hall');
  });

  it('has no members that were not sent', () => {
    expect(Object.keys(validateDto(HouseDto, { heated: true }).dto)).toEqual(['heated']);
  });

  it('is made from an object without a prototype as well, such as a query', () => {
    const query = Object.assign(Object.create(null) as object, { heated: true, colour: 'red' });
    expect(errorsOf(query)).toEqual([{ path: 'colour', message: 'unknown property' }]);
  });

  it('has the members of the class above', () => {
    expect(validateDto(VillaDto, { heated: true, pool: false, rooms: [{ name: 'hall' }] }).errors).toEqual([]);
    expect(validateDto(VillaDto, { heated: 'yes', pool: 'deep' }).errors).toEqual([
      { path: 'pool', message: 'must be true or false' },
      { path: 'heated', message: 'must be true or false' },
    ]);
  });
});

describe('free JSON', () => {
  const HOSTILE = '{"constructor":null,"prototype":{},"then":1,"toString":{"hasOwnProperty":[null]},"length":-1}';

  it.each([HOSTILE, '[]', '[[{"constructor":"x"}],null]', '{"__proto__":{"a":1}}', '"text"', '7', 'null'])(
    'is assigned as it was sent: %s',
    (json) => {
      const garden = JSON.parse(json) as unknown;
      const { dto, errors } = validateDto(HouseDto, { heated: true, garden, rooms: [{ name: 'a', plan: garden }] });
      expect(errors).toEqual([]);
      expect(dto.garden).toBe(garden);
      expect(dto.rooms![0]!.plan).toBe(garden);
      expect(JSON.stringify(garden)).toBe(json);
    },
  );

  it.each([[new Map([['a', 1]])], [new Set([1])], [new Date(0)], [Buffer.from('a')], [Promise.resolve()]])(
    'would not be copied either if it were %p',
    (garden) => {
      expect(validateDto(HouseDto, { heated: true, garden }).dto.garden).toBe(garden);
    },
  );

  it.each([HOSTILE, '[{"constructor":null}]', '{"constructor":{"prototype":null}}'])(
    'is an error in place of a scalar value, and nothing worse: %s',
    (json) => {
      expect(errorsOf({ heated: parsed(json), rooms: [{ name: parsed(json) }] })).toEqual([
        { path: 'rooms.0.name', message: 'must be a text' },
        { path: 'heated', message: 'must be true or false' },
      ]);
    },
  );
});

describe('a member that the class does not declare', () => {
  it.each([...SPECIAL_NAMES, 'colour', ''])('is an error when it is named %j', (name) => {
    const { dto, errors } = validateDto(HouseDto, { heated: true, [name]: { constructor: null } });
    expect(errors).toEqual([{ path: name, message: 'unknown property' }]);
    expect(Object.keys(dto)).toEqual(['heated']);
  });

  it.each(SPECIAL_NAMES)('is an error in an entry when it is named %j', (name) => {
    expect(errorsOf({ heated: true, rooms: [{ name: 'hall', [name]: 1 }] })).toEqual([
      { path: `rooms.0.${name}`, message: 'unknown property' },
    ]);
  });

  it('is an error when it is named __proto__, and sets no prototype', () => {
    const { dto, errors } = validateDto(HouseDto, parsed('{"heated":true,"__proto__":{"a":1}}'));
    expect(errors).toEqual([{ path: '__proto__', message: 'unknown property' }]);
    expect(Object.getPrototypeOf(dto)).toBe(HouseDto.prototype);
  });

  it('is repeated in the path with its first characters only', () => {
    expect(errorsOf({ heated: true, ['x'.repeat(65)]: 1 })[0]!.path).toBe(`${'x'.repeat(64)}…`);
  });
});

describe('the entries of a list', () => {
  it.each([[null], [7], ['hall'], [true], [[]], [[{ name: 'hall' }]], [[[{ constructor: null }]]]])(
    'are refused when one is %j',
    (entry) => {
      expect(errorsOf({ heated: true, rooms: [{ name: 'hall' }, entry] })).toEqual([{ path: 'rooms.1', message: 'must be an object' }]);
    },
  );

  it.each([[null], [7], ['hall'], [{}], [{ 0: { name: 'hall' } }], [{ length: 1, constructor: null }]])(
    'are not looked for in %j',
    (rooms) => {
      expect(errorsOf({ heated: true, rooms })).toEqual([{ path: 'rooms', message: 'must be a list' }]);
    },
  );

  it('are not reported on when the list is too long', () => {
    expect(errorsOf({ heated: true, rooms: [{}, null, { door: 1 }, {}] })).toEqual([
      { path: 'rooms', message: 'must have at most 3 entries' },
    ]);
  });

  it('may have gaps, which no JSON has', () => {
    const rooms: object[] = [];
    rooms[2] = { name: 'hall' };
    expect(errorsOf({ heated: true, rooms })).toEqual([]);
  });

  it('have errors across their members', () => {
    expect(errorsOf({ heated: true, rooms: [{ name: ' a', plan: 'a' }] })).toEqual([
      { path: 'rooms.0.plan', message: 'must differ from the name' },
    ]);
  });
});

describe('a nested object', () => {
  it('has the class of its DTO, and so have the entries of its lists', () => {
    const { dto, errors } = validateDto(StreetDto, { corner: { heated: true, rooms: [{ name: ' hall ' }] } });
    expect(errors).toEqual([]);
    expect(dto.corner).toBeInstanceOf(HouseDto);
    expect(dto.corner!.rooms![0]).toBeInstanceOf(RoomDto);
    expect(dto.corner!.rooms![0]!.name).toBe('hall');
  });

  it.each([null, 7, 'house', true, [], [{ heated: true }], [{ constructor: null }]].map((corner) => [corner]))(
    'is refused when it is %j',
    (corner) => {
      expect(validateDto(StreetDto, { corner }).errors).toEqual([{ path: 'corner', message: 'must be an object' }]);
    },
  );

  it.each(SPECIAL_NAMES.filter((name) => name !== 'heated '))('has an error for a member that is named %j', (name) => {
    expect(validateDto(StreetDto, { corner: { heated: true, [name]: 1 } }).errors).toEqual([
      { path: `corner.${name}`, message: 'unknown property' },
    ]);
  });

  it('has all its errors reported, in their order, with dot paths', () => {
    const corner = { heated: false, rooms: [{ name: '' }], size: 3 };
    expect(validateDto(StreetDto, { corner }).errors).toEqual([
      { path: 'corner.rooms.0.name', message: 'must not be empty' },
      { path: 'corner.size', message: 'unknown property' },
      { path: 'corner.heated', message: 'must be true' },
    ]);
  });
});

describe('the errors', () => {
  it('are all reported, in their order, with dot paths', () => {
    const sent = { heated: 'yes', rooms: [{ name: 'hall' }, { name: '' }, { door: 1 }], size: 3 };
    expect(errorsOf(sent)).toEqual([
      { path: 'rooms.1.name', message: 'must not be empty' },
      { path: 'rooms.2.door', message: 'unknown property' },
      { path: 'rooms.2.name', message: 'is required' },
      { path: 'size', message: 'unknown property' },
      { path: 'heated', message: 'must be true or false' },
    ]);
  });

  it('end with those across members', () => {
    expect(errorsOf({ heated: false, size: 3 })).toEqual([
      { path: 'size', message: 'unknown property' },
      { path: 'heated', message: 'must be true' },
    ]);
  });
});

describe('a DTO class', () => {
  it('cannot nest a DTO without saying whether it is an object or the entry of a list', () => {
    class SquareDto {
      @ValidateNested()
      @Type(() => HouseDto)
      house: HouseDto;
    }
    expect(() => validateDto(SquareDto, {})).toThrow('SquareDto.house needs @IsObject');
  });
});
