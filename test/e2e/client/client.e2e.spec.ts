import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { loadClient } from '../../support/client';
import { aForm, anEnabledForm, aSubmission, reload } from '../../support/forms';
import type { Fate, LossyProxy, Seen } from '../../support/lossy-proxy';
import { startLossyProxy } from '../../support/lossy-proxy';

const { createClient, etagOf, submit, ApiError, isRefusal } = loadClient();

let app: TestApp;
let proxy: LossyProxy;
let apiKey: string;
beforeAll(async () => {
  app = await startApp();
  apiKey = await app.key();
  proxy = await startLossyProxy(app.api.baseUrl);
});
beforeEach(() => proxy.decides(() => 'pass'));
afterAll(() => app.close());

const aClient = (options: object = {}) => createClient({ baseUrl: proxy.url, apiKey, ...options });
const contact = { name: 'Contact', validate_fields: true, notifications_enabled: false };

describe('a call', () => {
  it('answers the body of each operation', async () => {
    const client = aClient();
    const created = await client.createForm({ body: contact });
    expect(created).toMatchObject({ data: { name: 'Contact' }, request_id: expect.any(String) });
    const path = { form: created.data.id };
    const read = await client.getForm({ path });
    expect(etagOf(read)).toBe(`"f-${path.form}-1"`);
    const headers = { 'if-match': etagOf(read) } as never;
    expect(await client.deleteForm({ path, headers })).toEqual({});
  });

  it('rejects with the code, the details and the request id of a refusal', async () => {
    const refusal = await aClient()
      .createForm({ body: { ...contact, name: '' } })
      .catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(ApiError);
    expect(refusal).toMatchObject({
      ...{ operation: 'createForm', status: 422, code: 'validation_failed' },
      ...{ message: expect.any(String), details: { name: [expect.any(String)] } },
      requestId: expect.stringMatching(/^req_/),
    });
    expect(isRefusal(refusal, 'createForm')).toBe(true);
    expect(isRefusal(refusal, 'getForm')).toBe(false);
  });

  it('sends no Authorization without a key, and no header that names a generator', async () => {
    const refused = createClient({ baseUrl: proxy.url }).listForms();
    await expect(refused).rejects.toMatchObject({ status: 401, code: 'invalid_api_key' });
    const { headers } = proxy.seen.at(-1)!;
    expect(headers).not.toHaveProperty('authorization');
    expect(Object.keys(headers).filter((name) => /redocly|client/.test(name))).toEqual([]);
  });

  it('resolves with undefined when nothing has changed since the If-None-Match of the caller', async () => {
    const client = aClient();
    const path = { form: (await aForm(app.api)).id };
    const fields = await client.listFields({ path });
    const headers = { 'If-None-Match': etagOf(fields)! };
    expect(await client.listFields({ path, headers })).toBeUndefined();
    expect(await client.listFields({ path, headers: { 'If-None-Match': '"f-other-1"' } })).toMatchObject({ data: [] });
  });

  it('stays below the path of a base URL that ends with a slash', async () => {
    const { data } = await createClient({ baseUrl: `${app.api.baseUrl}/`, apiKey }).getCapabilities();
    expect(data).toHaveProperty('scopes');
  });
});

