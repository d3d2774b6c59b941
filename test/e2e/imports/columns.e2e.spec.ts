import { expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { storedIn } from '../../support/intake';
import { FIELDS, importsOf, ndjson, TYPES } from './import.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const { send, imported, listed, fieldsIn, exported } = importsOf(() => app);
const encoded = (columns: Record<string, string>): string =>
  Object.entries(columns)
    .map(([field, header]) => `column.${field}=${encodeURIComponent(header)}`)
    .join('&');

const aFormOf = (...fields: object[]) => aForm(app.api, { fields });

describe('the columns of a csv', () => {
  it.each(['', 'dry_run=true'])('are matched by name and by label, and told with those that no field has: %s', async (query) => {
    const form = await aFormOf({ name: 'email', type: 'string', label: 'Your address' }, { name: 'age', type: 'number' });
    const file = 'YOUR  address ,Age,Score,,\nada@example.com,36,9,,\n';
    expect(await imported(form, file, { query })).toMatchObject({
      imported: 1,
      columns: { 'YOUR  address ': 'email', Age: 'age' },
      unknown_columns: ['Score'],
    });
    expect(await fieldsIn(form)).toEqual(query === '' ? [{ email: 'ada@example.com', age: 36 }] : []);
  });

  it('with a reserved name refuse their line where values of any name are stored', async () => {
    const form = await aForm(app.api, { fields: FIELDS, validate_fields: false });
    const { refused } = await imported(form, 'email,__proto__,constructor\na@example.com,x,y\n');
    expect(Object.keys((refused as { errors: object }[])[0]!.errors)).toEqual(['__proto__', 'constructor']);
    expect(await fieldsIn(form)).toEqual([]);
  });

  it('are told for any field', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'Wann?,E-Mail,Alter in Jahren,Nr\n2026-01-02 10:00,ada@example.com,36,7\n';
    const query = encoded({ email: 'E-Mail', age: 'Alter in Jahren', received_at: 'Wann?', source_id: 'Nr' });
    expect(await imported(form, file, { query })).toMatchObject({
      columns: { 'Wann?': 'received_at', 'E-Mail': 'email', 'Alter in Jahren': 'age', Nr: 'source_id' },
      unknown_columns: [],
    });
    expect(await listed(form)).toMatchObject([{ fields: { email: 'ada@example.com', age: 36 }, received_at: '2026-01-02T10:00:00.000Z' }]);
    expect(await imported(form, file, { query })).toMatchObject({ imported: 0, already_there: 1 });
  });

  it('without a field among them refuse the file, and what is corrected is stored later', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const query = 'column.source_id=Nr';
    const refused = await send(form, 'Nr,Mail\n1,ada@example.com\n', { query });
    expectFieldErrors(refused, 'header');
    expect(JSON.stringify(refused.body)).toContain('column.email');
    expect(await imported(form, 'Nr,Email\n1,ada@example.com\n', { query })).toMatchObject({ imported: 1, already_there: 0 });
    expectFieldErrors(await send(await aFormOf(), 'a,b\n1,2\n'), 'header');
    expectFieldErrors(await send(form, ',,\n1,2,3\n'), 'header');
  });

  it('of a row that has nothing for them refuse the row, which is not there later', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const file = 'email,source_id,Score\n,1,5\n,,\nada@example.com,2,\n';
    expect(await imported(form, file)).toMatchObject({
      imported: 1,
      refused: [
        { line: 2, errors: { body: [expect.any(String)] } },
        { line: 3, errors: { body: [expect.any(String)] } },
      ],
    });
    expect(await imported(form, 'email,source_id\ngrace@example.com,1\nada@example.com,2\n')).toMatchObject({
      imported: 1,
      already_there: 1,
    });
  });

  it('without a name are named where they have values, and otherwise left out', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    expect(await imported(form, 'email,,\na@example.com,,\nb@example.com,,x\n')).toMatchObject({
      imported: 2,
      unknown_columns: ['column 3'],
    });
  });

  it('may be missing at the end of a row, and more of them only without values', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const { imported: count, refused } = await imported(form, 'email,age,agrees\na@example.com\nb@example.com,1,,,,\nc@example.com,1,,x\n');
    expect([count, refused.map(({ line }: { line: number }) => line)]).toEqual([2, [4]]);
  });
});

