import type { FieldDefinition } from '../../forms/definition/field.types';
import { compileValueValidator, MAX_VALUE_BYTES } from './field-value.rules';

const aField = (changes: Partial<FieldDefinition>): FieldDefinition => ({
  name: 'f',
  label: null,
  type: 'string',
  required: false,
  options: null,
  validation: null,
  ...changes,
});

const pathsOf = (field: Partial<FieldDefinition>, value: unknown) => compileValueValidator(aField(field))(value).map((error) => error.path);

describe('a value', () => {
  it.each<[FieldDefinition['type'], unknown]>([
    ['string', 'x'],
    ['string', ' '],
    ['number', 0],
    ['number', -1.5],
    ['number', 9007199254740991],
    ['number', -9007199254740991],
    ['boolean', true],
    ['boolean', false],
    ['date', '2024-02-29'],
    ['date', '2024-02-29T10:00:00+02:00'],
    ['array', []],
    ['array', ['a', 1, null, { b: [] }]],
  ])('of type %s can be %j', (type, value) => {
    expect(pathsOf({ type }, value)).toEqual([]);
  });

  it.each<[FieldDefinition['type'], unknown]>([
    ['string', 1],
    ['string', true],
    ['string', ['x']],
    ['string', { x: 1 }],
    ['number', '1'],
    ['number', true],
    ['number', [1]],
    ['number', 9007199254740992],
    ['number', -9007199254740992],
    ['number', Infinity],
    ['boolean', 'true'],
    ['boolean', 1],
    ['boolean', 'on'],
    ['date', '2023-02-29'],
    ['date', '2024-02-29T10:00:00'],
    ['date', '2016-12-31T23:59:60Z'],
    ['date', 1714979289],
    ['array', 'a'],
    ['array', { 0: 'a', length: 1 }],
    ['file', 'cv.pdf'],
    ['file', { name: 'cv.pdf' }],
  ])('of type %s cannot be %p', (type, value) => {
    expect(pathsOf({ type }, value)).toEqual(['f']);
  });

  it.each([
    ['a text', 'string', (bytes: number) => 'x'.repeat(bytes)],
    ['a text of two-byte characters', 'string', (bytes: number) => `${'ä'.repeat(bytes / 2)}${bytes % 2 ? 'x' : ''}`],
    ['a list, measured as JSON', 'array', (bytes: number) => ['x'.repeat(bytes - '[""]'.length)]],
  ] as const)('can take 64 KiB and not one byte more: %s', (_, type, ofBytes) => {
    expect(pathsOf({ type }, ofBytes(MAX_VALUE_BYTES))).toEqual([]);
    expect(pathsOf({ type }, ofBytes(MAX_VALUE_BYTES + 1))).toEqual(['f']);
  });
});

describe('a preset', () => {
  it('is checked on texts', () => {
    expect(pathsOf({ validation: 'email' }, 'a@example.com')).toEqual([]);
    expect(compileValueValidator(aField({ validation: 'email' }))('example.com')).toEqual([
      {
        path: 'f',
        message: 'This field must be an e-mail address.',
        reason: { code: 'preset_not_met', preset: 'email' },
      },
    ]);
  });

  it('is checked on numbers', () => {
    expect(pathsOf({ type: 'number', validation: 'integer' }, 2)).toEqual([]);
    expect(pathsOf({ type: 'number', validation: 'integer' }, 2.5)).toEqual(['f']);
  });
});

describe('options', () => {
  const options = ['red', 'green'];

  it.each<[Partial<FieldDefinition>, unknown]>([
    [{ options }, 'red'],
    [{ type: 'array', options }, ['green', 'red', 'red']],
    [{ options: [] }, 'anything'],
    [{ options: { red: true } }, 'anything'],
    [{ type: 'array', options: { red: true } }, ['anything']],
    [{ type: 'number', options: ['1'] }, 2],
    [{ type: 'boolean', options: ['yes'] }, false],
    [{ type: 'date', options: ['2024-01-01'] }, '2024-01-02'],
  ])('of %j allow %j', (field, value) => {
    expect(pathsOf(field, value)).toEqual([]);
  });

  it.each<[Partial<FieldDefinition>, unknown, string[]]>([
    [{ options }, 'blue', ['f']],
    [{ options }, 'Red', ['f']],
    [{ options }, 'red ', ['f']],
    [{ options }, 'toString', ['f']],
    [{ type: 'array', options }, ['red', 'blue', 'green', 'black'], ['f.1', 'f.3']],
    [{ type: 'array', options }, ['red', 1, null, ['red']], ['f.1', 'f.2', 'f.3']],
  ])('of %j refuse %j at %j', (field, value, paths) => {
    expect(pathsOf(field, value)).toEqual(paths);
  });

  it('name at most a hundred entries that are not allowed', () => {
    expect(
      pathsOf(
        { type: 'array', options },
        Array.from({ length: 5000 }, () => 'blue'),
      ),
    ).toHaveLength(100);
  });
});

it('never repeats the value in an error message', () => {
  const secret = 'hunter2';
  const fields: Partial<FieldDefinition>[] = [
    ...(['number', 'date', 'boolean', 'array', 'file'] as const).map((type) => ({ type })),
    { validation: 'email' },
    { options: ['a'] },
  ];
  for (const field of fields) {
    const errors = compileValueValidator(aField(field))(secret);
    expect(errors).toHaveLength(1);
    expect(JSON.stringify(errors)).not.toContain(secret);
  }
});
