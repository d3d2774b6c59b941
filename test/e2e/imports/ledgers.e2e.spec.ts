import fc from 'fast-check';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm, anEnabledForm, aSubmission, setSettings } from '../../support/forms';
import { importsOf, ndjson, TYPES } from './import.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const { send, imported, listed, fieldsIn } = importsOf(() => app);
const FIELDS = [
  { name: 'email', type: 'string', required: true },
  { name: 'age', type: 'number' },
  { name: 'born', type: 'date' },
  { name: 'agrees', type: 'boolean' },
];
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();
const totalOf = (answer: any): number => answer.imported + answer.already_there + answer.refused_count;

interface Row {
  id: string;
  email: string;
  age: string;
  isOld: boolean;
}

const rows = fc.array(
  fc.record({
    id: fc.constantFrom('', '1', '2', '3', '5.12E+18', 'x'),
    email: fc.constantFrom('ada@example.com', 'bob@example.com', ''),
    age: fc.constantFrom('', '1', 'many'),
    isOld: fc.boolean(),
  }),
  { maxLength: 12 },
);

const [RECENT, OLD] = [daysAgo(1), daysAgo(60)];
const timeOf = ({ isOld }: Row): string => (isOld ? OLD : RECENT);

/** The model of the counts, told row by row. */
function expected(all: readonly Row[], before: ReadonlySet<string>, kept: boolean) {
  const contents = new Map<string, Set<string>>();
  const contentOf = (row: Row) => JSON.stringify([row.email, row.age, row.isOld]);
  for (const row of all) if (row.id) contents.set(row.id, (contents.get(row.id) ?? new Set()).add(contentOf(row)));
  const stored = new Set<string>();
  const counts = { imported: 0, already_there: 0, refused_count: 0, will_be_deleted: 0 };
  for (const row of all) {
    const isInvalid = row.email === '' || row.age === 'many';
    if (isInvalid || (row.id && contents.get(row.id)!.size > 1)) counts.refused_count += 1;
    else if (row.id && before.has(row.id)) counts.already_there += 1;
    else if (stored.has(row.id) || (row.isOld && kept)) counts.refused_count += 1;
    else {
      counts.imported += 1;
      counts.will_be_deleted += row.isOld ? 1 : 0;
      if (row.id) stored.add(row.id);
    }
  }
  return { counts, stored };
}

const FILES = {
  csv: (all: readonly Row[]) =>
    `source_id,email,age,received_at\n${all.map((row) => `${row.id},${row.email},${row.age},${timeOf(row)}\n`).join('')}`,
  ndjson: (all: readonly Row[]) =>
    ndjson(
      ...all.map((row) => ({
        ...(row.id && { source_id: row.id }),
        received_at: timeOf(row),
        fields: { ...(row.email && { email: row.email }), ...(row.age && { age: row.age === '1' ? 1 : row.age }) },
      })),
    ),
};

describe('the counts of an import', () => {
  it.each(['csv', 'ndjson'] as const)(
    'add up to the rows of any file, as a model counts them, in a dry run and again (%s)',
    async (format) => {
      await fc.assert(
        fc.asyncProperty(rows, fc.boolean(), async (all, kept) => {
          const form = await aForm(app.api, { fields: FIELDS });
          await setSettings(app.api, form, { retention: { days: 30 } });
          const sent = (query = '') => imported(form, FILES[format](all), { type: TYPES[format], query: `keep_old=${kept}&${query}` });
          const first = expected(all, new Set(), kept);
          for (const query of ['dry_run=true', '']) expect(await sent(query)).toMatchObject(first.counts);
          const second = await sent();
          expect(second).toMatchObject(expected(all, first.stored, kept).counts);
          expect([totalOf(second), second.refused.length]).toEqual([all.length, second.refused_count]);
          expect(await listed(form)).toHaveLength(first.counts.imported + second.imported);
        }),
        { numRuns: 12 },
      );
    },
  );

  it('tell of an id with different contents in both lines, and store none of them', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await imported(form, 'source_id,email\n5.12346E+18,ada@example.com\n5.12346E+18,bob@example.com\n7,eve@example.com\n');
    expect(answer).toMatchObject({ imported: 1, already_there: 0, refused_count: 2 });
    for (const { code, errors } of answer.refused) {
      expect([code, errors.source_id[0]]).toEqual(['id_conflict', expect.stringContaining('Lines 2 and 3')]);
    }
    expect(answer.refused_groups).toEqual([expect.objectContaining({ code: 'id_conflict', count: 2, lines: [2, 3] })]);
    expect(answer.warnings).toEqual([expect.stringContaining('"5.12346E+18" in line 2')]);
  });

  it('group equal reasons', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await imported(form, `email,age\n${'ada@example.com,x\n'.repeat(250)},1\n`);
    expect(answer.refused_groups.map(({ field, count, lines }: any) => [field, count, lines.length])).toEqual([
      ['age', 250, 10],
      ['email', 1, 1],
    ]);
  });
});

