import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import { newId } from '../../../src/platform/ids.rules';
import type { SubmissionFilter } from '../../../src/submissions/submission-filter.types';
import { SubmissionReader } from '../../../src/submissions/submission-reader';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aField, aForm, anEnabledForm, aSubmission, etagOf } from '../../support/forms';
import { aStoredFile } from '../../support/stored-files';
import { aFanOut, aVersion, aWebhook } from '../../support/workflows';
import { exportPath, seedMany } from './export.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const exported = async (form: { id: string }, query: string): Promise<string> => {
  const answer = await app.api.get(exportPath(form, query));
  expect(answer.status).toBe(200);
  return answer.body as unknown as string;
};
const linesOf = (text: string): SubmissionView[] =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SubmissionView);
const recordsOf = (text: string, options: object = {}): Record<string, string>[] => parse(text, { columns: true, ...options });

describe('ndjson', () => {
  it('has what the list has, newest first, over many pages', async () => {
    const form = await aForm(app.api);
    const ids = await seedMany(app, form, 1_200);
    const lines = linesOf(await exported(form, 'format=ndjson'));
    expect(lines.map(({ id }) => id)).toEqual(ids.reverse());
    const listed = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?limit=50`);
    expect(lines.slice(0, 50)).toEqual(listed.body.data);
  });

  it('has the deliveries of each submission', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    await aVersion(app.api, form, aFanOut(aWebhook('crm')));
    await aSubmission(app.api, form);
    const [line] = linesOf(await exported(form, 'format=ndjson'));
    const listed = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions`);
    expect(line!.deliveries.map(({ node_id: node }) => node)).toContain('crm');
    expect(line).toEqual(listed.body.data[0]);
  });

  it('ends with a summary of the lines when it is asked for', async () => {
    const form = await aForm(app.api);
    await seedMany(app, form, 300, () => ({ name: 'Größe' }));
    const text = await exported(form, 'format=ndjson&summary=true');
    const end = text.lastIndexOf('\n', text.length - 2) + 1;
    const sha256 = createHash('sha256').update(text.slice(0, end)).digest('hex');
    expect(JSON.parse(text.slice(end))).toEqual({ summary: { count: 300, sha256 } });
    expect(await exported(form, 'format=ndjson')).toBe(text.slice(0, end));
  });

  it('is empty for a form without submissions', async () => {
    expect(await exported(await aForm(app.api), 'format=ndjson')).toBe('');
  });

  it('has large submissions in pages that are smaller, and all of them', async () => {
    const form = await aForm(app.api);
    const ids = await seedMany(app, form, 160, (n) => ({ text: n % 80 < 40 ? 'x' : 'x'.repeat(100_000) }));
    expect(linesOf(await exported(form, 'format=ndjson')).map(({ id }) => id)).toEqual(ids.reverse());
  });
});

