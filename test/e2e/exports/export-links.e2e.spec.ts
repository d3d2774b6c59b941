import { parse } from 'csv-parse/sync';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import { KeysService } from '../../../src/keys/keys.service';
import { newId } from '../../../src/platform/ids.rules';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { isWhole, largeFields, seedMany, stalledExport } from './export.fixture';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const linksPath = (form: { id: string }) => `/v1/forms/${form.id}/export-links`;
const NEW = { name: 'Sheet', expires_in: 3_600 };

/** Creates a link; `path` is where it is read. */
async function aLink(form: { id: string }, members: object = {}, key?: string) {
  const answer = await app.api.post(linksPath(form), { ...NEW, ...members }, key ? { key } : {});
  expect(answer.status).toBe(201);
  const { id, url } = answer.body.data as { id: string; url: string };
  return { id, url, path: new URL(url).pathname };
}

const read = (path: string) => app.api.as(null).get(path);
const recordsOf = (text: unknown): Record<string, string>[] => parse(text as string, { columns: true });

describe('a link', () => {
  it('serves the submissions as csv for spreadsheets to anybody who has it', async () => {
    const form = await aForm(app.api, { name: 'Sales', fields: [{ name: 'text', type: 'string' }] });
    const ids = await seedMany(app, form, 3, (n) => ({ text: `=${n}` }));
    const answer = await read((await aLink(form)).path);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': expect.stringMatching(/^attachment; filename="Sales \d{4}-\d\d-\d\d\.csv"/),
      'cache-control': expect.stringContaining('no-store'),
    });
    const records = recordsOf(answer.body);
    expect(records.map(({ id }) => id)).toEqual(ids.reverse());
    expect(records[0]!['text']).toBe("'=2");
  });

  it('has the filters and columns that it was made with', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'text', type: 'string' }] });
    const [id] = await seedMany(app, form, 3, (n) => ({ text: `t${n}` }));
    await app.database.query('update submissions set read_at = now() where id = $1', [id]);
    const link = await aLink(form, { filters: { read_status: 'read' }, columns: ['text', 'id'] });
    expect((await read(link.path)).body).toBe(`text,id\r\nt0,${id}\r\n`);
  });

  it('is shown in the list without its address, and with the time of its last read', async () => {
    const form = await aForm(app.api);
    const link = await aLink(form, { filters: { source: 'api' } });
    const listed = async () => (await app.api.get<object[]>(linksPath(form))).body;
    const view = {
      id: link.id,
      name: 'Sheet',
      filters: { source: 'api' },
      ...{ columns: null, header: 'name', time_zone: 'UTC', order: 'newest' },
      created_at: expect.any(String),
      expires_at: expect.any(String),
    };
    expect((await listed()).data).toEqual([{ ...view, last_read_at: null }]);
    await app.api.as(null).call('HEAD', link.path);
    expect((await listed()).data).toEqual([{ ...view, last_read_at: null }]);
    await read(link.path);
    expect((await listed()).data).toEqual([{ ...view, last_read_at: expect.any(String) }]);
  });

  it('is in the list over all forms that a key sees, page by page, until it ends', async () => {
    const forms = [await aForm(app.api, { name: 'One' }), await aForm(app.api, { name: 'Two' })];
    const key = await app.key({ formIds: forms.map(({ id }) => id) });
    const links = [await aLink(forms[0]!), await aLink(forms[1]!), await aLink(forms[1]!), await aLink(forms[0]!)];
    await aLink(await aForm(app.api)); // of a form that the key does not see
    await app.api.delete(`${linksPath(forms[0]!)}/${links[3]!.id}`);
    const first = await app.api.as(key).get<object[]>('/v1/export-links?limit=2');
    expect(first.body.data).toMatchObject([
      { id: links[2]!.id, form_id: forms[1]!.id, form_name: 'Two', last_read_at: null },
      { id: links[1]!.id },
    ]);
    const { next_cursor: cursor } = first.body.meta as { next_cursor: string };
    const second = await app.api.as(key).get<object[]>(`/v1/export-links?limit=2&cursor=${cursor}`);
    expect(second.body).toMatchObject({ data: [{ id: links[0]!.id, form_name: 'One' }], meta: { next_cursor: null } });
  });

  it('is stored as a digest only, and the stored reply of its creation hides the address', async () => {
    const form = await aForm(app.api);
    const { path } = await aLink(form);
    const token = path.split('/').at(-1)!.replace('.csv', '');
    const rows = await app.database.query('select l::text from export_links l union all select r::text from idempotency_records r');
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('can be read sixty times within an hour, whatever processes are asked', async () => {
    const form = await aForm(app.api);
    const { path, id } = await aLink(form);
    const sibling = await app.sibling();
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, index) => untilServed(() => (index % 2 ? app.api : sibling.api).as(null).get(path))),
    );
    const refused = answers.filter(({ status }) => status === API_ERRORS.rate_limit_exceeded[0]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(refused).toHaveLength(4);
    expect(refused[0]!.body.error!.details).toEqual({ bucket: 'export_link', retry_after: expect.any(Number) });
    await app.database.query(
      `update export_links set recent_reads = array(select r - interval '1 hour' from unnest(recent_reads) r) where id = $1`,
      [id],
    );
    expect((await read(path)).status).toBe(200);
  });
});

