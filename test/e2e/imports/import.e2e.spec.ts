import { request } from 'node:http';
import { SubmissionWritesRepository } from '../../../src/submissions/submission-writes.repository';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { temporaryFilesOf } from '../../support/files';
import { unknownIds } from '../../support/operations';
import { waitUntil } from '../../support/wait-until';
import { aForm, anEnabledForm, aSubmission, reload, setSettings } from '../../support/forms';
import { FIELDS, importsOf, ndjson, NOTHING_REFUSED, TYPES } from './import.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const { send, imported, listed, exported } = importsOf(() => app);

describe('an import', () => {
  it('stores the rows of a csv with their times and typed values, from the source api, for a form that is disabled', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'email,age,tags,agrees,received_at\r\na@example.com,1.5,"[""x"",""y""]",true,2026-01-02T03:04:05Z\r\n';
    expect(await imported(form, file)).toEqual({
      imported: 1,
      ...NOTHING_REFUSED,
      columns: { email: 'email', age: 'age', tags: 'tags', agrees: 'agrees', received_at: 'received_at' },
      unknown_columns: [],
      import_id: expect.any(String),
    });
    expect(await listed(form)).toEqual([
      expect.objectContaining({
        source: 'api',
        imported_at: expect.stringMatching(/^20\d\d-.+Z$/),
        received_at: '2026-01-02T03:04:05.000Z',
        read_at: null,
        fields: { email: 'a@example.com', age: 1.5, tags: ['x', 'y'], agrees: true },
      }),
    ]);
    expect(await listed(form, 'source=api')).toHaveLength(1);
    expect(await listed(form, 'source=form_submit')).toHaveLength(0);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
  });

  it('stores the lines of ndjson, as read if it is asked to', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = ndjson({ fields: { email: 'a@example.com' } }, { fields: { email: 'b@example.com', age: 3 } });
    expect(await imported(form, file, { type: TYPES.ndjson, query: 'read=true' })).toMatchObject({ imported: 2 });
    expect(await listed(form, 'read_status=read')).toHaveLength(2);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 2, unread_count: 0 });
  });

  it('is counted on the day of each submission, has change numbers, and fixes names and types of the fields', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const day = new Date(Date.now() - 3 * 86_400_000).toISOString();
    await imported(form, `email,received_at\na@example.com,${day}\nb@example.com,\n`);
    const { data: days } = (await app.api.get(`/v1/forms/${form.id}/stats?days=5`)).body;
    expect(days.map(({ accepted }: { accepted: number }) => accepted)).toEqual([0, 1, 0, 0, 1]);
    const changes = (await app.api.get(`/v1/forms/${form.id}/changes`)).body.data;
    expect(changes.map(({ change_number: number, type }: any) => [number, type])).toEqual([
      [1, 'upserted'],
      [2, 'upserted'],
    ]);
    const settings = await app.api.get(`/v1/forms/${form.id}/settings`);
    expect(settings.body.data.fields_locked).toBe(true);
    await anEnabledAgain(form);
    await aSubmission(app.api, form, { email: 'c@example.com' });
    const after = (await app.api.get(`/v1/forms/${form.id}/stats?days=1`)).body.data;
    expect(after[0].accepted).toBe(2);
  });

  it('starts no run and takes nothing of the quota', async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS, notifications_enabled: true });
    await imported(form, 'email\na@example.com\n');
    const rows = await app.database.query(
      `select (select count(*)::int from workflow_runs r where r.form_id = $1) as runs,
        (select count(*)::int from notifications n where n.form_id = $1) as mails,
        (select month_count from form_stats where form_id = $1) as month`,
      [form.id],
    );
    expect(rows).toEqual([{ runs: 0, mails: 0, month: 0 }]);
  });

  it('stores a source id once, also in later imports, and again after a deletion', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = 'email,nr\na@example.com,1\nb@example.com,2\na@example.com,1\n';
    const query = 'column.source_id=nr';
    expect(await imported(form, file, { query: `${query}&dry_run=true` })).toMatchObject({
      imported: 2,
      already_there: 0,
      refused: [{ line: 4, code: 'id_repeated', errors: { source_id: ['The file has this submission in line 2, too.'] } }],
    });
    expect(await listed(form)).toEqual([]);
    expect(await imported(form, file, { query })).toMatchObject({ imported: 2, already_there: 0, refused_count: 1 });
    expect(await imported(form, file, { query })).toMatchObject({ imported: 0, already_there: 3 });
    const [{ id }] = (await listed(form)).filter(({ fields }) => fields.email === 'a@example.com') as [{ id: string }];
    await app.api.delete(`/v1/forms/${form.id}/submissions/${id}`);
    expect(await imported(form, file, { query })).toMatchObject({ imported: 1, already_there: 1, refused_count: 1 });
  });

  it('leaves an event in the audit trail, which a dry run does not', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    for (const query of ['dry_run=true', '']) await imported(form, 'email\na@example.com\n', { query });
    const events = await app.database.query('select action from audit_events where form_id = $1 order by id', [form.id]);
    expect(events).toHaveLength(2); // the form was created, and the file imported
  });

  it('refuses a source id that was erased', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const file = ndjson({ fields: { email: 'a@example.com' }, source_id: 'x' });
    await imported(form, file, { type: TYPES.ndjson });
    const ids = (await listed(form)).map(({ id }) => id as string);
    const store = app.app.get(SubmissionWritesRepository, { strict: false });
    await app.transactions.run(async () => {
      await store.lockForm(form.id);
      await store.keepErasedSources(form.id, ids);
      await store.delete(form.id, ids);
    });
    expect(await imported(form, file, { type: TYPES.ndjson })).toMatchObject({
      imported: 0,
      already_there: 0,
      refused: [{ line: 1, errors: { source_id: [expect.any(String)] } }],
      refused_count: 1,
    });
  });

  it('claims values and refuses a line whose value is taken, and counts places without refusing', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await setSettings(app.api, form, { intake: { unique_by: 'email', max_submissions: 1 } });
    const file = 'email\na@example.com\nA@example.com\nb@example.com\n';
    for (const query of ['dry_run=true', '']) {
      const { imported: count, refused } = await imported(form, file, { query });
      expect([count, refused.map(({ line }: { line: number }) => line)]).toEqual([2, [3]]);
    }
    await anEnabledAgain(form);
    const answer = await app.api.as(null).post(`/api/v1/forms/${form.id}/submit`, { email: 'c@example.com' });
    expectError(answer, 'no_places_left');
  });
});

