import { Allow, IsBoolean, IsInt, IsString } from 'class-validator';
import type { FieldError } from '../errors/api-error';
import { IsSingleLine, MayBeAbsent, MayBeNull, textRule, ToBoolean, ToNumber, Trim, TrimToNull } from './decorators.rules';
import { validateDto } from './validate-dto.rules';

class LampDto {
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 5)
  name?: string;

  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 5)
  label?: string | null;

  @MayBeAbsent()
  @ToNumber()
  @Allow()
  watts?: unknown;

  @MayBeAbsent()
  @ToBoolean()
  @Allow()
  lit?: unknown;

  @MayBeAbsent()
  @textRule('isColour', (text) => text.startsWith('#'), 'must be a colour')
  colour?: unknown;
}

const errorsOf = (sent: object): FieldError[] => validateDto(LampDto, sent).errors;
const read = (sent: Record<string, unknown>): unknown => Object.values(validateDto(LampDto, sent).dto)[0];

describe('MayBeAbsent and MayBeNull', () => {
  it('tell a member that was left out from one that is null', () => {
    expect(errorsOf({})).toEqual([]);
    expect(errorsOf({ label: null })).toEqual([]);
    expect(errorsOf({ name: null })).toEqual([{ path: 'name', message: 'must be a text' }]);
  });
});

describe('Trim', () => {
  it('removes surrounding white space before the length is checked', () => {
    expect(validateDto(LampDto, { name: '  table \n' })).toMatchObject({ dto: { name: 'table' }, errors: [] });
  });

  it.each([[null], [7], [['a ']], [{ a: ' ' }]])('leaves %j as it is', (value) => {
    expect(read({ name: value })).toBe(value);
  });
});

describe('TrimToNull', () => {
  it('makes null of a text without content', () => {
    expect(read({ label: ' \t' })).toBeNull();
    expect(read({ label: ' a ' })).toBe('a');
  });
});

describe('ToNumber', () => {
  it('reads decimal digits, and leaves everything else to the rules', () => {
    expect(read({ watts: '60' })).toBe(60);
    for (const text of ['', '-1', '1.5', '1e3', '0x10', ' 60', '9'.repeat(16)]) expect(read({ watts: text })).toBe(text);
    for (const value of [null, true, ['60']]) expect(read({ watts: value })).toBe(value);
  });
});

describe('ToBoolean', () => {
  it('reads true, false, 1 and 0, and leaves everything else to the rules', () => {
    expect(['true', '1', 'false', '0'].map((lit) => read({ lit }))).toEqual([true, true, false, false]);
    expect(['True', 'TRUE', 'False', 'fAlse'].map((lit) => read({ lit }))).toEqual([true, true, false, false]);
    for (const text of ['', 'yes', '01', 'constructor']) expect(read({ lit: text })).toBe(text);
    for (const value of [null, 1, ['1']]) expect(read({ lit: value })).toBe(value);
  });
});

describe('IsSingleLine', () => {
  it.each(['a', 'table', '🦊🦊🦊🦊🦊', '\u00a0b'])('accepts %j', (name) => {
    expect(errorsOf({ name })).toEqual([]);
  });

  it.each<[unknown, string]>([
    [7, 'must be a text'],
    [['table'], 'must be a text'],
    [{ length: 3 }, 'must be a text'],
    ['', 'must not be empty'],
    ['   ', 'must not be empty'],
    ['tables', 'must have at most 5 characters'],
    ['❤️❤️❤️', 'must have at most 5 characters'],
    ['a\nb', 'must not contain control characters'],
    ['a\u0085b', 'must not contain control characters'],
  ])('refuses %j', (name, message) => {
    expect(errorsOf({ name })).toEqual([{ path: 'name', message }]);
  });
});

describe('textRule', () => {
  it('is broken by every value that is no text', () => {
    for (const colour of [null, 7, true, ['#f00'], {}, 'red'])
      expect(errorsOf({ colour })).toEqual([{ path: 'colour', message: 'must be a colour' }]);
    expect(errorsOf({ colour: '#f00' })).toEqual([]);
  });
});

describe('class-transformer', () => {
  class MeterDto {
    @IsInt()
    count: number;

    @IsBoolean()
    on: boolean;

    @IsString()
    unit: string;
  }

  it('converts nothing by the types of members', () => {
    const sent = { count: '7', on: 'true', unit: 7 };
    expect({ ...validateDto(MeterDto, sent).dto }).toEqual(sent);
  });
});