describe('csv', () => {
  it('has a header and a record for each submission', async () => {
    const fields = ['name', 'amount', 'agreed', 'colours'].map((name, index) => ({
      name,
      type: ['string', 'number', 'boolean', 'array'][index],
    }));
    const form = await anEnabledForm(app.api, { fields });
    const id = await aSubmission(app.api, form, {
      name: 'Ada "the" \r\n Größe, 1',
      amount: -0.5,
      agreed: false,
      colours: ['a', 'b'],
    });
    const text = await exported(form, 'format=csv');
    expect(text.startsWith('id,received_at,source,read_at,file_count,name,amount,agreed,colours,other_fields\r\n')).toBe(true);
    expect(recordsOf(text)).toEqual([
      {
        id,
        received_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        source: 'form_submit',
        read_at: '',
        file_count: '0',
        name: 'Ada "the" \r\n Größe, 1',
        amount: '-0.5',
        agreed: 'false',
        colours: '["a","b"]',
        other_fields: '',
      },
    ]);
  });

  it('keeps the values of deleted fields behind the others, and values without a field in the last column', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'old', type: 'string' }] });
    await seedMany(app, form, 1, () => ({ old: 'kept', email: 'a', extra: { b: 1 } }));
    await app.api.delete(`/v1/forms/${form.id}/fields/${form.fields[0]!.id}`, { ifMatch: await etagOf(app.api, form) });
    await aField(app.api, form, { name: 'email' });
    const [header, record] = parse(await exported(form, 'format=csv'), { columns: false });
    expect(header!.slice(5)).toEqual(['email', 'old', 'other_fields']);
    expect(record!.slice(5)).toEqual(['a', 'kept', '{"extra":{"b":1}}']);
  });

  it('has values under names that no field has in the last column, as ndjson has them beside the fields', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const sent = { text: '=1+1', list: ['a', 2], nested: { b: null } };
    await aSubmission(app.api, form, { email: 'ada@example.com', ...sent });
    const [record] = recordsOf(await exported(form, 'format=csv&escape=spreadsheet'));
    expect(record).toMatchObject({ email: 'ada@example.com', other_fields: JSON.stringify(sent) });
    const [line] = linesOf(await exported(form, 'format=ndjson'));
    expect(line).toMatchObject({ fields: { email: 'ada@example.com' }, other_values: sent });
  });

  it('has only the header for a form without submissions', async () => {
    expect(await exported(await aForm(app.api), 'format=csv')).toBe('id,received_at,source,read_at,file_count,other_fields\r\n');
  });

  it('begins with a byte order mark, and escapes formulas, only when it is asked for', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
    await seedMany(app, form, 1, () => ({ text: '=1+1' }));
    const plain = await exported(form, 'format=csv');
    expect(plain.codePointAt(0)).toBe('i'.codePointAt(0));
    expect(recordsOf(plain)[0]!['text']).toBe('=1+1');
    const escaped = await exported(form, 'format=csv&bom=true&escape=spreadsheet');
    expect(recordsOf(escaped, { bom: true })[0]!['text']).toBe("'=1+1");
    const headers = { authorization: `Bearer ${await app.key()}` };
    const bytes = await fetch(app.api.baseUrl + exportPath(form, 'format=csv&bom=true'), { headers });
    expect(Buffer.from(await bytes.arrayBuffer()).subarray(0, 5)).toEqual(Buffer.from('\ufeffid'));
  });
});

