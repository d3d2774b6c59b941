import fc from 'fast-check';
import { bytesIn, kindOf, messagesAbout, patchOf, sizeText, subjectOf, textOf, valueOf, type Member, type Trait } from './members.rules';

const member = (path: string, trait: Partial<Member> = {}): Member => ({
  path: path.split('.'),
  label: path,
  ...trait,
});

describe('members of a form', () => {
  it.each([
    [{ type: 'boolean' }, 'check'],
    [{ choices: ['a'] }, 'choice'],
    [{ type: 'integer' }, 'number'],
    [{ type: 'array' }, 'lines'],
    [{ type: 'date-time' }, 'time'],
    [{ type: 'text' }, 'area'],
    [{ type: 'bytes' }, 'size'],
    [{}, 'line'],
  ] as const)('edits %j by the control %s', (trait, kind) => expect(kindOf(trait)).toBe(kind));

  it.each<[Trait, unknown]>([
    [{ isNullable: true }, null],
    [{ isNullable: true }, 'Write to us'],
    [{}, ''],
    [{ type: 'integer', isNullable: true }, null],
    [{ type: 'integer', isNullable: true }, 0],
    [{ type: 'bytes', isNullable: true }, 5_000_000],
    [{ type: 'array', isNullable: true }, []],
    [{ type: 'array' }, ['https://a.example', 'https://b.example']],
    [{ type: 'boolean' }, false],
    [{ type: 'date-time', isNullable: true }, '2026-11-20T21:26:00.000Z'],
    [{ type: 'date-time', isNullable: true }, '2026-07-20T21:26:07.000Z'],
  ])('reads the text that %j has for %j as the same value', (trait, value) => {
    const known = member('a', trait);
    expect(valueOf(known, textOf(known, value))).toEqual(value);
  });

  it('sends a number that is none as it was typed', () => {
    expect(valueOf(member('a', { type: 'integer' }), '3 s')).toBe('3 s');
  });

  it('patches what was typed, whatever is in the names', () => {
    const option = { ...member('', { type: 'integer', isNullable: true }), path: ['intake', 'places', 'topic', 'v1.5'] };
    const others = [member('intake.max_submissions', { type: 'integer', isNullable: true }), member('page.title')];
    const typed = new Map([
      ['intake.places.topic.v1.5', '30'],
      ['intake.max_submissions', ''],
    ]);
    expect(patchOf([option, ...others], typed)).toEqual({
      intake: { places: { topic: { 'v1.5': 30 } }, max_submissions: null },
    });
  });

  it('tells a refusal at its member, with the line that it is about', () => {
    const origins = member('form.allowed_origins', { label: 'Origins' });
    const details = { 'form.allowed_origins.1': ['must be an origin'], 'form.name': ['must not be empty'] };
    expect(messagesAbout(origins, 'https://a.example\n\nbad', details)).toEqual(['“bad” must be an origin.']);
    expect(messagesAbout(member('form.name', { label: 'Form name' }), '', details)).toEqual(['Form name must not be empty.']);
    expect(messagesAbout(member('form'), '', { 'form.x': ['a'], formal: ['b'] })).toEqual(['form a.']);
  });

  it('finds the member that a warning is about', () => {
    const members = [member('page.title'), member('intake.places.topic.An'), member('intake.places.topic.An order')];
    expect(subjectOf('intake.places.topic.An order is not used.', members)).toBe(members[2]);
    expect(subjectOf('Something else.', members)).toBeUndefined();
    expect(subjectOf('allowed_origins is empty.', [...members, member('form.allowed_origins')])?.label).toBe('form.allowed_origins');
  });
});

describe('sizes', () => {
  it.each([
    ['5 MB', 5_000_000],
    ['25MiB', 26_214_400],
    ['0,5 kb', 500],
    ['700', 700],
    ['1 byte', 1],
    ['large', undefined],
    ['5 boxes', undefined],
    ['-1 MB', undefined],
  ])('%j is %j bytes', (text, bytes) => expect(bytesIn(text)).toBe(bytes));

  it('are read as they were written', () => {
    fc.assert(fc.property(fc.nat(2 ** 45), (bytes) => bytesIn(sizeText(bytes)) === bytes));
    expect([sizeText(5_000_000), sizeText(26_214_400), sizeText(1)]).toEqual(['5 MB', '25 MiB', '1 byte']);
  });

  it('are sizes in what is refused, too', () => {
    const member: Member = { path: ['field', 'options', 'max_bytes'], label: 'Size at most', type: 'bytes' };
    const details = { 'field.options.max_bytes': ['must be a whole number from 1 to 10485760, the limit of the service'] };
    expect(messagesAbout(member, '5 parsecs', details)).toEqual([
      'Size at most must be a size such as 5 MB, and at most 10 MiB, the limit of the service.',
    ]);
  });
});