describe('bad input', () => {
  const client = () => aClient() as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
  it.each<[string, string, unknown[]]>([
    ['getForm: the path parameter "form" is missing or empty', 'getForm', []],
    ['getForm: the path parameter "form" is missing or empty', 'getForm', [{ path: { form: '' } }]],
    ['getForm: the path parameter "form" is missing or empty', 'getForm', [{ path: { form: null } }]],
    ['getField: the path parameter "form" is missing or empty', 'getField', [{ path: { field: '1' } }]],
    ['getForm: the path parameter "form" would lead elsewhere', 'getForm', [{ path: { form: '..' } }]],
    ['getForm: unknown path parameter "id"', 'getForm', [{ path: { form: 'a', id: 'a' } }]],
    ['createForm: unknown member "bdy"', 'createForm', [{ bdy: contact }]],
    ['listForms: unknown member "body"', 'listForms', [{ body: {} }]],
    ['listForms: unknown query parameter "limits"', 'listForms', [{ query: { limits: 1 } }]],
    ['createForm: unknown header parameter "If-Match"', 'createForm', [{ body: contact, headers: { 'If-Match': '*' } }]],
    ['createForm: unknown option "idempotencykey"', 'createForm', [{ body: contact }, { idempotencykey: 'a' }]],
    ['listForms: unknown option "idempotencyKey"', 'listForms', [{}, { idempotencyKey: 'a' }]],
    ['edit: unknown option "retries"', 'edit', ['a', () => ({}), { retries: 1 }]],
  ])('fails before anything is sent: %s', async (message, operation, given) => {
    const before = proxy.seen.length;
    await expect(client()[operation]!(...given)).rejects.toThrow(new TypeError(message));
    expect(proxy.seen).toHaveLength(before);
  });

  it('fails when the client is made, without showing the key', () => {
    expect(() => aClient({ baseURL: '' })).toThrow('createClient: unknown option "baseURL"');
    expect(() => createClient({} as never)).toThrow('createClient: the option "baseUrl" is missing');
    expect(() => aClient({ apiKey: 'fck_secret\n' })).toThrow(/^createClient: the option "apiKey" is malformed$/);
  });
});

describe('a client behind a bad connection', () => {
  it('takes Retry-After as a date by the clock of the service', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    let sent = 0;
    const now = Date.parse('2020-01-01T00:00:00Z'); // the clock of this service is wrong
    const answer = (status: number, headers: Record<string, string>) => new Response('{}', { status, headers });
    const late = { date: new Date(now).toUTCString(), 'retry-after': new Date(now + 1000).toUTCString() };
    const answers = [answer(503, late), answer(200, { 'content-type': 'application/json' })];
    const fetch = async () => {
      sent += 1;
      return answers[sent - 1]!;
    };
    await aClient({ fetch }).listForms();
    expect(sent).toBe(2);
    const waits = timers.mock.calls.map(([, ms]) => Number(ms));
    timers.mockRestore();
    expect(waits.filter((ms) => ms > 1000 && ms < 1200)).toHaveLength(1); // with a little more, so that not all return together
  });

  it('makes each form once, and repeats nothing earlier than it was told', async () => {
    const fates: Fate[] = ['lose', 'pass', { status: 429, retryAfter: '1' }, 'pass', 'truncate', 'pass'];
    proxy.decides((index) => fates[index] ?? (index % 11 === 0 ? { status: 503, retryAfter: '1' } : 'pass'));
    const client = aClient({ retries: 8 });
    const before = proxy.seen.length;
    const created = await Promise.all(
      Array.from({ length: 40 }, (_, index) => client.createForm({ body: { ...contact, name: `once ${index}` } })),
    );
    expect(new Set(created.map(({ data }) => data.id)).size).toBe(40);
    const counted = await app.database.query(`select count(*)::int as n from forms where name like 'once %'`);
    expect(counted[0]).toEqual({ n: 40 });

    const attempts = proxy.seen.slice(before);
    const keyOf = ({ headers }: Seen) => headers['idempotency-key'];
    expect(new Set(attempts.map(keyOf)).size).toBe(40);
    const told = attempts.filter(({ fate }) => typeof fate === 'object');
    expect(told.length).toBeGreaterThan(2);
    for (const refused of told) {
      const next = attempts.slice(attempts.indexOf(refused) + 1).find((each) => keyOf(each) === keyOf(refused))!;
      expect(next.atMs - refused.atMs).toBeGreaterThanOrEqual(1000);
      expect(next.body).toBe(refused.body);
    }
  });

  it('does not repeat a write that has neither a key nor a precondition', async () => {
    const form = await anEnabledForm(app.api);
    const id = await aSubmission(app.api, form);
    const before = proxy.seen.length;
    proxy.decides((index) => (index === 0 ? 'lose' : 'pass'));
    const call = aClient().updateSubmission({ path: { form: form.id, submission: id }, body: { read: true } });
    await expect(call).rejects.toMatchObject({ name: 'TypeError' }); // of Node's own realm, in which its fetch runs
    expect(proxy.seen.slice(before)).toHaveLength(1);
  });

  it('gives up after three repetitions, at a longer wait than five minutes, and when the caller aborts', async () => {
    const before = proxy.seen.length;
    proxy.decides(() => ({ status: 503, retryAfter: '0' }));
    await expect(aClient().listForms()).rejects.toMatchObject({ status: 503, code: 'unexpected_answer' });
    expect(proxy.seen.slice(before)).toHaveLength(4);

    proxy.decides(() => ({ status: 429, retryAfter: '301' }));
    await expect(aClient().listForms()).rejects.toMatchObject({ status: 429 });
    expect(proxy.seen.slice(before)).toHaveLength(5);

    const aborting = new AbortController();
    proxy.decides(() => {
      setImmediate(() => aborting.abort(new Error('the caller has left')));
      return { status: 503, retryAfter: '200' };
    });
    const call = aClient().listForms({}, { signal: aborting.signal });
    await expect(call).rejects.toThrow('the caller has left');
  });
});