describe('a table', () => {
  it('has the columns that are asked for in their order, under labels, in a zone and from the oldest on', async () => {
    const fields = [
      { name: 'text', type: 'string', label: 'Your text' },
      { name: 'source', type: 'string', label: 'your text' },
    ];
    const form = await aForm(app.api, { fields });
    await seedMany(app, form, 300, (n) => ({ text: `=${n}`, source: 'flyer' }));
    const layout = 'columns=source,text,%20received_at&header=label&time_zone=Asia/Kathmandu&order=oldest';
    const rows = parse(await exported(form, `format=csv&escape=spreadsheet&${layout}`));
    expect(rows.slice(0, 3)).toEqual([
      ['Source', 'your text (source)', 'Your text (text)', 'Received at'],
      ['api', 'flyer', "'=0", '2026-03-01T05:45:00.000+05:45'],
      ['api', 'flyer', "'=1", '2026-03-01T05:45:00.001+05:45'],
    ]);
    expect(rows).toHaveLength(301);
    const { body } = await app.api.post(`/v1/forms/${form.id}/export-links`, {
      ...{ name: 'Sheet', expires_in: 3_600, columns: ['source', 'text', 'received_at'] },
      ...{ header: 'label', time_zone: 'Asia/Kathmandu', order: 'oldest' },
    });
    const linked = await app.api.as(null).get(new URL(body.data.url as string).pathname);
    expect(parse(linked.body as unknown as string)).toEqual(rows);
  });

  it('of the newest submissions alone begins with the oldest of these', async () => {
    const form = await aForm(app.api);
    const ids = await seedMany(app, form, 700);
    await app.database.query(`update submissions set imported_at = now() where id = $1`, [ids[699]]);
    const readIds = async (filter: SubmissionFilter, limit: number): Promise<string[]> => {
      const found: string[] = [];
      const pages = app.app.get(SubmissionReader).read(form.id, { ...filter, order: 'oldest' }, { withHistories: false, limit });
      for await (const { submissions } of pages) found.push(...submissions.map(({ id }) => id));
      return found;
    };
    expect(await readIds({}, 600)).toEqual(ids.slice(-600));
    expect(await readIds({ state: 'accepted', isImported: false }, 3)).toEqual(ids.slice(-4, -1));
    expect(await readIds({}, 700)).toEqual(ids);
    expect(await readIds({ receivedBefore: new Date('2026-03-01T00:00:00.002Z') }, 700)).toEqual(ids.slice(0, 2));
  });

  it('has the values of a deleted field among the others, unless it is named', async () => {
    const fields = ['email', 'phone'].map((name) => ({ name, type: 'string' }));
    const form = await aForm(app.api, { fields });
    await seedMany(app, form, 1, () => ({ email: 'a@example.com', phone: '1' }));
    const phone = form.fields.find(({ name }) => name === 'phone')!;
    expect((await app.api.delete(`/v1/forms/${form.id}/fields/${phone.id}`, { ifMatch: '*' })).status).toBe(200);
    const first = async (columns: string) => recordsOf(await exported(form, `format=csv&columns=${columns}`))[0];
    expect(await first('email,other_fields')).toEqual({ email: 'a@example.com', other_fields: '{"phone":"1"}' });
    expect(await first('other_fields,phone')).toEqual({ other_fields: '', phone: '1' });
  });

  it('tells the time of a correction where its column is named, and the other formats always do', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const path = `/v1/forms/${form.id}/submissions/${await aSubmission(app.api, form, { email: 'a' })}`;
    const { body } = await app.api.patch(path, { fields: { email: 'b' } }, { ifMatch: '*' });
    const { edited_at: at } = body.data as { edited_at: string };
    expect(recordsOf(await exported(form, 'format=csv&columns=email,edited_at'))).toEqual([{ email: 'b', edited_at: at }]);
    expect((await exported(form, 'format=csv')).split('\r\n')[0]).not.toContain('edited_at');
    const line = await exported(form, 'format=ndjson');
    expect(JSON.parse(line)).toMatchObject({ fields: { email: 'b' }, edited_at: at });
    const copy = await app.api.post(`/v1/forms/${form.id}/submissions/import`, Buffer.from(line), {
      idempotencyKey: '',
      headers: { 'content-type': 'application/x-ndjson' },
    });
    expect(copy.body.data).toMatchObject({ imported: 1, unknown_columns: [] });
    const link = { name: 'corrected', expires_in: 3_600, columns: ['email', 'edited_at'] };
    expect((await app.api.post(`/v1/forms/${form.id}/export-links`, link)).status).toBe(201);
  });

  it('has columns of files and of the state where they are named', async () => {
    const form = await anEnabledForm(app.api, {
      fields: [
        { name: 'cv', type: 'file' },
        { name: 'email', type: 'string' },
      ],
    });
    const submission = await aSubmission(app.api, form, { email: 'a@example.com' });
    const file = await aStoredFile(app, form.id, submission);
    await aStoredFile(app, form.id, submission, { field: 'other' });
    const [record] = recordsOf(await exported(form, 'format=csv&columns=cv,state'));
    expect(record).toEqual({ cv: expect.stringMatching(/^http:\S+\/files\/[\w-]+$/), state: 'accepted' });
    const opened = await fetch(app.api.baseUrl + new URL(record!['cv']!).pathname);
    expect(Buffer.from(await opened.arrayBuffer())).toEqual(file.content);
    expect((await exported(form, 'format=csv')).split('\r\n')[0]).not.toContain('cv');
  });
});

describe('the answer', () => {
  it('is a download that is called like the form', async () => {
    const form = await aForm(app.api, { name: 'Contact / "Größe"' });
    const answer = await app.api.get(exportPath(form, 'format=csv'));
    const date = app.clock.now().toISOString().slice(0, 10);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringContaining(`filename="Contact - _Gro_e_ ${date}.csv"`),
      'cache-control': expect.stringContaining('no-store'),
    });
    const ndjson = await app.api.get(exportPath(form, 'format=ndjson'));
    expect(ndjson.headers['content-type']).toBe('application/x-ndjson');
  });

  it('has the headers, and nothing else, for HEAD', async () => {
    const form = await aForm(app.api);
    await seedMany(app, form, 3);
    const answer = await app.api.call('HEAD', exportPath(form, 'format=csv'));
    expect(answer).toMatchObject({ status: 200, body: '' });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8; header=present');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="Contact /);
  });
});