describe('submissions that are older than the retention', () => {
  it('are refused, and stored only when the request says that they may go, which the owner is told', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await setSettings(app.api, form, { retention: { days: 30 } });
    const file = `email,received_at\nada@example.com,${OLD}\nbob@example.com,${RECENT}\n`;
    expect(await imported(form, file, { query: 'dry_run=true' })).toMatchObject({
      imported: 1,
      refused: [{ line: 2, code: 'older_than_retention', errors: { received_at: [expect.stringContaining('keep_old=false')] } }],
    });
    expect(await imported(form, file, { query: 'keep_old=false&dry_run=true' })).toMatchObject({ imported: 2, will_be_deleted: 1 });
    const notices = () => app.database.query('select kind, detail from notices where form_id = $1', [form.id]);
    expect(await notices()).toEqual([]);
    expect(await imported(form, file, { query: 'keep_old=false' })).toMatchObject({ imported: 2, will_be_deleted: 1, deleted_from: null });
    expect(await notices()).toEqual([{ kind: 'import_will_be_deleted', detail: expect.objectContaining({ count: 1 }) }]);
  });

  it('go from the day on which a retention begins that waits', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await imported(form, `email,received_at\nada@example.com,${OLD}\n`);
    await setSettings(app.api, form, { retention: { days: 30 } });
    const { begins_at } = (await app.api.get(`/v1/forms/${form.id}/settings`)).body.data.retention_waits;
    const again = await imported(form, `email,received_at\nbob@example.com,${OLD}\n`, { query: 'keep_old=false' });
    expect(again).toMatchObject({ will_be_deleted: 1, deleted_from: begins_at });
    const [notice] = (await app.api.get('/v1/notices')).body.data.filter(({ form_id: of }: { form_id: string }) => of === form.id);
    expect(notice.message).toContain(`from ${begins_at.slice(0, 10)} on`);
  });

  it('are already there while they are', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = `email,received_at,source_id\nada@example.com,${OLD},1\n`;
    expect(await imported(form, file)).toMatchObject({ imported: 1 });
    await setSettings(app.api, form, { retention: { days: 30 } });
    expect(await imported(form, file)).toMatchObject({ already_there: 1, refused_count: 0 });
  });
});

describe('two imports into one form', () => {
  it('store each row once, whichever of them is refused', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = `source_id,email\n${Array.from({ length: 900 }, (_, n) => `${n},n${n}@example.com\n`).join('')}`;
    const answers = await Promise.all([send(form, file), send(form, file)]);
    const done = answers.filter(({ status }) => status === 200).map(({ body }) => body.data);
    for (const answer of answers) if (answer.status !== 200) expectError(answer, 'import_running');
    expect(done.map(({ imported: count, already_there: there }) => [count, there])).toEqual(expect.arrayContaining([[900, 0]]));
    for (const answer of done) expect(totalOf(answer)).toBe(900);
    const [{ count }] = (await app.database.query<{ count: number }>('select count(*)::int from submissions where form_id = $1', [
      form.id,
    ])) as [{ count: number }];
    expect(count).toBe(900);
  });
});