const anEnabledAgain = async (form: { id: string }): Promise<void> => {
  const { etag } = await reload(app.api, form);
  expect((await app.api.patch(`/v1/forms/${form.id}`, { status: 'enabled' }, { ifMatch: etag })).status).toBe(200);
};

describe('an export', () => {
  it.each(['csv', 'ndjson'] as const)('in %s can be imported into another form, and yields the same submissions', async (format) => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    await aSubmission(app.api, form, { email: 'a@example.com', age: 1e21 / 1e12, tags: ['x,"y"'], agrees: false });
    await aSubmission(app.api, form, { email: 'line\r\nbreak, "quoted"', tags: [] });
    const copy = await aForm(app.api, { fields: FIELDS });
    expect(await imported(copy, await exported(form, format), { type: TYPES[format] })).toMatchObject({
      imported: 2,
      ...NOTHING_REFUSED,
    });
    const same = async (of: { id: string }) => (await listed(of)).map(({ fields, received_at: at }) => ({ fields, at }));
    expect(await same(copy)).toEqual(await same(form));
  });

  it('of a form that takes any name keeps the values that no field has', async () => {
    const form = await anEnabledForm(app.api, { validate_fields: false });
    await aSubmission(app.api, form, { email: 'a@example.com', nested: { list: [1, true, null] } });
    const copy = await aForm(app.api, { validate_fields: false });
    await imported(copy, await exported(form, 'csv'));
    expect((await listed(copy)).map(({ fields }) => fields)).toEqual((await listed(form)).map(({ fields }) => fields));
  });
});

