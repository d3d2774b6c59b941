import { randomUUID } from 'node:crypto';
import { ChangesService } from '../../../src/submissions/changes/changes.service';
import { RestoreDetector } from '../../../src/submissions/changes/restore-detector';
import type { Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, aSubmission } from '../../support/forms';

interface Change {
  type: string;
  change_number: number;
  changed_at: string;
  submission_id: string;
  submission: { id: string; state: string; fields: object; read_at: string | null } | null;
}

interface Feed {
  data: Change[];
  meta: { next_cursor: string; has_more: boolean };
}

let app: TestApp;
let form: CreatedForm;

beforeAll(async () => {
  app = await startApp();
});

beforeEach(async () => {
  form = await anEnabledForm(app.api);
});

const feed = async (query = '', api: Api = app.api): Promise<Feed> =>
  (await api.get(`/v1/forms/${form.id}/changes${query}`)).body as unknown as Feed;
const cursorAtEnd = async () => (await feed('?limit=0')).meta.next_cursor;
const since = (cursor: string) => feed(`?after=${cursor}`);
const address = (id: string) => `/v1/forms/${form.id}/submissions/${id}`;
const typesOf = ({ data }: Feed) => data.map(({ type, submission_id }) => [type, submission_id]);

describe('the changes of a form', () => {
  it('begin with a copy of all submissions in the order of their commits, without their deliveries', async () => {
    const first = await aSubmission(app.api, form);
    const second = await aSubmission(app.api, form);
    const { data, meta } = await feed();
    expect(data.map(({ change_number }) => change_number)).toEqual([1, 2]);
    expect(typesOf({ data, meta })).toEqual([
      ['upserted', first],
      ['upserted', second],
    ]);
    const { deliveries: _, ...read } = (await app.api.get<{ deliveries: object }>(address(first))).body.data;
    expect(data[0]!.submission).toEqual({ ...read, state: 'accepted', spam_reasons: [], released_at: null });
    expect(meta).toEqual({ next_cursor: expect.stringMatching(/^[\w-]{1,256}$/) as unknown, has_more: false });
  });

  it('tell each submission once, at its latest change', async () => {
    const first = await aSubmission(app.api, form);
    const second = await aSubmission(app.api, form);
    await app.api.patch(address(first), { read: true });
    await app.api.patch(address(first), { read: true });
    const { data } = await feed();
    expect(data.map(({ change_number, submission_id }) => [change_number, submission_id])).toEqual([
      [2, second],
      [3, first],
    ]);
    expect(data[1]!.submission!.read_at).not.toBeNull();
  });

  it('after a cursor are what has changed since', async () => {
    const id = await aSubmission(app.api, form);
    const cursor = await cursorAtEnd();
    expect((await since(cursor)).data).toEqual([]);
    await app.api.patch(address(id), { read: true });
    await app.api.patch(address(id), { read: false });
    await app.api.post(`${address(id)}/spam`);
    const held = await since(cursor);
    expect(held.data.map(({ submission }) => submission!.state)).toEqual(['quarantined']);
    await app.api.post(`${address(id)}/release`);
    expect((await since(held.meta.next_cursor)).data.map(({ submission }) => submission!.state)).toEqual(['accepted']);
    await app.api.delete(address(id));
    const gone = await since(held.meta.next_cursor);
    expect(gone.data).toEqual([
      {
        type: 'deleted',
        change_number: 6,
        changed_at: expect.any(String) as unknown,
        submission_id: id,
        submission: null,
      },
    ]);
  });

  it('come in pages, of which the last says that there is no more', async () => {
    const ids = [];
    for (let index = 0; index < 5; index += 1) ids.push(await aSubmission(app.api, form));
    const seen = [];
    let page = await feed('?limit=2');
    for (; page.meta.has_more; page = await feed(`?limit=2&after=${page.meta.next_cursor}`)) seen.push(...page.data);
    expect([...seen, ...page.data].map(({ submission_id }) => submission_id)).toEqual(ids);
  });

  it('know no key: a cursor of one serves another', async () => {
    const cursor = await cursorAtEnd();
    const other = app.api.as(await app.key({ scopes: ['submissions:read'] }));
    expect((await feed(`?after=${cursor}`, other)).data).toEqual([]);
  });
});