describe('edit', () => {
  const origins = (form: { allowed_origins: string[] }, index: number) => ({
    allowed_origins: [...form.allowed_origins, `https://${index}.example.com`],
  });

  it('lets 20 edits at once by one client arrive', async () => {
    const { id } = await aForm(app.api);
    const client = aClient();
    await Promise.all(Array.from({ length: 20 }, (_, index) => client.edit(id, (form) => origins(form, index))));
    const form = await reload(app.api, { id });
    expect(form.allowed_origins).toHaveLength(20);
    expect(form.revision).toBe(21);
  });

  it('lets one edit each by eight clients arrive', async () => {
    const { id } = await aForm(app.api);
    await Promise.all(Array.from({ length: 8 }, (_, index) => aClient().edit(id, async (form) => origins(form, index))));
    expect((await reload(app.api, { id })).allowed_origins).toHaveLength(8);
  });

  it('does not apply an edit twice whose answer was lost', async () => {
    const { id } = await aForm(app.api, { name: 'a' });
    let isFirst = true;
    proxy.decides((_, { method }) => {
      const fate = method === 'PATCH' && isFirst ? 'lose' : 'pass';
      if (method === 'PATCH') isFirst = false;
      return fate;
    });
    const { data } = await aClient().edit(id, ({ name }) => ({ name: `${name}b` }));
    expect(data).toMatchObject({ name: 'ab', revision: 2 });
  });

  it('goes on after an edit that has failed, and sends nothing for undefined', async () => {
    const { id } = await aForm(app.api);
    const client = aClient();
    const failing = client.edit(id, () => Promise.reject(new Error('no')));
    const following = client.edit(id, () => ({ name: 'After' }));
    await expect(failing).rejects.toThrow('no');
    expect((await following).data.name).toBe('After');
    expect((await client.edit(id, () => undefined)).data.revision).toBe(2);
  });
});