const idsIn = ({ data }: { data: { id: string }[] }): string[] => data.map(({ id }) => id);

describe('a link ends', () => {
  let form: { id: string };
  let path: string;
  let id: string;
  let key: string;
  beforeEach(async () => {
    form = await aForm(app.api);
    key = await app.key({ name: 'of the link', formIds: [form.id] });
    ({ path, id } = await aLink(form, {}, key));
    expect((await read(path)).status).toBe(200);
  });

  const ENDS: [string, () => Promise<unknown>][] = [
    ['with its form', () => app.api.delete(`/v1/forms/${form.id}`, { ifMatch: '*' })],
    ['with its deletion', () => app.api.delete(`${linksPath(form)}/${id}`)],
    ['in time', () => app.database.query('update export_links set expires_at = now() where id = $1', [id])],
    ['with a grant of its key', () => app.database.query('delete from api_key_grants where form_id = $1', [form.id])],
    ['with the scope of its key', () => app.database.query(`update api_keys set scopes = '{forms:read}' where name = 'of the link'`)],
    [
      'with its key',
      async () => {
        const keys = await app.app.get(KeysService).list(app.accountId);
        for (const { id: keyId } of keys.filter(({ name, revokedAt }) => name === 'of the link' && !revokedAt))
          await app.app.get(KeysService).revoke(keyId);
      },
    ],
  ];

  it.each(ENDS)('%s', async (_, end) => {
    await end();
    expectError(await read(path), 'resource_not_found');
  });

  it.each(ENDS.slice(1))('%s, and is no longer listed or counted among the twenty of its form', async (_, end) => {
    for (let count = 1; count < 20; count++) await aLink(form, {}, key);
    const lists = [linksPath(form), '/v1/export-links?limit=50'];
    const listed = async () => (await Promise.all(lists.map((list) => app.api.get(list)))).map(({ body }) => idsIn(body));
    for (const ids of await listed()) expect(ids).toContain(id);
    await end();
    for (const ids of await listed()) expect(ids).not.toContain(id);
    await aLink(form);
  });

  it('also while it is read', async () => {
    await seedMany(app, form, 100, largeFields);
    const running = await stalledExport(app.api, path, 'none');
    await app.api.delete(`${linksPath(form)}/${id}`);
    expect(isWhole(await running.rest())).toBe(false);
  });

  it('and keeps the time of its last read', async () => {
    await app.api.delete(`${linksPath(form)}/${id}`);
    expect(await app.database.query('select last_read_at from export_links where id = $1', [id])).toEqual([
      { last_read_at: expect.any(Date) },
    ]);
    expectError(await app.api.delete(`${linksPath(form)}/${id}`), 'resource_not_found');
    expect((await app.api.get(linksPath(form))).body.data).toEqual([]);
  });
});

describe('404', () => {
  it('is the same for every token that does not open', async () => {
    const { path } = await aLink(await aForm(app.api));
    const altered = path.replace(/.\.csv$/, (end) => (end.startsWith('A') ? 'B.csv' : 'A.csv'));
    for (const other of [altered, '/exports/x.csv', path.replace('.csv', ''), `/exports/${'A'.repeat(54)}.csv`, '/exports/.csv'])
      expect([other, (await read(other)).status]).toEqual([other, 404]);
  });

  it('hides links of other forms', async () => {
    const [form, other] = [await aForm(app.api), await aForm(app.api)];
    const { id } = await aLink(form);
    expectError(await app.api.delete(`${linksPath(other)}/${id}`), 'resource_not_found');
    expectError(await app.api.delete(`${linksPath(form)}/${newId()}`), 'resource_not_found');
  });
});

describe('422', () => {
  it.each<[object, string]>([
    [{ expires_in: 3_599 }, 'expires_in'],
    [{ expires_in: 31_622_401 }, 'expires_in'],
    [{ name: '' }, 'name'],
    [{ columns: [] }, 'columns'],
    [{ columns: ['id', 'nothing'] }, 'columns.1'],
    [{ columns: ['other_fields'] }, 'columns.0'],
    [{ filters: { read_status: 'maybe' } }, 'filters.read_status'],
    [{ filters: { limit: 5 } }, 'filters.limit'],
  ])('refuses %j', async (members, path) => {
    expectFieldErrors(await app.api.post(linksPath(await aForm(app.api)), { ...NEW, ...members }), path);
  });

  it('refuses the twenty-first link of a form, however many are asked for at once', async () => {
    const form = await aForm(app.api);
    const answers = await Promise.all(Array.from({ length: 22 }, () => untilServed(() => app.api.post(linksPath(form), NEW))));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
    expectFieldErrors(
      answers.find(({ status }) => status !== 201)!,
      'name',
    );
  });
});

describe('403', () => {
  it('needs the scope to read submissions', async () => {
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    expectError(await app.api.post(linksPath(await aForm(app.api)), NEW, { key }), 'insufficient_scope');
  });
});
