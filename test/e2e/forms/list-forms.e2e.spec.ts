import { expectError, expectFieldErrors } from '../../support/api';
import type { Answer, Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { aField, aForm, anEnabledForm, aSubmission } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** The API with a key of a new account. */
const newAccount = async (): Promise<Api> => app.api.as((await app.stranger()).key);

const list = (api: Api, query: Record<string, string> = {}): Promise<Answer> =>
  api.get(`/v1/forms?${new URLSearchParams(query).toString()}`);

const namesIn = (answer: Answer): string[] => (answer.body.data as { name: string }[]).map(({ name }) => name);

async function named(api: Api, ...names: string[]): Promise<void> {
  for (const name of names) await aForm(api, { name });
}

describe('200', () => {
  it('answers an empty page with every member of the envelope when there is no form', async () => {
    const answer = await list(await newAccount());
    expect(answer.body).toEqual({
      data: [],
      links: { first: null, last: null },
      meta: { path: 'http://localhost:3000/v1/forms', per_page: 20, next_cursor: null, prev_cursor: null },
      request_id: answer.headers['x-request-id'],
    });
  });

  it('shows the newest form first, with its counts and without its fields', async () => {
    const api = await newAccount();
    const form = await anEnabledForm(api, { name: 'Older' });
    await aField(api, form);
    await aSubmission(api, form);
    await aForm(api, { name: 'Newer' });
    const answer = await list(api);
    expect(namesIn(answer)).toEqual(['Newer', 'Older']);
    expect((answer.body.data as object[])[1]).toMatchObject({
      field_count: 1,
      submissions_count: 1,
      unread_count: 1,
      latest_submission_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      fields: [],
    });
  });

  it('never shows the submission token', async () => {
    const api = await newAccount();
    await aForm(api);
    expect(JSON.stringify((await list(api)).body)).not.toMatch(/submission_token|fst_/);
  });

  it('filters by status', async () => {
    const api = await newAccount();
    await aForm(api, { name: 'Closed' });
    await anEnabledForm(api, { name: 'Open' });
    expect(namesIn(await list(api, { status: 'enabled' }))).toEqual(['Open']);
    expect(namesIn(await list(api, { status: 'disabled' }))).toEqual(['Closed']);
  });

  it.each([
    ['any part of the name', 'ntac', ['Contact us']],
    ['whatever its case', 'CONTACT', ['Contact us']],
    ['without surrounding space', '  contact ', ['Contact us']],
    ['a percent sign as itself', '0%', ['100% off']],
    ['an underscore as itself', 'a_b', ['a_b']],
    ['a backslash as itself', '\\', ['back\\slash']],
    ['a quote as itself', "'", ["it's"]],
    ['an empty text as no filter', ' ', ["it's", 'back\\slash', 'axb', 'a_b', '100% off', 'Contact us']],
  ])('searches %s', async (_, search, expected) => {
    const api = await newAccount();
    await named(api, 'Contact us', '100% off', 'a_b', 'axb', 'back\\slash', "it's");
    expect(namesIn(await list(api, { search }))).toEqual(expected);
  });

  it.each(['Z\u00fcrich', 'Zu\u0308rich', 'Z\u00dcRICH'])('searches composed and decomposed letters as the same: %s', async (search) => {
    const api = await newAccount();
    await named(api, 'Z\u00fcrich', 'in Zu\u0308rich', 'Zurich');
    expect(namesIn(await list(api, { search }))).toEqual(['in Zu\u0308rich', 'Z\u00fcrich']);
  });

  it('shows a key with selected access only its forms, also in a search', async () => {
    const granted = await aForm(app.api, { name: 'Granted' });
    await aForm(app.api, { name: 'Not granted' });
    const api = app.api.as(await app.key({ formIds: [granted.id] }));
    expect(namesIn(await list(api))).toEqual(['Granted']);
    expect(namesIn(await list(api, { search: 'granted' }))).toEqual(['Granted']);
  });

  it('shows nothing of other accounts', async () => {
    await aForm(app.api, { name: 'Mine' });
    expect(namesIn(await list(await newAccount()))).toEqual([]);
  });
});

describe('200 page by page', () => {
  const NAMES = ['7', '6', '5', '4', '3', '2', '1'];
  let api: Api;
  beforeEach(async () => {
    api = await newAccount();
    await named(api, ...[...NAMES].reverse());
  });

  const metaOf = (answer: Answer) => answer.body.meta as { next_cursor: string | null; prev_cursor: string | null };

  /** All names from one page to the last, in one direction. */
  async function walk(direction: 'next_cursor' | 'prev_cursor', from: Answer, limit = '3'): Promise<string[][]> {
    const pages = [namesIn(from)];
    for (let cursor = metaOf(from)[direction]; cursor !== null;) {
      const page = await list(api, { limit, cursor });
      expect(page.status).toBe(200);
      pages.push(namesIn(page));
      cursor = metaOf(page)[direction];
    }
    return pages;
  }

  it('pages through all forms and back, each exactly once', async () => {
    const first = await list(api, { limit: '3' });
    expect(metaOf(first).prev_cursor).toBeNull();
    expect(metaOf(first).next_cursor).toMatch(/^[\w-]{1,256}$/);
    expect(await walk('next_cursor', first)).toEqual([['7', '6', '5'], ['4', '3', '2'], ['1']]);
    const second = await list(api, { limit: '3', cursor: metaOf(first).next_cursor! });
    const last = await list(api, { limit: '3', cursor: metaOf(second).next_cursor! });
    expect(metaOf(last).next_cursor).toBeNull();
    expect(await walk('prev_cursor', last)).toEqual([['1'], ['4', '3', '2'], ['7', '6', '5']]);
  });

  it('skips and repeats nothing when many forms were created in the same millisecond', async () => {
    await app.database.query('update forms set created_at = $1 where name = any($2)', [new Date(), NAMES]);
    const pages = await walk('next_cursor', await list(api, { limit: '2' }), '2');
    expect(pages.flat().sort()).toEqual([...NAMES].sort());
  });

  it('does not shift when forms are created or deleted meanwhile', async () => {
    const first = await list(api, { limit: '3' });
    await named(api, '8');
    const deleted = (first.body.data as { id: string }[])[0]!;
    await api.delete(`/v1/forms/${deleted.id}`, { ifMatch: '*' });
    expect((await walk('next_cursor', first)).flat()).toEqual(NAMES);
  });

  it('accepts another limit with the same cursor', async () => {
    const first = await list(api, { limit: '2' });
    const rest = await list(api, { limit: '50', cursor: metaOf(first).next_cursor! });
    expect(namesIn(rest)).toEqual(['5', '4', '3', '2', '1']);
    expect(rest.body.meta).toMatchObject({ per_page: 50, next_cursor: null });
  });

  it('has no next cursor when the last page is full', async () => {
    const whole = await list(api, { limit: '7' });
    expect(metaOf(whole)).toMatchObject({ next_cursor: null, prev_cursor: null });
  });
});

describe('400', () => {
  const cursorOf = async (query: Record<string, string> = {}): Promise<string> =>
    ((await list(app.api, { limit: '1', ...query })).body.meta as { next_cursor: string }).next_cursor;

  beforeAll(() => named(app.api, 'Page one', 'Page two'));

  it.each(['', 'x', '%', 'a\u0000b', '=', 'ünï', 'x'.repeat(2000)])('refuses %j as a cursor', async (cursor) => {
    expectError(await list(app.api, { cursor }), 'invalid_cursor');
  });

  it('refuses a cursor with any changed character', async () => {
    const cursor = await cursorOf();
    const changed = `${cursor.slice(0, 20)}${cursor[20] === 'A' ? 'B' : 'A'}${cursor.slice(21)}`;
    expectError(await list(app.api, { cursor: changed }), 'invalid_cursor');
  });

  it('refuses a cursor with other filters', async () => {
    const cursor = await cursorOf();
    expectError(await list(app.api, { cursor, status: 'disabled' }), 'invalid_cursor');
    expectError(await list(app.api, { cursor, search: 'page' }), 'invalid_cursor');
    expectError(await list(app.api, { cursor: await cursorOf({ search: 'page' }) }), 'invalid_cursor');
  });

  it('refuses the cursor of another key, also of the same account', async () => {
    const cursor = await cursorOf();
    expectError(await list(app.api.as(await app.key()), { cursor }), 'invalid_cursor');
  });

  it('refuses the cursor of another list', async () => {
    const form = await anEnabledForm(app.api);
    await aSubmission(app.api, form);
    await aSubmission(app.api, form);
    const submissions = await app.api.get(`/v1/forms/${form.id}/submissions?limit=1`);
    const cursor = (submissions.body.meta as { next_cursor: string }).next_cursor;
    expectError(await list(app.api, { cursor }), 'invalid_cursor');
  });

  it('accepts a cursor for 24 hours and refuses it a minute later', async () => {
    const cursor = await cursorOf();
    app.clock.forward({ hours: 23, minutes: 59 });
    expect((await list(app.api, { cursor })).status).toBe(200);
    app.clock.forward({ minutes: 2 });
    expectError(await list(app.api, { cursor }), 'invalid_cursor');
  });
});

describe('401', () => {
  it('refuses a caller without a key', async () => {
    expectError(await list(app.api.as(null)), 'invalid_api_key');
  });
});

describe('403', () => {
  it('names the missing scope', async () => {
    const answer = await list(app.api.as(await app.key({ scopes: allScopesBut('forms:read') })));
    expectError(answer, 'insufficient_scope');
    expect(answer.body.error!.message).toContain('forms:read');
  });
});

describe('422', () => {
  it.each([
    ['limit=0', 'limit'],
    ['limit=51', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=1&limit=2', 'limit'],
    ['status=archived', 'status'],
    ['status=', 'status'],
    ['status=enabled&status=enabled', 'status'],
    [`search=${'x'.repeat(101)}`, 'search'],
    ['search=a%00b', 'search'],
    ['search=a&search=b', 'search'],
    ['cursor=a&cursor=b', 'cursor'],
    ['serach=x', 'serach'],
    ['search[]=x', 'search[]'],
    ['status[eq]=enabled', 'status[eq]'],
    ['page=2', 'page'],
    ['constructor=x', 'constructor'],
    ['__proto__=x', '__proto__'],
    ['hasOwnProperty=x', 'hasOwnProperty'],
  ])('refuses ?%s', async (query, error) => {
    expectFieldErrors(await app.api.get(`/v1/forms?${query}`), error);
  });

  it.each(['0', '51', '1.5', 'ten', ''])('names the allowed limits instead of %j', async (limit) => {
    const answer = await list(app.api, { limit });
    expect(answer.body.error!.details).toEqual({ limit: ['must be a whole number from 1 to 50'] });
  });

  it('measures a search in characters, not in bytes', async () => {
    expect((await list(app.api, { search: '😀'.repeat(100) })).status).toBe(200);
    expectFieldErrors(await list(app.api, { search: '😀'.repeat(101) }), 'search');
  });

  it('takes any text for a search, line breaks and tabs too', async () => {
    for (const search of ['a\tb', 'a\r\nb', 'a\u0001b']) {
      const answer = await list(app.api, { search });
      expect({ status: answer.status, data: answer.body.data }).toEqual({ status: 200, data: [] });
    }
  });

  it('reports all errors at once', async () => {
    expectFieldErrors(await app.api.get('/v1/forms?limit=0&status=x&other=1'), 'limit', 'status', 'other');
  });
});
