import { Allow } from 'class-validator';
import type { FieldError } from '../errors/field-error.types';
import type { CrossFieldValidated } from './validate-dto.rules';
import { validateDto, ListOf } from './validate-dto.rules';
import { MayBeAbsent, SingleLine, Trimmed, TrueOrFalse } from './decorators.rules';

class Room {
  @Trimmed()
  @SingleLine(5, 1)
  name: string;
}

class House implements CrossFieldValidated {
  @TrueOrFalse()
  heated: boolean;

  @MayBeAbsent()
  @ListOf(Room)
  rooms?: Room[];

  @Allow()
  garden?: unknown;

  crossFieldErrors(): FieldError[] {
    return this.heated ? [] : [{ path: 'heated', message: 'must be true' }];
  }
}

class Villa extends House {
  @MayBeAbsent()
  @TrueOrFalse()
  pool?: boolean;
}

const faultsOf = (sent: object): FieldError[] => validateDto(House, sent).faults;

describe('checked', () => {
  it('makes instances of the classes, entries of lists included, and reads each member in its way', () => {
    const { input, faults } = validateDto(House, { heated: true, rooms: [{ name: ' hall ' }] });
    expect(faults).toEqual([]);
    expect(input).toBeInstanceOf(House);
    expect(input.rooms![0]).toBeInstanceOf(Room);
    expect(input.rooms![0]!.name).toBe('hall');
  });

  it('hands free values on as they were sent, whatever their names', () => {
    const garden = JSON.parse('{"constructor":"x","toString":{"hasOwnProperty":[null]}}') as object;
    expect(validateDto(House, { heated: true, garden }).input.garden).toBe(garden);
  });

  it('leaves out what was not sent', () => {
    expect(Object.keys(validateDto(House, { heated: true }).input)).toEqual(['heated']);
  });

  it.each(['colour', 'constructor', 'hasOwnProperty', 'toString', 'faults'])('does not know the member %s', (name) => {
    const { input, faults } = validateDto(House, { heated: true, [name]: 1 });
    expect(faults).toEqual([{ path: name, message: 'unknown property' }]);
    expect(Object.keys(input)).toEqual(['heated']);
  });

  it('does not know __proto__, and sets none', () => {
    const { input, faults } = validateDto(House, JSON.parse('{"heated":true,"__proto__":{"a":1}}') as object);
    expect(faults).toEqual([{ path: '__proto__', message: 'unknown property' }]);
    expect(Object.getPrototypeOf(input)).toBe(House.prototype);
  });

  it('knows the members of the class above as well', () => {
    expect(validateDto(Villa, { heated: true, pool: false, rooms: [] }).faults).toEqual([]);
    expect(validateDto(Villa, { heated: true, pool: 'deep' }).faults).toEqual([
      { path: 'pool', message: 'must be true or false' },
    ]);
  });

  it('names every fault, with the place of those in lists', () => {
    expect(faultsOf({ heated: 'yes', rooms: [{ name: 'hall' }, { name: '' }, { door: 1 }], size: 3 })).toEqual([
      { path: 'rooms.1.name', message: 'must not be empty' },
      { path: 'rooms.2.door', message: 'unknown property' },
      { path: 'rooms.2.name', message: 'must be a text' },
      { path: 'size', message: 'unknown property' },
      { path: 'heated', message: 'must be true or false' },
    ]);
  });

  it.each([[null], [7], ['hall'], [[]], [[{ name: 'hall' }]]])('refuses %j as an entry of a list', (entry) => {
    expect(faultsOf({ heated: true, rooms: [entry] })).toEqual([{ path: 'rooms.0', message: 'must be an object' }]);
  });

  it('asks the rules of the class itself last', () => {
    expect(faultsOf({ heated: false })).toEqual([{ path: 'heated', message: 'must be true' }]);
  });
});