describe('the files of spreadsheets', () => {
  it.each([
    ['semicolons', 'email;age\na@example.com;1\n'],
    ['tabs', 'email\tage\r\na@example.com\t1\r\n'],
    ['a line that tells the separator', 'sep=;\r\nemail;age\r\na@example.com;1\r\n'],
    ['a comma in a quoted header', '"email","age"\n"a@example.com","1"\n'],
  ])('are read with %s', async (_, file) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expect(await imported(form, file)).toMatchObject({ imported: 1, refused: [] });
    expect(await fieldsIn(form)).toEqual([{ email: 'a@example.com', age: 1 }]);
  });

  it('tell lines as they are in the file, below the separator too', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const { refused } = await imported(form, 'sep=;\nemail;age\na@example.com;x\n');
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([3]);
  });

  it('have booleans in any case, and lists of options in one cell', async () => {
    const form = await aFormOf(
      { name: 'agrees', type: 'boolean' },
      { name: 'drinks', type: 'array', options: ['Tea', 'Milk, cold', 'Coffee'] },
      { name: 'tags', type: 'array' },
    );
    const file = 'agrees,drinks,tags\nTRUE,"Tea, Milk, cold","a, b"\nNo ,Coffee;Tea,"[""a"",""b""]"\nfalse,"Tea, Cocoa",\n';
    const { refused } = await imported(form, file);
    expect(refused.map(({ line }: { line: number }) => line)).toEqual([4]);
    expect(new Set(await fieldsIn(form))).toEqual(
      new Set([
        { agrees: true, drinks: ['Tea', 'Milk, cold'], tags: ['a, b'] },
        { agrees: false, drinks: ['Coffee', 'Tea'], tags: ['a', 'b'] },
      ]),
    );
  });
});

describe('the columns of an export', () => {
  it('are names like any other in a file that does not begin with them', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const file = 'email,id,source,state\na@example.com,1,Newspaper,Ohio\n';
    expect(await imported(form, file)).toMatchObject({
      imported: 1,
      columns: { email: 'email' },
      unknown_columns: ['id', 'source', 'state'],
    });
    const other = await aFormOf({ name: 'source', type: 'string' }, { name: 'state', type: 'string' });
    await imported(other, file);
    expect(await fieldsIn(other)).toEqual([{ source: 'Newspaper', state: 'Ohio' }]);
  });
});

describe('ndjson', () => {
  const send1 = (form: { id: string }, rows: unknown[], query = '') => imported(form, ndjson(...rows), { type: TYPES.ndjson, query });

  it('is matched by name only, its types are kept as they are, and unknown names are told', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const rows = [
      { fields: { email: 'a@example.com', Age: 3, ['x'.repeat(80)]: 1 } },
      { fields: { email: 'b@example.com', age: '3' } },
      { fields: { Email: 'c@example.com' } },
    ];
    const { imported: count, refused, unknown_columns: unknown, columns } = await send1(form, rows);
    expect([count, refused.map(({ line }: { line: number }) => line)]).toEqual([1, [2, 3]]);
    expect([unknown, columns]).toEqual([['Age', 'x'.repeat(64), 'Email'], {}]);
    expect(await fieldsIn(form)).toEqual([{ email: 'a@example.com' }]);
  });

  it('without a value for a field is refused', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const { imported: count, refused } = await send1(form, [
      { fields: {} },
      { fields: { mail: 'x' }, source_id: '1' },
      { fields: { email: null } },
    ]);
    expect([count, refused.length]).toEqual([0, 3]);
    expect(await send1(form, [{ fields: { email: 'x' }, source_id: '1' }])).toMatchObject({ imported: 1 });
  });

  it.each(['column.email=x', 'escape=none', 'day_first=true'])('takes no %s', async (query) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectFieldErrors(await send(form, '{}', { type: TYPES.ndjson, query }), query.split('=')[0]!);
  });
});