describe('a broken line', () => {
  it('of a csv is told with the physical line at which it begins, and stores nothing', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const lines = [
      'email,age',
      '"two\nlines",1', // 2 and 3
      'a@example.com,many', // 4
      'b@example.com,1,2', // 5
      '"a\r\nb\nc",x', // 6 to 8
      '', // 9
      ',2', // 10
      `${'x'.repeat(300_000)},1`, // 11
      'e@example.com,5', // 12
      '"never ends,1', // 13
    ];
    const { imported: count, refused, refused_count: refusedCount } = await imported(form, lines.join('\n'));
    expect(refused.map(({ line, errors }: any) => [line, Object.keys(errors)[0]])).toEqual([
      [4, 'age'],
      [5, 'body'],
      [6, 'age'],
      [10, 'email'],
      [11, 'body'],
      [13, 'body'],
    ]);
    expect([count, refusedCount]).toEqual([2, 6]);
    expect((await listed(form)).map(({ fields }) => fields.age).sort()).toEqual([1, 5]);
  });

  it.each([
    ['text after a quotation', '"b"c,2'],
    ['a quotation mark within a value', 'b"c,2'],
    ['more than a MiB', `${'x'.repeat(1_100_000)},2`],
  ])('of a csv with %s is told with its line and ends the file; what stands before it is stored', async (_, broken) => {
    const form = await aForm(app.api, { fields: FIELDS });
    const { imported: count, refused } = await imported(form, `email,age\r\n"a\r\nb",1\r\n\r\n${broken}\r\nd@example.com,3\r\n`);
    expect([count, refused.map(({ line }: { line: number }) => line)]).toEqual([1, [5]]);
    expect(refused[0].errors.body[0]).toMatch(/Nothing after it was read\.$/);
  });

  it('of a csv is told for JSON that is nested too deeply in one of its values', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const file = [
      'id,received_at,source,read_at,file_count,email,tags,other_fields',
      `,,,,,a@example.com,${nested(32)},`,
      `,,,,,b@example.com,${nested(33)},`,
      `,,,,,c@example.com,,"{""a"":${nested(100_000)}}"`,
      `,,,,,d@example.com,${'['.repeat(10_000)},`, // a text, since it is no JSON
    ];
    const { imported: count, refused } = await imported(form, file.join('\n'));
    const message = 'The value is nested deeper than 32 levels.';
    expect(refused).toEqual([
      { line: 3, code: 'invalid', errors: { tags: [message] } },
      { line: 4, code: 'invalid', errors: { other_fields: [message] } },
    ]);
    expect(count).toBe(2);
  });

  it('of a csv is told for a value of more than 64 KiB, which is not split into options or read as anything', async () => {
    const options = ['a', 'a;'.repeat(127) + 'b'];
    const form = await aForm(app.api, { fields: [{ name: 'drinks', type: 'array', options }, FIELDS[0]!] });
    const rows = ['a;'.repeat(60_000), 'a;'.repeat(10_000), 'a;'.repeat(10_000) + 'a', 'x'.repeat(65_537)];
    const { imported: count, refused } = await imported(
      form,
      `drinks,email,other\n${rows.map((cell) => `${cell},a@example.com,${cell}\n`).join('')}`,
    );
    const TOO_LARGE = 'This field must take at most 64 KiB.';
    expect([count, refused]).toEqual([
      1,
      [
        { line: 2, code: 'invalid', errors: { drinks: [TOO_LARGE] } },
        { line: 3, code: 'invalid', errors: { 'drinks.0': ['This field must be one of the options of the form.'] } },
        { line: 5, code: 'invalid', errors: { drinks: [TOO_LARGE] } },
      ],
    ]);
  });

  it('of ndjson is told with its line', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const fields = { email: 'a@example.com' };
    const file = [
      '{"fields":',
      '[1]',
      ndjson({ fields, recieved_at: 1 }).trim(),
      '',
      ndjson({ fields, received_at: '3000-01-01T00:00:00Z' }).trim(),
      ndjson({ fields, received_at: 'yesterday' }).trim(),
      ndjson({ fields, source_id: '' }).trim(),
      ndjson({ fields: { email: 'nul\0' } }).trim(),
      ndjson({ fields: 1 }).trim(),
      ndjson({ fields: { email: 'x'.repeat(300_000) } }).trim(),
      ndjson({ fields }).trim(),
      '{"summary":{"count":1,"sha256":"0"}}',
    ].join('\n');
    const { imported: count, refused } = await imported(form, file, { type: TYPES.ndjson });
    expect(refused.map(({ line, errors }: any) => [line, Object.keys(errors)[0]])).toEqual([
      [1, 'body'],
      [2, 'body'],
      [3, 'recieved_at'],
      [5, 'received_at'],
      [6, 'received_at'],
      [7, 'source_id'],
      [8, 'email'],
      [9, 'fields'],
      [10, 'body'],
    ]);
    expect(count).toBe(1);
  });

  it('is told with the first hundred, and all are counted', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const answer = await imported(form, `email,age\n${'a@example.com,x\n'.repeat(450)}b@example.com,1\n`);
    expect(answer.refused.map(({ line }: { line: number }) => line)).toEqual(Array.from({ length: 100 }, (_, n) => n + 2));
    expect(answer).toMatchObject({ imported: 1, refused_count: 450 });
  });
});

