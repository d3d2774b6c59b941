import { randomUUID } from 'node:crypto';
import { v7 } from 'uuid';
import type { SubmissionOfFormView } from '../../../src/submissions/submission-view.dto';
import type { Answer, Api } from '../../support/api';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { aForm } from '../../support/forms';
import type { SeededSubmission } from '../../support/seed';
import { seedSubmissions } from '../../support/seed';

let app: TestApp;
let forms: { id: string; name: string }[];
let stored: (SeededSubmission & { form: string })[];

const minute = (n: number) => new Date(Date.UTC(2026, 0, 31, 12, n)).toISOString();
const FORMS = 70; // more than a page can have submissions of

beforeAll(async () => {
  app = await shareApp();
  forms = [];
  for (let n = 0; n < FORMS; n += 1) forms.push(await aForm(app.api, { name: `Form ${n}` }));
  stored = [];
  for (const [index, form] of forms.entries()) {
    const rows = Array.from({ length: index % 5 }, (_, n) => ({
      received_at: minute(((index * 13 + n * 29) % 400) / 2),
      source: n % 2 === 0 ? ('api' as const) : ('hosted_form' as const),
      read_at: n % 3 === 0 ? minute(60) : null,
    }));
    const seeded = await seedSubmissions(app.database, form, rows);
    stored.push(...seeded.map((row) => ({ ...row, form: form.id })));
  }
  stored.sort((a, b) => b.received_at.localeCompare(a.received_at) || b.id.localeCompare(a.id));
});
afterAll(() => app.close());

type Page = Answer<SubmissionOfFormView[]> & {
  body: { meta: { next_cursor: string | null; searched_to: string | null; unread_count: number } };
};
const list = async (query = '', api: Api = app.api): Promise<Page> =>
  (await api.get<SubmissionOfFormView[]>(`/v1/submissions?${query}`)) as Page;
const idsOf = (rows: { id: string }[]): string[] => rows.map(({ id }) => id);

async function allPages(query: string, api?: Api): Promise<SubmissionOfFormView[]> {
  const rows: SubmissionOfFormView[] = [];
  for (let cursor = ''; ;) {
    const { body } = await list(`${query}${cursor && `&cursor=${cursor}`}`, api);
    rows.push(...body.data);
    if (body.meta.next_cursor === null) return rows;
    cursor = body.meta.next_cursor;
  }
}

it('lists the submissions of all forms, newest first, each with the name of its form', async () => {
  const rows = await allPages('limit=7');
  expect(idsOf(rows)).toEqual(idsOf(stored));
  const names = new Map(forms.map(({ id, name }) => [id, name]));
  for (const row of rows) expect(row.form_name).toBe(names.get(row.form_id));
  const [newest] = rows;
  const one = await app.api.get(`/v1/forms/${newest!.form_id}/submissions/${newest!.id}`);
  const { form_name: _, ...rest } = newest!;
  expect(rest).toEqual(one.body.data);
});

it.each<[string, (row: SeededSubmission) => boolean]>([
  ['read_status=unread', ({ read_at }) => read_at === null],
  ['read_status=read&source=api', ({ read_at, source }) => read_at !== null && source === 'api'],
  [`received_after=${minute(60)}`, ({ received_at }) => received_at >= minute(60)],
  [`received_before=${minute(60)}&source=hosted_form`, (row) => row.received_at < minute(60) && row.source !== 'api'],
  ['has_files=false', () => true],
  ['has_files=true', () => false],
  ['state=quarantined', () => false],
  ['state=all', () => true],
])('filters like the list of one form: %s', async (query, matches) => {
  expect(idsOf(await allPages(`${query}&limit=5`))).toEqual(idsOf(stored.filter(matches)));
});

it('lists one form on request, and nothing for a form that is unknown or of another account', async () => {
  const [first] = stored;
  expect(idsOf(await allPages(`form=${first!.form}`))).toEqual(idsOf(stored.filter(({ form }) => form === first!.form)));
  const other = await aForm(app.api.as((await app.stranger()).key));
  for (const form of [v7(), randomUUID(), other.id]) expect((await list(`form=${form}`)).body.data).toEqual([]);
  expectFieldErrors(await list('form=none&order=oldest'), 'form', 'order');
});

it('shows a key nothing but the forms that it sees', async () => {
  const granted = stored[0]!.form;
  const api = app.api.as(await app.key({ formIds: [granted] }));
  const own = stored.filter(({ form }) => form === granted);
  expect(idsOf(await allPages('limit=2', api))).toEqual(idsOf(own));
  expect((await list('', api)).body.meta.unread_count).toBe(own.filter(({ read_at }) => read_at === null).length);
  const stranger = await list('', app.api.as((await app.stranger()).key));
  expect(stranger.body).toMatchObject({ data: [], meta: { next_cursor: null, searched_to: null, unread_count: 0 } });
});

it('tells how many are unread, whatever the filters', async () => {
  const unread = stored.filter(({ read_at }) => read_at === null).length;
  for (const query of ['', 'read_status=read', `form=${v7()}`, 'search=nothing'])
    expect((await list(query)).body.meta.unread_count).toBe(unread);
});

it('refuses cursors of other filters, keys and lists', async () => {
  const { next_cursor: cursor } = (await list('limit=1')).body.meta;
  expect((await list(`limit=1&cursor=${cursor}`)).status).toBe(200);
  for (const query of ['read_status=unread&', `form=${forms[0]!.id}&`, 'search=a&', 'delivery=failed&'])
    expectError(await list(`${query}cursor=${cursor}`), 'invalid_cursor');
  expectError(await list(`cursor=${cursor}`, app.api.as(await app.key())), 'invalid_cursor');
  expectError(await app.api.get(`/v1/forms/${stored[0]!.form}/submissions?cursor=${cursor}`), 'invalid_cursor');
});

it('needs submissions:read', async () => {
  expectError(await list('', app.api.as(await app.key({ scopes: ['forms:read'] }))), 'insufficient_scope');
});
