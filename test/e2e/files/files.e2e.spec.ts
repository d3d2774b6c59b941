import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { KeysService } from '../../../src/keys/keys.service';
import { newId } from '../../../src/platform/ids.rules';
import { ObjectStore, ObjectStoreError } from '../../../src/platform/storage/object-store';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, startApp } from '../../support/app';
import { atEnd } from '../../support/at-end';
import { anEnabledForm, aSubmission } from '../../support/forms';
import { keyIdOf } from '../../support/keys';
import { SAMPLES } from '../../support/sample-files';
import { aStoredFile } from '../../support/stored-files';
import type { StoredFile } from '../../support/stored-files';
import { send } from '../../support/wire';

let app: TestApp;
let store: ObjectStore;
let form: { id: string };
let submission: string;
beforeAll(async () => {
  app = await startApp();
  store = app.app.get(ObjectStore);
  form = await anEnabledForm(app.api);
});
beforeEach(async () => {
  submission = await aSubmission(app.api, form);
});
afterEach(() => jest.restoreAllMocks());
afterAll(() => app.close());

const aFile = (members: Parameters<typeof aStoredFile>[3] = {}) => aStoredFile(app, form.id, submission, members);
const filesPath = () => `/v1/forms/${form.id}/submissions/${submission}/files`;
const fileCount = async () => (await app.api.get(`/v1/forms/${form.id}/submissions/${submission}`)).body.data.file_count as number;
const removals = (name: string) => app.database.query('select from object_removals where object_name = $1', [name]);

/** The path of a link to the file, as it is behind the host of `BASE_URL`. */
async function linkTo(file: StoredFile, body: object = {}, api = app.api): Promise<string> {
  const answer = await api.post(`${file.path}/links`, body);
  expect(answer.status).toBe(201);
  return new URL(answer.body.data.url as string).pathname;
}

interface Named {
  id: string;
  files?: object[];
}
const itself = (data: unknown) => data as Named;
const ofList = (data: unknown) => (data as Named[]).find(({ id }) => id === submission);
const ofFeed = (data: unknown) => ofList((data as { submission: Named | null }[]).flatMap((change) => change.submission ?? []));

/** GET with the key, or without one for a link, with the bytes as they arrive. */
const bytesOf = async (path: string, key: string | null) => {
  const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
  const reply = await fetch(`${app.api.baseUrl}${path}`, { headers });
  return { status: reply.status, headers: reply.headers, content: Buffer.from(await reply.arrayBuffer()) };
};