describe('a csv', () => {
  it.each([
    ['a byte order mark', '\ufeffemail,age\na@example.com,1\nb@example.com,2\n'],
    ['CR alone', 'email,age\ra@example.com,1\rb@example.com,2'],
    ['CRLF and empty lines', '\r\nemail,age\r\n\r\na@example.com,1\r\n\r\nb@example.com,2\r\n\r\n'],
    ['quoted names', '"email","age"\n"a@example.com","1"\n"b@example.com","2"'],
  ])('with %s is read', async (_, file) => {
    const form = await aForm(app.api, { fields: FIELDS });
    expect(await imported(form, file)).toMatchObject({ imported: 2, ...NOTHING_REFUSED });
    expect((await listed(form)).map(({ fields }) => fields.age).sort()).toEqual([1, 2]);
  });

  it('with 300 columns is refused line by line', async () => {
    const form = await aForm(app.api, { validate_fields: false });
    const names = Array.from({ length: 300 }, (_, n) => `f${n}`);
    const file = `${names.join()}\n${names.join()}\n${names.map((name, n) => (n < 200 ? name : '')).join()}\n`;
    expect(await imported(form, file)).toMatchObject({ imported: 1, refused_count: 1 });
  });

  it('takes 1,000 columns, and refuses a header of more before it looks at them', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const headerOf = (columns: number): string => `email${',a'.repeat(columns - 1)}`;
    for (const query of ['', 'dry_run=true']) {
      expect(await imported(form, `${headerOf(1_000)}\na@example.com\n`, { query })).toMatchObject({ imported: 1 });
      for (const columns of [1_001, 20_000]) {
        const refused = await send(form, `${headerOf(columns)}\na@example.com\n`, { query });
        expectFieldErrors(refused, 'header');
        expect(refused.body.error!.details).toEqual({ header: [`must have at most 1000 columns, and has ${columns}`] });
      }
    }
  });

  it.each([
    ['nothing in it', '', 'body'],
    ['a column twice', 'email,email\na,b\n', 'body'],
    ['a broken header', '"email"x\na\n', 'body'],
  ])('with %s is refused', async (_, file, path) => {
    expectFieldErrors(await send(await aForm(app.api, { fields: FIELDS }), file), path);
  });
});