describe('an iteration', () => {
  it('gives every submission once that is there all the time, while others come and go', async () => {
    const form = await anEnabledForm(app.api);
    const stay: string[] = [];
    const go: string[] = [];
    for (let count = 0; count < 30; count++) (count % 3 ? stay : go).push(await aSubmission(app.api, form));
    const client = aClient();
    const seen: string[] = [];
    for await (const { id } of client.listSubmissions.items({ path: { form: form.id }, query: { limit: 4 } })) {
      seen.push(id);
      if (seen.length % 4 === 0) await aSubmission(app.api, form);
      const gone = go.pop();
      if (gone) await client.deleteSubmission({ path: { form: form.id, submission: gone } });
    }
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => stay.includes(id)).sort()).toEqual(stay.sort());
  });

  it('goes on from the cursor of a page', async () => {
    const form = await anEnabledForm(app.api);
    for (let count = 0; count < 5; count++) await aSubmission(app.api, form);
    const list = { path: { form: form.id }, query: { limit: 2 } };
    const client = aClient();
    const pages: { data: unknown[]; meta: { next_cursor: string | null } }[] = [];
    for await (const page of client.listSubmissions.pages(list)) pages.push(page);
    expect(pages.map(({ data }) => data.length)).toEqual([2, 2, 1]);
    const query = { limit: 50, cursor: pages[0]!.meta.next_cursor! };
    const rest: unknown[] = [];
    for await (const item of client.listSubmissions.items({ ...list, query })) rest.push(item);
    expect(rest).toEqual(pages.slice(1).flatMap(({ data }) => data));
  });

  it('ends at the end of the feed of changes, where its last page tells how to go on', async () => {
    const form = await anEnabledForm(app.api);
    for (let count = 0; count < 3; count++) await aSubmission(app.api, form);
    const client = aClient();
    const path = { form: form.id };
    const pages: { data: unknown[]; meta: { next_cursor: string } }[] = [];
    for await (const page of client.listChanges.pages({ path, query: { limit: 2 } })) pages.push(page);
    expect(pages.map(({ data }) => data.length)).toEqual([2, 1]);
    const later = await aSubmission(app.api, form);
    const after = pages.at(-1)!.meta.next_cursor;
    const rest: unknown[] = [];
    for await (const item of client.listChanges.items({ path, query: { after } })) rest.push(item);
    expect(rest).toMatchObject([{ submission_id: later }]);
  });

  it('fails when the cursor of an earlier page comes again, instead of asking for ever', async () => {
    const cursors = ['a', 'b', 'a', 'b'];
    const answer = () => Response.json({ data: [cursors[0]], meta: { next_cursor: cursors.shift() ?? null } });
    const client = aClient({ fetch: () => Promise.resolve(answer()) });
    const seen: unknown[] = [];
    const iteration = (async () => {
      for await (const form of client.listForms.items()) seen.push(form);
    })();
    await expect(iteration).rejects.toThrow('listForms: the service answered with the cursor of an earlier page');
    expect(seen).toEqual(['a', 'b', 'a']);
  });

  it('takes a list without a cursor for one page', async () => {
    const form = await aForm(app.api, { fields: [{ name: 'email', type: 'string' }] });
    const fields: string[] = [];
    for await (const { name } of aClient().listFields.items({ path: { form: form.id } })) fields.push(name);
    expect(fields).toEqual(['email']);
  });
});

describe('submit', () => {
  it('stores values and files once however often an answer is lost, without the API key', async () => {
    const fields = [
      { name: 'email', type: 'string' },
      { name: 'tags', type: 'array' },
      { name: 'cv', type: 'file' },
    ];
    const form = await anEnabledForm(app.api, { fields });
    const address = `${proxy.url}/api/v1/forms/${form.id}/submit`;
    proxy.decides((index) => (index % 2 === 0 ? 'lose' : 'pass'));
    const before = proxy.seen.length;
    const json = await submit(address, { email: 'ada@example.com', tags: ['a', 'b'] });
    const files = { cv: [new File(['of Ada'], 'cv.txt', { type: 'text/plain' })] };
    const multipart = await submit(address, { email: 'ada@example.com', tags: ['a', 'b'] }, { files });
    expect(multipart.data).toMatchObject({ has_files: true, file_count: 1 });
    expect(proxy.seen.slice(before)).toHaveLength(4);
    expect(proxy.seen.slice(before).filter(({ headers }) => headers.authorization)).toEqual([]);

    const client = aClient();
    proxy.decides(() => 'pass');
    const { data } = await client.listSubmissions({ path: { form: form.id } });
    expect(data.map(({ id }) => id)).toEqual([multipart.data.id, json.data.id]);
    expect(data.map((each) => each.fields)).toEqual([data[1]!.fields, { email: 'ada@example.com', tags: ['a', 'b'] }]);
    const path = { form: form.id, submission: multipart.data.id };
    const [file] = (await client.listFiles({ path })).data;
    expect(await (await client.downloadFile({ path: { ...path, file: file!.id } })).text()).toBe('of Ada');
  });

  it('sends a submission token, and refuses an API key in its place', async () => {
    const form = await anEnabledForm(app.api, { allowed_origins: ['https://example.com'] });
    const address = `${proxy.url}/api/v1/forms/${form.id}/submit`;
    await expect(submit(address, { n: 1 })).rejects.toMatchObject({ status: 403, code: 'origin_not_allowed' });
    expect((await submit(address, { fields: 'a' }, { token: form.submission_token })).data.form_id).toBe(form.id);
    const before = proxy.seen.length;
    await expect(submit(address, { n: 1 }, { token: apiKey })).rejects.toThrow(/^submit: the option "token" is an API key/);
    await expect(submit(address, { n: 1 }, { files: {}, tokn: '' } as object)).rejects.toThrow('submit: unknown option "tokn"');
    expect(proxy.seen).toHaveLength(before);
  });
});