describe('a cursor', () => {
  const statusOf = async (cursor: string) => {
    const { status, body } = await app.api.get(`/v1/forms/${form.id}/changes?after=${cursor}`);
    return [status, (body as unknown as { error?: { code: string } }).error?.code];
  };

  it('of another form, or of none, is 400', async () => {
    const cursor = await cursorAtEnd();
    form = await anEnabledForm(app.api);
    expect(await statusOf(cursor)).toEqual([400, 'invalid_cursor']);
    expect(await statusOf('x')).toEqual([400, 'invalid_cursor']);
  });

  it('before a forgotten deletion is 410, and one of a copy that was begun after it is not', async () => {
    const ids = [];
    for (let index = 0; index < 3; index += 1) ids.push(await aSubmission(app.api, form));
    const before = (await feed('?limit=1')).meta.next_cursor;
    await app.api.delete(`${address(ids[0]!)}?permanently=true`);
    const after = await cursorAtEnd();
    await app.database.query(`update submission_deletions set changed_at = now() - interval '91 days' where form_id = $1`, [form.id]);
    await app.app.get(ChangesService).forgetDeletions();
    expect(await statusOf(before)).toEqual([410, 'cursor_expired']);
    expect(await statusOf(after)).toEqual([200, undefined]);
    expect(await statusOf((await feed('?limit=1')).meta.next_cursor)).toEqual([200, undefined]);
    expect((await feed()).data.map(({ submission_id }) => submission_id)).toEqual(ids.slice(1));
  });

  it('of a database that was replaced by a backup is 410', async () => {
    await aSubmission(app.api, form);
    await app.app.get(RestoreDetector).run();
    const backup = await app.database.queryOne<{ number: string }>('select number from database_epoch');
    await app.app.get(RestoreDetector).run();
    const cursor = await cursorAtEnd();
    expect(await statusOf(cursor)).toEqual([200, undefined]);
    await app.database.query('update database_epoch set number = $1', [backup!.number]);
    await app.app.get(RestoreDetector).run();
    expect(await statusOf(cursor)).toEqual([410, 'cursor_expired']);
    expect(await statusOf(await cursorAtEnd())).toEqual([200, undefined]);
  });

  it('that is above the last change, as after a lost commit, is 410', async () => {
    await aSubmission(app.api, form);
    const cursor = await cursorAtEnd();
    await app.database.query('update form_stats set change_number = 0 where form_id = $1', [form.id]);
    expect(await statusOf(cursor)).toEqual([410, 'cursor_expired']);
  });
});

it('a copy that is made while eight writers change submissions is equal to the database in the end', async () => {
  const copy = new Map<string, object>();
  let cursor = '';
  const follow = async (pages: number): Promise<boolean> => {
    for (let page = 0; page < pages; page += 1) {
      const { data, meta } = await feed(`?limit=7${cursor && `&after=${cursor}`}`);
      for (const { submission_id, submission } of data) {
        if (submission) copy.set(submission_id, submission);
        else copy.delete(submission_id);
      }
      cursor = meta.next_cursor;
      if (!meta.has_more) return true;
    }
    return false;
  };
  const writer = async () => {
    for (let index = 0; index < 12; index += 1) {
      const id = await aSubmission(app.api, form, { tag: randomUUID() });
      if (index % 3 === 0) await app.api.patch(address(id), { read: true });
      if (index % 4 === 1) await app.api.post(`${address(id)}/spam`);
      if (index % 4 === 2) await app.api.delete(address(id));
    }
  };
  let isOver = false;
  const writers = Promise.all(Array.from({ length: 8 }, writer)).finally(() => (isOver = true));
  while (!isOver) await follow(2);
  await writers;
  while (!(await follow(5)));
  const stored = await app.database.query<{ id: string; state: string; read: boolean }>(
    `select id, state, read_at is not null as read from submissions where form_id = $1 and state <> 'trashed' order by id`,
    [form.id],
  );
  const copied = [...copy.values()] as { id: string; state: string; read_at: string | null }[];
  expect(copied.map(({ id, state, read_at }) => ({ id, state, read: read_at !== null })).sort((a, b) => (a.id < b.id ? -1 : 1))).toEqual(
    stored,
  );
  const [counted] = await app.database.query<{ changes: string; numbers: string }>(
    `select c.change_number as changes, (select count(distinct change_number) from (
        select change_number from submissions where form_id = $1 union all
        select change_number from submission_deletions where form_id = $1) numbers) as numbers
      from form_stats c where form_id = $1`,
    [form.id],
  );
  expect(Number(counted!.numbers)).toBe(96);
  expect(Number(counted!.changes)).toBe(96 + 8 * (4 + 3 + 3));
});