describe('cells of spreadsheets', () => {
  it('are read as spreadsheets write them in German', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'E-Mail;Age;Born;Agrees\nada@example.com;3,5;20.11.1985;WAHR\nbob@example.com;1.234,5;20. Nov. 2001;FALSCH\n';
    expect(await imported(form, file)).toMatchObject({ imported: 2, refused: [] });
    expect(await fieldsIn(form)).toEqual(
      expect.arrayContaining([
        { email: 'ada@example.com', age: 3.5, born: '1985-11-20', agrees: true },
        { email: 'bob@example.com', age: 1234.5, born: '2001-11-20', agrees: false },
      ]),
    );
  });

  it.each([
    ['de-DE', ';', '-0,125', '1234567,25', 'WAHR'],
    ['de-CH', ';', '-0.125', '1234567.25', 'WAHR'],
    ['fr-FR', ';', '-0,125', '1234567,25', 'VRAI'],
    ['es-ES', ';', '-0,125', '1234567,25', 'VERDADERO'],
    ['it-IT', ';', '-0,125', '1234567,25', 'VERO'],
    ['nl-NL', ';', '-0,125', '1234567,25', 'WAAR'],
    ['pl-PL', ';', '-0,125', '1234567,25', 'PRAWDA'],
    ['pt-BR', ';', '-0,125', '1234567,25', 'VERDADEIRO'],
    ['sv-SE', ';', '−0,125', '1234567,25', 'SANT'],
    ['en-US', ',', '-0.125', '1234567.25', 'TRUE'],
  ])('of our own export (xlsx) come back as a spreadsheet saves them in csv (%s)', async (_, mark, small, large, yes) => {
    const form = await aForm(app.api, { fields: FIELDS });
    const lines = [
      ['id', 'received_at', 'source', 'read_at', 'file_count', 'email', 'age', 'born', 'agrees', 'other_fields'],
      ['01a224df-a842-7157-b37e-d5d0f1bd692b', '2026-01-03 10:00:00', 'api', '', '0', 'ada@example.com', small, '1985-11-20', yes, ''],
      ['01a224df-a842-7157-b37e-d15d3c8bef2b', '2026-01-02 10:00:00', 'api', '', '0', 'bob@example.com', large, '2031-02-03', yes, ''],
    ];
    expect(await imported(form, lines.map((cells) => `${cells.join(mark)}\n`).join(''))).toMatchObject({ imported: 2, refused: [] });
    expect((await listed(form)).map(({ fields, received_at: at }) => [at, fields])).toEqual([
      ['2026-01-03T10:00:00.000Z', { email: 'ada@example.com', age: -0.125, born: '1985-11-20', agrees: true }],
      ['2026-01-02T10:00:00.000Z', { email: 'bob@example.com', age: 1234567.25, born: '2031-02-03', agrees: true }],
    ]);
  });

  it('whose day and month could be either are asked for once, for times and for dates', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'email;born\nada@example.com;01.02.1985\n';
    expectFieldErrors(await send(form, file), 'day_first');
    expect(await imported(form, file, { query: 'day_first=true' })).toMatchObject({ imported: 1 });
    expect(await fieldsIn(form)).toMatchObject([{ born: '1985-02-01' }]);
  });

  it('that could be two numbers are refused with what to write, and never guessed', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const { refused } = await imported(form, 'email;age\nada@example.com;1.234\n');
    expect(refused).toMatchObject([{ line: 2, errors: { age: [expect.stringContaining('Write it with a point')] } }]);
    expect(await imported(form, 'email;age\nada@example.com;1.234\nbob@example.com;0,5\n')).toMatchObject({ imported: 2 });
    expect((await fieldsIn(form)).map(({ age }) => age).sort()).toEqual([0.5, 1234]);
  });
});

describe('a file', () => {
  it.each([
    ['xlsx', Buffer.from('PK\x03\x04\x14\0')],
    ['xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0])],
  ])('that is a workbook (%s) is refused with how to save it, whatever its charset', async (_, file) => {
    const form = await aForm(app.api, { fields: FIELDS });
    for (const query of ['', 'charset=windows-1252']) {
      const answer = await send(form, file, { query });
      expectError(answer, 'malformed_request');
      expect(answer.body.error!.message).toContain('save it as "CSV UTF-8"');
    }
  });

  it.each([
    ['csv', 'email\n'],
    ['ndjson', '\n'],
  ] as const)('without rows is told (%s)', async (format, file) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expect(await imported(form, file, { type: TYPES[format] })).toMatchObject({
      ...{ imported: 0, import_id: null },
      warnings: ['The file has no rows, so nothing is imported.'],
    });
  });
});

describe('an import without ids', () => {
  const undo = (form: { id: string }, id: string) => app.api.post(`/v1/forms/${form.id}/imports/${id}/undo`);
  const imports = async (form: { id: string }) => (await app.api.get(`/v1/forms/${form.id}/imports`)).body.data;

  it('can be undone for a day, and takes nothing else with it', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    await aSubmission(app.api, form, { email: 'before@example.com' });
    const file = `email\n${'ada@example.com\n'.repeat(1_300)}`;
    const { import_id: id } = await imported(form, file);
    await aSubmission(app.api, form, { email: 'after@example.com' });
    expect(await imports(form)).toEqual([{ id, stored: 1_300, imported_at: expect.any(String), undo_until: expect.any(String) }]);
    const answers = [await undo(form, id), await undo(form, id)].map(({ body }) => body.data);
    expect(answers).toEqual([
      { deleted: 1_000, remaining: 300 },
      { deleted: 300, remaining: 0 },
    ]);
    expectError(await undo(form, id), 'resource_not_found');
    expect([await imports(form), (await fieldsIn(form)).map(({ email }) => email)]).toEqual([
      [],
      ['after@example.com', 'before@example.com'],
    ]);
  });

  it('cannot be undone later, or in another form', async () => {
    const [form, other] = [await aForm(app.api, { fields: FIELDS }), await aForm(app.api, { fields: FIELDS })];
    const { import_id: id } = await imported(form, 'email\nada@example.com\n');
    expectError(await undo(other, id), 'resource_not_found');
    await app.database.query(`update import_batches set stored_at = now() - interval '25 hours' where import_id = $1`, [id]);
    expectError(await undo(form, id), 'resource_not_found');
    expect(await listed(form)).toHaveLength(1);
  });
});