describe('filters', () => {
  it('are those of the list', async () => {
    const form = await aForm(app.api);
    const ids = await seedMany(app, form, 10);
    await app.database.query('update submissions set read_at = now() where id = any($1)', [ids.slice(0, 4)]);
    await app.database.query(`update submissions set source = 'hosted_form' where id = any($1)`, [ids.slice(2, 8)]);
    const query = 'read_status=read&source=hosted_form&received_after=2026-03-01T00:00:00.003Z';
    const lines = linesOf(await exported(form, `format=ndjson&${query}`));
    const listed = await app.api.get<SubmissionView[]>(`/v1/forms/${form.id}/submissions?${query}`);
    expect(lines.map(({ id }) => id)).toEqual([ids[3]]);
    expect(lines).toEqual(listed.body.data);
  });

  it('look at every submission for a text, for files and for the status of deliveries', async () => {
    const form = await anEnabledForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const first = await aSubmission(app.api, form, { email: 'needle@example.com' });
    await seedMany(app, form, 1_200);
    const last = await aSubmission(app.api, form, { email: 'NEEDLE@example.com' });
    const found = linesOf(await exported(form, 'format=ndjson&search=needle'));
    expect(found.map(({ id }) => id).sort()).toEqual([first, last].sort());
    expect(linesOf(await exported(form, 'format=ndjson&has_files=true'))).toEqual([]);
    expect(linesOf(await exported(form, 'format=ndjson&has_files=false'))).toHaveLength(1_202);
    expect(linesOf(await exported(form, 'format=ndjson&delivery=failed'))).toEqual([]);
    expect(recordsOf(await exported(form, 'format=csv&search=nowhere'))).toEqual([]);
    expectFieldErrors(await app.api.get(exportPath(form, 'format=csv&search=&delivery=lost')), 'search', 'delivery');
  });

  it('leave quarantined submissions out unless they are asked for, which adds their state', async () => {
    const form = await aForm(app.api);
    const [id] = await seedMany(app, form, 2);
    await app.api.post(`/v1/forms/${form.id}/submissions/${id}/spam`);
    expect(linesOf(await exported(form, 'format=ndjson')).map(({ id: other }) => other)).not.toContain(id);
    expect(recordsOf(await exported(form, 'format=csv&state=quarantined'))).toEqual([
      expect.objectContaining({ id, state: 'quarantined' }),
    ]);
    const both = linesOf(await exported(form, 'format=ndjson&state=all'));
    expect(both.map(({ state }) => state).sort()).toEqual(['accepted', 'quarantined']);
  });
});

describe('422', () => {
  it.each<[string, ...string[]]>([
    ['', 'format'],
    ['format=xml', 'format'],
    ['format=ndjson&escape=spreadsheet', 'escape'],
    ['format=ndjson&bom=true', 'bom'],
    ['format=csv&summary=false', 'summary'],
    ['format=csv&escape=all', 'escape'],
    ['format=csv&bom=maybe', 'bom'],
    ['format=csv&limit=5', 'limit'],
    ['format=csv&columns=', 'columns'],
    ['format=csv&columns=id,,email', 'columns'],
    ['format=xlsx&columns=id,email,id', 'columns'],
    ['format=csv&columns=id,nothing', 'columns'],
    ['format=csv&columns=id&columns=email', 'columns'],
    ['format=ndjson&columns=id&header=name&time_zone=UTC', 'columns', 'header', 'time_zone'],
    ['format=zip&columns=id', 'columns'],
    ['format=csv&header=both', 'header'],
    ['format=csv&time_zone=%2B01:00', 'time_zone'],
    ['format=xlsx&time_zone=Europe/Atlantis', 'time_zone'],
    ['format=ndjson&order=up', 'order'],
    ['format=csv&received_after=2026-01-02T00:00:00Z&received_before=2026-01-01T00:00:00Z', 'received_before'],
  ])('refuses %j at %s', async (query, ...names) => {
    const form = await aForm(app.api);
    expectFieldErrors(await app.api.get(exportPath(form, query)), ...names);
  });

  it('tells the columns that are unknown or repeated, also for HEAD', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const messages = async (columns: string) =>
      (await app.api.get(exportPath(form, `format=csv&columns=${columns}`))).body.error!.details as Record<string, string[]>;
    expect((await messages('email,mail,id,post'))['columns']![0]).toContain('"mail", "post"');
    expect((await messages('email,a%22b'))['columns']![0]).toContain('"a\\"b"');
    expect((await messages('email,id,email'))['columns']![0]).toContain('"email"');
    expect((await app.api.call('HEAD', exportPath(form, 'format=csv&columns=mail'))).status).toBe(API_ERRORS.validation_failed[0]);
  });
});

describe('404', () => {
  it('hides forms of others and unknown ones', async () => {
    const form = await aForm(app.api);
    const { key } = await app.stranger();
    expectError(await app.api.as(key).get(exportPath(form, 'format=csv')), 'resource_not_found');
    expectError(await app.api.get(exportPath({ id: newId() }, 'format=csv')), 'resource_not_found');
  });
});