describe('an upload that breaks off', () => {
  it('stores nothing and leaves no file behind, and its repetition stores all', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    const rows = Array.from({ length: 1_000 }, (_, n) => `n${n}@example.com,${n}\n`);
    const file = `email,source_id\n${rows.join('')}`;
    const path = `/v1/forms/${form.id}/submissions/import`;
    const { hostname, port } = new URL(app.api.baseUrl);
    const headers = { authorization: `Bearer ${await app.key()}`, 'content-type': 'text/csv' };
    const upload = request({ hostname, port, path, method: 'POST', headers });
    upload.on('error', () => undefined);
    upload.write(file.slice(0, file.length / 2));
    await waitUntil(async () => (await temporaryFilesOf(app.dataDir)).length > 0);
    upload.destroy();
    await waitUntil(async () => (await temporaryFilesOf(app.dataDir)).length === 0);
    expect(await listed(form)).toEqual([]);
    expect(await imported(form, file)).toMatchObject({ imported: 1_000, already_there: 0 });
    expect(await imported(form, file)).toMatchObject({ imported: 0, already_there: 1_000 });
    expect(await temporaryFilesOf(app.dataDir)).toEqual([]);
  });
});

describe('the request', () => {
  it('is refused for unknown members and columns', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectFieldErrors(await send(form, 'email\na\n', { query: 'column.email=x' }), 'column.email');
    expectFieldErrors(await send(form, 'email\na\n', { query: 'column.emial=email' }), 'column.emial');
    expectFieldErrors(await send(form, 'email\na\n', { query: 'column.email=email&column.email=b' }), 'column.email');
    expectFieldErrors(await send(form, 'email\na\n', { query: 'columns=email' }), 'columns');
    expectFieldErrors(await send(form, 'email\na\n', { query: 'column.source_id=x' }), 'column.source_id');
    const query = 'column.received_at=email';
    expectFieldErrors(await send(form, '{}', { type: TYPES.ndjson, query }), 'column.received_at');
    expectFieldErrors(await send(form, 'email\na\n', { query: 'dry_run=maybe' }), 'dry_run');
    expect(await listed(form)).toEqual([]);
  });

  it.each(['application/json', 'text/csv; charset=iso-8859-1', 'text/plain'])('is refused as %s', async (type) => {
    expectError(await send(await aForm(app.api), 'email\na\n', { type }), 'unsupported_media_type');
  });

  it('is refused with characters that are not UTF-8', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectError(await send(form, Buffer.from('email\nj\xf6rg@example.com\n', 'latin1')), 'malformed_request');
    expect(await listed(form)).toEqual([]);
  });

  it('is refused above 25 MiB', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    expectError(await send(form, Buffer.alloc(25 * 1024 * 1024 + 1, 'a')), 'payload_too_large');
  });

  it('needs both scopes and a form that the key sees', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    for (const scope of ['submissions:update', 'forms:update'] as const) {
      const key = await app.key({ scopes: allScopesBut(scope) });
      for (const id of [form.id, unknownIds().form]) expectError(await send({ id }, 'email\na\n', { key }), 'insufficient_scope');
    }
    const { key } = await app.stranger();
    expectError(await send(form, 'email\na\n', { key }), 'resource_not_found');
  });
});

