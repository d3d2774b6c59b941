import { KeysService } from '../../../src/keys/keys.service';
import type { SubmissionView } from '../../../src/submissions/submission-view.dto';
import type { Answer, Api } from '../../support/api';
import { expectError } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { aForm } from '../../support/forms';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
let form: { id: string };
let token: string;
beforeAll(async () => {
  app = await startApp();
  form = await aForm(app.api);
  await seedSubmissions(app.database, form, Array<object>(10).fill({}));
});
beforeEach(async () => {
  token = await firstCursor();
});
afterAll(() => app.close());

const list = (query: string, api: Api = app.api, of = form): Promise<Answer<SubmissionView[]>> =>
  api.get(`/v1/forms/${of.id}/submissions?${query}`);

async function firstCursor(query = 'limit=2', api?: Api): Promise<string> {
  const answer = await list(query, api);
  const cursor = (answer.body.meta as { next_cursor: string | null }).next_cursor;
  expect(cursor).toEqual(expect.any(String));
  return cursor!;
}

describe('a cursor', () => {
  it('leads to the next page, with any page size', async () => {
    const ids = (await list('limit=50')).body.data.map(({ id }) => id);
    for (const limit of [1, 3, 20]) {
      const page = await list(`limit=${limit}&cursor=${token}`);
      expect(page.body.data.map(({ id }) => id)).toEqual(ids.slice(2, 2 + limit));
    }
  });

  it('is short and reveals neither time nor id', async () => {
    const [first] = (await list('limit=1')).body.data;
    const decoded = Buffer.from(token, 'base64url').toString('latin1');
    expect(token).toMatch(/^[A-Za-z0-9_-]{1,256}$/);
    expect(decoded).not.toContain(first!.id.replaceAll('-', ''));
    expect(decoded).not.toContain(Buffer.from(first!.id.replaceAll('-', ''), 'hex').toString('latin1'));
    expect(await firstCursor()).not.toBe(token);
  });

  it('is refused with any changed character', async () => {
    const altered = [...token].map((character, at) => {
      const other = character === 'A' ? 'B' : 'A';
      return token.slice(0, at) + other + token.slice(at + 1);
    });
    const answers = await Promise.all(altered.map((cursor) => list(`cursor=${cursor}`)));
    for (const answer of answers) expectError(answer, 'invalid_cursor');
  });

  it.each<[string, (token: string) => string]>([
    ['is empty', () => ''],
    ['is cut short', (whole) => whole.slice(0, -1)],
    ['is longer', (whole) => `${whole}A`],
    ['is padded', (whole) => `${whole}=`],
    ['has white space around it', (whole) => `%20${whole}`],
    ['holds a line break', (whole) => `${whole}%0A`],
    ['holds an odd byte', (whole) => `${whole}%FF`],
    ['holds the character U+0000', (whole) => `${whole}%00`],
    ['is nothing like one', () => 'page-2'],
    ['is very long', (whole) => whole.repeat(50)],
    ['is two in one', (whole) => whole + whole],
  ])('is refused when it %s', async (_, altered) => {
    expectError(await list(`cursor=${altered(token)}`), 'invalid_cursor');
  });

  it('is refused for another form, another key and another list', async () => {
    const other = await aForm(app.api);
    expectError(await list(`cursor=${token}`, app.api, other), 'invalid_cursor');
    expectError(await list(`cursor=${token}`, app.api.as(await app.key())), 'invalid_cursor');
    expectError(await app.api.get(`/v1/forms?cursor=${token}`), 'invalid_cursor');
    const forms = await app.api.get('/v1/forms?limit=1');
    expectError(await list(`cursor=${(forms.body.meta as { next_cursor: string }).next_cursor}`), 'invalid_cursor');
  });

  it('stays valid when the secret of the key is rotated', async () => {
    const keys = app.app.get(KeysService);
    const text = await app.key({ name: 'rotated' });
    const cursor = await firstCursor('limit=2', app.api.as(text));
    const key = (await keys.list()).find(({ name }) => name === 'rotated')!;
    const rotated = await keys.rotate(key.id, 60);
    expect((await list(`cursor=${cursor}`, app.api.as(rotated.text))).body.data).toHaveLength(8);
  });

  it.each([
    'read_status=read',
    'read_status=unread',
    'source=api',
    'received_after=2020-01-01T00:00:00Z',
    'received_before=2099-01-01T00:00:00Z',
    'order=oldest',
  ])('is refused with an added or removed filter: %s', async (filter) => {
    expectError(await list(`${filter}&cursor=${token}`), 'invalid_cursor');
    if (filter.startsWith('source') || filter === 'read_status=read') return; // too few rows for a second page
    const filtered = await firstCursor(`limit=2&${filter}`);
    expectError(await list(`cursor=${filtered}`), 'invalid_cursor');
    expect((await list(`${filter}&cursor=${filtered}`)).status).toBe(200);
  });

  it('is refused with another value of a filter, and accepted with another spelling of the same', async () => {
    const cursor = await firstCursor('limit=2&received_after=2020-01-01T00:00:00Z');
    expectError(await list(`received_after=2020-01-01T00:00:01Z&cursor=${cursor}`), 'invalid_cursor');
    expect((await list(`received_after=2020-01-01T01:00:00%2B01:00&cursor=${cursor}`)).status).toBe(200);
    for (const usual of ['read_status=all', 'order=newest']) expect((await list(`${usual}&cursor=${token}`)).status).toBe(200);
  });

  it('grants no access that the key has lost', async () => {
    const key = await app.key({ formIds: [form.id] });
    const cursor = await firstCursor('limit=2', app.api.as(key));
    await app.database.query('delete from api_key_grants where form_id = $1', [form.id]);
    expectError(await list(`cursor=${cursor}`, app.api.as(key)), 'resource_not_found');
  });

  it('is valid for a day, and each page answers a new one', async () => {
    const old = token;
    app.clock.forward({ hours: 23, minutes: 59 });
    const page = await list(`limit=2&cursor=${old}`);
    expect(page.status).toBe(200);
    const fresh = (page.body.meta as { next_cursor: string }).next_cursor;
    app.clock.forward({ minutes: 2 });
    expectError(await list(`cursor=${old}`), 'invalid_cursor');
    expect((await list(`cursor=${fresh}`)).status).toBe(200);
  });

  it('of a process whose clock is up to a minute ahead is accepted', async () => {
    const ahead = await app.sibling();
    const behindMs = app.clock.now().getTime() - Date.now();
    ahead.clock.forward({ seconds: behindMs / 1000 + 50 });
    expect((await list(`cursor=${await firstCursor('limit=2', ahead.api)}`)).status).toBe(200);
    ahead.clock.forward({ seconds: 20 });
    expectError(await list(`cursor=${await firstCursor('limit=2', ahead.api)}`), 'invalid_cursor');
    await ahead.close();
  });
});