describe('values that no field has', () => {
  const othersIn = async (form: { id: string }): Promise<unknown[]> => (await listed(form)).map(({ other_values: others }) => others);

  it('are kept beside those of the fields with unknown=keep, also by a form without fields', async () => {
    const file = 'Email,How did you hear of us?,,Score\nada@example.com,A friend,x,\n';
    const others = { 'How did you hear of us?': 'A friend', 'column 3': 'x' };
    const form = await aFormOf({ name: 'email', type: 'string' });
    expect(await imported(form, file, { query: 'unknown=keep' })).toMatchObject({
      columns: { Email: 'email' },
      unknown_columns: ['How did you hear of us?', 'column 3', 'Score'],
    });
    expect([await fieldsIn(form), await othersIn(form)]).toEqual([[{ email: 'ada@example.com' }], [others]]);
    const empty = await aFormOf();
    expect(await imported(empty, file, { query: 'unknown=keep' })).toMatchObject({ imported: 1, columns: {} });
    expect([await fieldsIn(empty), await othersIn(empty)]).toEqual([[{}], [{ Email: 'ada@example.com', ...others }]]);
    expect((await listed(empty, 'search=friend')).length).toBe(1);
  });

  it('of ndjson are kept as they are', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const rows = [
      { fields: { email: 'a', extra: { deep: [1, null] } } },
      { fields: { extra: 1 } },
      { fields: {}, other_values: { company: 'X' } },
    ];
    expect(await imported(form, ndjson(...rows), { type: TYPES.ndjson, query: 'unknown=keep' })).toMatchObject({
      imported: 3,
      unknown_columns: ['extra'],
    });
    expect(new Set(await othersIn(form))).toEqual(new Set([{ extra: { deep: [1, null] } }, { extra: 1 }, { company: 'X' }]));
  });

  it('come back with an export', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    await imported(form, ndjson({ fields: { email: 'a' }, other_values: { company: 'X', n: [1] } }), { type: TYPES.ndjson });
    for (const type of ['csv', 'ndjson'] as const) {
      const copy = await aFormOf({ name: 'email', type: 'string' });
      expect(await imported(copy, await exported(form, type), { type: TYPES[type] })).toMatchObject({ imported: 1, unknown_columns: [] });
      expect([await fieldsIn(copy), await othersIn(copy)]).toEqual([[{ email: 'a' }], [{ company: 'X', n: [1] }]]);
    }
  });

  it('and were not kept come back by their names with an export', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const row = { fields: { email: 'a' }, other_values: { company: 'X' }, other_values_dropped: ['long', 'longer'] };
    await imported(form, ndjson(row), { type: TYPES.ndjson });
    for (const type of ['csv', 'ndjson'] as const) {
      const copy = await aFormOf({ name: 'email', type: 'string' });
      expect(await imported(copy, await exported(form, type), { type: TYPES[type] })).toMatchObject({ imported: 1, unknown_columns: [] });
      expect((await storedIn(app.api, copy))[0]).toMatchObject({
        other_values: { company: 'X' },
        other_values_dropped: ['long', 'longer'],
      });
    }
    const { refused } = await imported(form, ndjson({ ...row, other_values_dropped: 'long' }), { type: TYPES.ndjson });
    expect(refused).toMatchObject([{ line: 1, errors: { other_values_dropped: ['This member must be a list of names.'] } }]);
  });

  it('that are more than can be kept refuse their line', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const row = (others: object) => ({ fields: { email: 'a', ...others } });
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`n${n}`, n]));
    const long = Object.fromEntries(Array.from({ length: 2 }, (_, n) => [`long${n}`, 'x'.repeat(33_000)]));
    const rows = [row(many), row(long), row({ ['x'.repeat(256)]: 1 }), row({ short: 'x'.repeat(60_000) })];
    const { imported: count, refused } = await imported(form, ndjson(...rows), { type: TYPES.ndjson, query: 'unknown=keep' });
    expect([count, refused.map(({ line, errors }: any) => [line, Object.keys(errors)])]).toEqual([
      1,
      [1, 2, 3].map((line) => [line, ['other_values']]),
    ]);
  });

  it('are no settings of other services, which are told', async () => {
    const form = await aFormOf({ name: 'email', type: 'string' });
    const file = 'email,_subject,_gotcha\na@example.com,New message,\n';
    expect(await imported(form, file, { query: 'unknown=keep' })).toMatchObject({ imported: 1, unknown_columns: ['_subject', '_gotcha'] });
    expect(await othersIn(form)).toEqual([undefined]);
  });
});

describe('the address under _replyto', () => {
  it('is that of the field for it, where it has none', async () => {
    const form = await aFormOf({ name: 'mail', type: 'string', validation: 'email', required: true }, { name: 'note', type: 'string' });
    const file = '_replyto,mail,note\na@example.com,,x\nb@example.com,c@example.com,x\nnone,,x\n';
    const { columns, refused } = await imported(form, file);
    expect([columns, refused.map(({ line }: { line: number }) => line)]).toEqual([{ _replyto: 'mail', mail: 'mail', note: 'note' }, [4]]);
    expect((await fieldsIn(form)).map(({ mail }) => mail).sort()).toEqual(['a@example.com', 'c@example.com']);
    const other = await aFormOf({ name: 'mail', type: 'string', validation: 'email' });
    expect(await imported(other, ndjson({ fields: { _replyto: 'a@example.com' } }), { type: TYPES.ndjson })).toMatchObject({ imported: 1 });
    expect(await fieldsIn(other)).toEqual([{ mail: 'a@example.com' }]);
  });
});