describe('what was imported is told from what was submitted', () => {
  const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);
  const aMixedForm = async () => {
    const form = await anEnabledForm(app.api, { fields: FIELDS });
    const submitted = await aSubmission(app.api, form, { email: 'submitted@example.com' });
    await imported(form, 'email\nimported@example.com\n');
    const [there] = (await listed(form)).filter(({ id }) => id !== submitted);
    return { form, submitted, there: there.id as string };
  };

  it('by imported_at in each submission, and by a filter of the lists', async () => {
    const { form, submitted, there } = await aMixedForm();
    expect(idsOf(await listed(form, 'imported=true'))).toEqual([there]);
    expect(idsOf(await listed(form, 'imported=false&source=form_submit'))).toEqual([submitted]);
    expect(idsOf(await listed(form, 'imported=true&state=all&read_status=unread'))).toEqual([there]);
    for (const [query, id] of [
      ['true', there],
      ['false', submitted],
    ]) {
      const { data } = (await app.api.get(`/v1/submissions?form=${form.id}&imported=${query}`)).body;
      expect(idsOf(data)).toEqual([id]);
    }
    const single = async (id: string) => (await app.api.get(`/v1/forms/${form.id}/submissions/${id}`)).body.data;
    expect(await single(there)).toMatchObject({ source: 'api', imported_at: expect.any(String) });
    expect(await single(submitted)).not.toHaveProperty('imported_at');
    expectFieldErrors(await app.api.get(`/v1/forms/${form.id}/submissions?imported=maybe`), 'imported');
    expectFieldErrors(await app.api.get(`/v1/forms/${form.id}/submissions?source=import`), 'source');
  });

  it('by the same filter of exports and of export links', async () => {
    const { form, submitted, there } = await aMixedForm();
    expect(await exported(form, 'ndjson&imported=true')).toContain(there);
    expect(await exported(form, 'ndjson&imported=true')).not.toContain(submitted);
    expect(await exported(form, 'csv&imported=false')).not.toContain(there);
    const made = await app.api.post<{ url: string }>(`/v1/forms/${form.id}/export-links`, {
      ...{ name: 'Imported', expires_in: 3600, filters: { imported: true } },
    });
    const csv = await (await fetch(`${app.api.baseUrl}${new URL(made.body.data.url).pathname}`)).text();
    expect([csv.includes(there), csv.includes(submitted)]).toEqual([true, false]);
  });

  it('by a filter of the changes, which deletions pass', async () => {
    const { form, submitted, there } = await aMixedForm();
    const feed = async (query: string) => (await app.api.get(`/v1/forms/${form.id}/changes?${query}`)).body as any;
    const changed = async (query: string) => (await feed(query)).data.map(({ submission_id: id }: any) => id);
    expect(await changed('imported=true')).toEqual([there]);
    expect(await changed('imported=false')).toEqual([submitted]);
    const { meta } = await feed('imported=true&limit=0');
    await app.api.delete(`/v1/forms/${form.id}/submissions/${submitted}`);
    const later = await feed(`imported=true&after=${meta.next_cursor}`);
    expect(later.data).toMatchObject([{ type: 'deleted', submission_id: submitted }]);
    expect(later.meta.has_more).toBe(false);
  });

  it('by a feed that goes on over many that it does not show', async () => {
    const form = await aForm(app.api, { fields: FIELDS });
    await app.database.query(
      `with n as (
         insert into submissions (id, form_id, source, fields, received_at, imported_at, inserted_number, change_number)
           select gen_random_uuid(), $1, 'api', '{}', now(), case when n in (20001, 20002, 20003, 40003) then now() end, n, n
             from generate_series(1, 40003) n returning 1
       ) update form_stats set submissions_count = 40003, change_number = 40003 where form_id = $1`,
      [form.id],
    );
    const pages: number[][] = [];
    let cursor = '';
    for (let hasMore = true; hasMore;) {
      const { data, meta } = (await app.api.get(`/v1/forms/${form.id}/changes?imported=true&limit=2${cursor}`)).body as any;
      pages.push(data.map(({ change_number: number }: any) => number));
      [cursor, hasMore] = [`&after=${meta.next_cursor}`, meta.has_more];
    }
    expect(pages).toEqual([[], [20_001, 20_002], [20_003], [40_003]]);
  });
});