describe('the list', () => {
  it('has the files in the order of the request', async () => {
    const files = [await aFile(), await aFile({ field: 'photo', filename: 'ä.png', contentType: 'image/png' })];
    const answer = await app.api.get(filesPath());
    expect(answer.body).toEqual({ data: [expect.anything(), expect.anything()], request_id: expect.any(String) });
    expect(answer.body.data[1]).toEqual({
      id: files[1]!.id,
      field: 'photo',
      filename: 'ä.png',
      content_type: 'image/png',
      size_bytes: SAMPLES.pdf.length,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      created_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
  });

  it('is what every answer with the submission names, but for digests and times', async () => {
    const [first, second] = [await aFile(), await aFile({ field: 'photo', filename: 'ä.png', contentType: 'image/png' })];
    const listed = (await app.api.get<object[]>(filesPath())).body.data;
    const files = listed.map(({ sha256: _, created_at: __, ...file }: { sha256?: string; created_at?: string }) => file);
    expect(files).toMatchObject([
      { id: first.id, field: 'cv' },
      { id: second.id, field: 'photo' },
    ]);
    const ofForm = `/v1/forms/${form.id}/submissions`;
    const lists = [ofForm, `${ofForm}?has_files=true`, `/v1/submissions?form=${form.id}`].map((path) => ({ path, find: ofList }));
    const answers = [
      ...lists,
      { path: `/v1/forms/${form.id}/changes?limit=200`, find: ofFeed },
      { path: `${ofForm}/${submission}`, find: itself },
    ];
    for (const { path, find } of answers) {
      const { data } = (await app.api.get<unknown>(path)).body;
      expect({ path, files: find(data)?.files }).toEqual({ path, files });
    }
    const lines = (await bytesOf(`${ofForm}/export?format=ndjson`, await app.key())).content.toString().trim().split('\n');
    expect(ofList(lines.map((line) => JSON.parse(line) as Named))?.files).toEqual(files);
    for (const { path } of [first, second]) expect((await app.api.delete(path)).status).toBe(200);
    expect((await app.api.get(`${ofForm}/${submission}`)).body.data).not.toHaveProperty('files');
  });

  it('is empty for a submission without files', async () => {
    expect((await app.api.get(filesPath())).body.data).toEqual([]);
  });

  it('is 404 for the submission of a stranger and for an unknown one', async () => {
    const { key } = await app.stranger();
    expectError(await app.api.as(key).get(filesPath()), 'resource_not_found');
    expectError(await app.api.get(`/v1/forms/${form.id}/submissions/${newId()}/files`), 'resource_not_found');
  });
});

describe.each(['with a key', 'by a link'])('a download %s', (kind) => {
  const addressOf = async (file: StoredFile) => (kind === 'with a key' ? file.path : linkTo(file));
  let key: string | null;
  beforeAll(async () => {
    key = kind === 'with a key' ? await app.key() : null;
  });

  it('has the bytes under headers that keep browsers from running them', async () => {
    const file = await aFile({ filename: 'Größe "1"\u010a.pdf' });
    const { status, headers, content } = await bytesOf(await addressOf(file), key);
    expect(status).toBe(200);
    expect(content).toEqual(file.content);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-length': String(file.content.length),
      'content-disposition': `attachment; filename="Gro_e _1_C.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%C4%8A.pdf`,
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      etag: expect.stringMatching(/^"[0-9a-f]{64}"$/),
    });
  });

  it.each(['text/html', 'image/svg+xml', 'text/plain', 'image/gif'])('sends %s as bytes', async (contentType) => {
    const { headers } = await bytesOf(await addressOf(await aFile({ contentType })), key);
    expect(headers.get('content-type')).toBe('application/octet-stream');
  });

  it.each(['image/png', 'image/jpeg', 'application/pdf'])('names the type %s', async (contentType) => {
    const { headers } = await bytesOf(await addressOf(await aFile({ contentType })), key);
    expect(headers.get('content-type')).toBe(contentType);
  });

  it('answers HEAD with the same headers and no body', async () => {
    const address = await addressOf(await aFile());
    const lines = key === null ? [] : ([['Authorization', `Bearer ${key}`]] as const);
    const [whole, head] = await Promise.all(['GET', 'HEAD'].map((method) => send(method, app.api.baseUrl + address, lines)));
    expect(head!.text).toBe('');
    const comparable = ({ headers: { date: _, 'x-request-id': __, ratelimit: ___, ...rest } }: typeof whole & {}) => rest;
    expect(comparable(head!)).toEqual(comparable(whole!));
  });

  it('answers 304 to the ETag, and ignores Range', async () => {
    const api = app.api.as(key);
    const address = await addressOf(await aFile());
    const { etag } = await api.get(address);
    const again = await api.get(address, { headers: { 'if-none-match': `W/"x", ${etag}` } });
    expect({ status: again.status, etag: again.etag, body: again.body }).toEqual({ status: 304, etag, body: '' });
    const part = await api.get(address, { headers: { range: 'bytes=0-3' } });
    expect({ status: part.status, range: part.headers['content-range'] }).toEqual({ status: 200, range: undefined });
  });

  it('is 404 once the file, its submission or its form is deleted', async () => {
    const [file, other] = [await aFile(), await aFile()];
    const [address, otherAddress] = [await addressOf(file), await addressOf(other)];
    expect((await app.api.delete(file.path)).status).toBe(200);
    expectError(await app.api.as(key).get(address), 'resource_not_found');
    expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${submission}`)).status).toBe(200);
    expectError(await app.api.as(key).get(otherAddress), 'resource_not_found');

    const doomed = await anEnabledForm(app.api);
    const last = await aStoredFile(app, doomed.id, await aSubmission(app.api, doomed));
    const lastAddress = await addressOf(last);
    expect((await app.api.delete(`/v1/forms/${doomed.id}`, { ifMatch: '*' })).status).toBe(200);
    expectError(await app.api.as(key).get(lastAddress), 'resource_not_found');
  });

  it('is 503 while the store is away', async () => {
    const address = await addressOf(await aFile());
    const away = () => Promise.reject(new ObjectStoreError('unavailable', 'away'));
    jest.spyOn(store, 'get').mockImplementation(away);
    jest.spyOn(store, 'head').mockImplementation(away);
    const answer = await app.api.as(key).get(address);
    expectError(answer, 'service_unavailable');
    expect(answer.headers).toMatchObject({ 'retry-after': '5' });
    expect(answer.headers).not.toHaveProperty('content-disposition');
    const head = await app.api.as(key).call('HEAD', address);
    expect(head.status).toBe(503);
  });

  it('is 404 when the store has lost the object or a part of it', async () => {
    const file = await aFile();
    const address = await addressOf(file);
    const half = { size: 3, content: Readable.from([Buffer.from('%PD')]) };
    jest.spyOn(store, 'get').mockResolvedValueOnce(half).mockResolvedValueOnce(null);
    expectError(await app.api.as(key).get(address), 'resource_not_found');
    expectError(await app.api.as(key).get(address), 'resource_not_found');
    expect(half.content.destroyed).toBe(true);
  });

  it('ends the connection when the object breaks off', async () => {
    const file = await aFile({ content: Buffer.alloc(300_000, 1) });
    const address = await addressOf(file);
    async function* broken() {
      yield await Promise.resolve(Buffer.alloc(100_000, 1));
      throw new ObjectStoreError('unavailable', 'broken');
    }
    jest.spyOn(store, 'get').mockResolvedValueOnce({ size: 300_000, content: Readable.from(broken()) });
    await expect(bytesOf(address, key)).rejects.toThrow();
  });

  /** A download of 64 MB that has begun and of which nothing is read, with the end of its content. */
  async function aStalledDownload(owner: string) {
    const size = 64 * 1024 * 1024;
    const file = await aFile({ content: Buffer.alloc(1) });
    await app.database.query('update submission_files set size_bytes = $2 where id = $1', [file.id, size]);
    const address = kind === 'with a key' ? file.path : await linkTo(file, {}, app.api.as(owner));
    const content = Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(1024 * 1024)));
    jest.spyOn(store, 'get').mockResolvedValueOnce({ size, content });
    const closed = once(content, 'close').catch(() => undefined);
    const headers: Record<string, string> = kind === 'with a key' ? { authorization: `Bearer ${owner}` } : {};
    const request = get(`${app.api.baseUrl}${address}`, { headers, agent: false });
    request.on('error', () => undefined);
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    response.on('error', () => undefined);
    atEnd(() => void request.destroy());
    return { request, content, closed };
  }

  it('closes the object when the reader leaves', async () => {
    const { request, content, closed } = await aStalledDownload(await app.key());
    request.destroy();
    await closed;
    expect(content.readableEnded).toBe(false);
  });

  it('ends with the right of the key to read it, although the reader takes nothing', async () => {
    const owner = await app.key();
    const { content, closed } = await aStalledDownload(owner);
    await app.app.get(KeysService).revoke(await keyIdOf(app, owner));
    await closed;
    expect(content.readableEnded).toBe(false);
  });
});

describe('access with a key', () => {
  it('needs submissions:read to list, download and link, and submissions:delete to delete', async () => {
    const file = await aFile();
    const reader = app.api.as(await app.key({ scopes: allScopesBut('submissions:delete') }));
    const deleter = app.api.as(await app.key({ scopes: ['submissions:delete'] }));
    expectError(await deleter.get(filesPath()), 'insufficient_scope');
    expectError(await deleter.get(file.path), 'insufficient_scope');
    expectError(await deleter.post(`${file.path}/links`, {}), 'insufficient_scope');
    expectError(await reader.delete(file.path), 'insufficient_scope');
    expect((await deleter.delete(file.path)).status).toBe(200);
  });

  it('is 404 for strangers and under another submission', async () => {
    const file = await aFile();
    const stranger = app.api.as((await app.stranger()).key);
    expectError(await stranger.get(file.path), 'resource_not_found');
    expectError(await stranger.delete(file.path), 'resource_not_found');
    expectError(await stranger.post(`${file.path}/links`, {}), 'resource_not_found');
    const other = await aSubmission(app.api, form);
    expectError(await app.api.get(`/v1/forms/${form.id}/submissions/${other}/files/${file.id}`), 'resource_not_found');
    expectError(await app.api.get(`${filesPath()}/not-an-id`), 'resource_not_found');
  });
});

describe('deleting a file', () => {
  it('counts it out of its submission and lists its object for removal', async () => {
    const [file, kept] = [await aFile(), await aFile()];
    const answer = await app.api.delete(file.path);
    expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: {} });
    expect(await fileCount()).toBe(1);
    expect(await removals(file.objectName)).toHaveLength(1);
    expect(await removals(kept.objectName)).toHaveLength(0);
    expectError(await app.api.delete(file.path), 'resource_not_found');
  });

  it('counts once when two requests delete it at the same time', async () => {
    const file = await aFile();
    await aFile();
    const answers = await Promise.all([1, 2, 3, 4].map(() => app.api.delete(file.path)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404]);
    expect(await fileCount()).toBe(1);
  });

  it('together with its submission leaves neither, whichever comes first', async () => {
    const files = await Promise.all([1, 2, 3].map(() => aFile()));
    const path = `/v1/forms/${form.id}/submissions/${submission}`;
    const deletions = [...files.map((file) => file.path), `${path}?permanently=true`];
    const answers = await Promise.all(deletions.map((each) => app.api.delete(each)));
    expect(answers.at(-1)!.status).toBe(200);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 404)).toEqual([]);
    for (const { objectName } of files) expect(await removals(objectName)).toHaveLength(1);
  });
});

describe('a link', () => {
  it('is valid for an hour unless the request names another lifetime', async () => {
    const file = await aFile();
    for (const [body, seconds] of [
      [undefined, 3600],
      [{ expires_in: 604800 }, 604800],
      [{ expires_in: 60 }, 60],
    ] as const) {
      const before = app.clock.now().getTime();
      const { status, body: reply } = await app.api.post(`${file.path}/links`, body);
      const after = app.clock.now().getTime();
      expect(status).toBe(201);
      expect(reply.data).toEqual({
        url: expect.stringMatching(/^http:\/\/localhost:\d+\/files\/[\w-]+$/),
        expires_at: expect.any(String),
      });
      const madeAt = Date.parse(reply.data.expires_at as string) - seconds * 1000;
      expect(madeAt).toBeGreaterThan(before - 1000); // it is a whole number of seconds
      expect(madeAt).toBeLessThan(after + 1000);
    }
  });

  it.each([59, 604801, 0, -1, 60.5, '60', null])('is refused for the lifetime %p', async (expires_in) => {
    const file = await aFile();
    expectFieldErrors(await app.api.post(`${file.path}/links`, { expires_in }), 'expires_in');
  });

  it('does not open after its end', async () => {
    const link = await linkTo(await aFile(), { expires_in: 60 });
    expect((await app.api.as(null).get(link)).status).toBe(200);
    app.clock.forward({ seconds: 61 });
    expectError(await app.api.as(null).get(link), 'resource_not_found');
  });

  it.each([
    ['may not read the form any more', 'delete from api_key_grants where api_key_id = $1'],
    ['may not read submissions any more', `update api_keys set scopes = '{forms:read}' where id = $1`],
    ['has been revoked', 'update api_keys set revoked_at = now() where id = $1'],
    ['has expired', 'update api_keys set expires_at = now() where id = $1'],
  ])('does not open once the key that made it %s', async (_, end) => {
    const [file, key] = [await aFile(), await app.key({ formIds: [form.id] })];
    const answer = await app.api.as(key).post(`${file.path}/links`, {});
    const { pathname } = new URL(answer.body.data.url as string);
    expect((await app.api.as(null).get(pathname)).status).toBe(200);
    await app.database.query(end, [await keyIdOf(app, key)]);
    expectError(await app.api.as(null).get(pathname), 'resource_not_found');
  });

  it('does not open when any character of it is changed', async () => {
    const link = await linkTo(await aFile());
    const start = '/files/'.length;
    for (let at = start; at < link.length - 1; at += 1) {
      const other = link[at] === 'A' ? 'B' : 'A';
      expectError(await app.api.as(null).get(link.slice(0, at) + other + link.slice(at + 1)), 'resource_not_found');
    }
    for (const altered of [`${link}.`, `${link}AAAA`, link.slice(0, -4), '/files/x', '/files/%00', '/files/..%2f..%2fetc']) {
      expectError(await app.api.as(null).get(altered), 'resource_not_found');
    }
  });

  it('opens on another process of the service', async () => {
    const sibling = await app.sibling();
    const link = await linkTo(await aFile());
    expect((await sibling.api.as(null).get(link)).status).toBe(200);
    await sibling.close();
  });
});
