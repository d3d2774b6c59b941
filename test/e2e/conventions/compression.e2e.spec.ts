import { randomUUID } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { shareApp, type TestApp } from '../../support/app';
import { anEnabledForm, aSubmission, type CreatedForm } from '../../support/forms';
import { hiddenIn } from '../../support/pages';
import { aDraft, aFanOut, aWebhook, workflowPath } from '../../support/workflows';

const FIELDS = Array.from({ length: 30 }, (_, index) => ({ name: `field_${index}`, label: `Field ${index}`, type: 'string' }));
const MEMBERS = { name: 'Contact', validate_fields: true, notifications_enabled: false, fields: FIELDS };
const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, identity: (sent: Buffer) => sent };
type Coding = keyof typeof DECODERS;
type Kind = 'file' | 'text' | 'reply';

let app: TestApp;
let key: string;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  key = await app.key();
  form = await anEnabledForm(app.api, MEMBERS);
});
afterAll(() => app.close());

interface Sent {
  method?: 'GET' | 'HEAD' | 'POST' | 'PATCH';
  body?: object;
  headers?: Record<string, string>;
}

/** Sends with an `Accept-Encoding`, and decodes the answer. */
async function read(path: string, accepted?: string, { method = 'GET', body, headers = {} }: Sent = {}) {
  const answer = await request(`${app.api.baseUrl}${path}`, {
    method,
    headers: {
      ...(path.startsWith('/v1') && { Authorization: `Bearer ${key}` }),
      ...(accepted !== undefined && { 'Accept-Encoding': accepted }),
      ...(body && { 'Content-Type': 'application/json', 'Idempotency-Key': randomUUID() }),
      ...headers,
    },
    body: body && JSON.stringify(body),
  });
  const sent = Buffer.from(await answer.body.arrayBuffer());
  const coding = (answer.headers['content-encoding'] ?? 'identity') as Coding;
  const text = method === 'HEAD' ? '' : DECODERS[coding](sent).toString();
  return { status: answer.statusCode, headers: answer.headers, coding, length: sent.length, text };
}

/** Without what each answer has of its own. */
const comparable = (text: string): string => text.replace(/req_\w{26}/g, 'req_').replace(/(name="_(?:nonce|key)" value=")[^"]*/g, '$1');

const BROWSER = { headers: { Accept: 'text/html' } };
const PATHS: Record<string, [path: () => string, kind?: Kind, sent?: Sent]> = {
  'the script for other websites': [() => '/embed.js', 'file'],
  'the solver of challenges': [() => '/solver.js', 'file'],
  'the page of the console': [() => '/console', 'file'],
  'the style sheet of pages': [() => '/f/style.css', 'file'],
  'that with the accent of a form': [() => '/f/style.css?accent=%230b6e4f'],
  'the page of a form': [() => `/f/${form.id}`, undefined, BROWSER],
  'the schema of a form': [() => `/api/v1/forms/${form.id}/schema`],
  'the document of the API': [() => '/openapi.json', 'file'],
  'the page for language models': [() => '/llms.txt', 'file'],
  'the script with the document': [() => '/docs/swagger-ui-init.js', 'file'],
  'the style sheet of the documentation': [() => '/docs/swagger-ui.css', 'file'],
  'a form': [() => `/v1/forms/${form.id}`, 'reply'],
  'the fields of a form': [() => `/v1/forms/${form.id}/fields`, 'reply'],
};

describe.each(Object.entries(PATHS))('%s', (_, [pathOf, kind = 'text', sent]) => {
  it('is sent as the client accepts it, and is the same then', async () => {
    const plain = await read(pathOf(), undefined, sent);
    expect([plain.status, plain.coding, plain.text.length > 1024]).toEqual([200, 'identity', true]);
    for (const [accepted, expected] of CODINGS) {
      const answer = await read(pathOf(), accepted, sent);
      expect([accepted, answer.status, answer.coding]).toEqual([accepted, 200, expected[kind]]);
      expect(comparable(answer.text.trimEnd())).toBe(comparable(plain.text.trimEnd()));
      if (answer.coding !== 'identity') expect(answer.length).toBeLessThan(plain.length);
      if (kind !== 'reply') expect(answer.headers['content-length']).toBe(String(answer.length));
      expect(answer.headers.vary).toMatch(/(^|, )Accept-Encoding$/);
      expect(answer.headers['content-type']).toBe(plain.headers['content-type']);
    }
  });
});

/** An `Accept-Encoding` with the codings of a file, of a text that is made once a second, and of a reply, which is compressed as it is sent. */
const CODINGS: [accepted: string, expected: Record<Kind, Coding>][] = [
  ['gzip, deflate, br, zstd', { file: 'br', text: 'gzip', reply: 'br' }],
  ['gzip', { file: 'gzip', text: 'gzip', reply: 'gzip' }],
  ['gzip;q=0, identity', { file: 'identity', text: 'identity', reply: 'identity' }],
];

describe('what is made once', () => {
  it.each(['/openapi.json', '/llms.txt', '/docs', '/docs/swagger-ui-init.js', '/docs/swagger-ui-bundle.js', '/embed.js', '/f/style.css'])(
    '%s is not sent again to who has it, in each coding',
    async (path) => {
      const tags = new Set<unknown>();
      for (const accepted of ['br', 'gzip', 'identity']) {
        const { headers } = await read(path, accepted);
        tags.add(headers.etag);
        const known = await read(path, accepted, { headers: { 'If-None-Match': String(headers.etag) } });
        expect([known.status, known.length, known.headers.etag, known.headers.vary]).toEqual([304, 0, headers.etag, 'Accept-Encoding']);
      }
      expect([tags.size, tags.has(undefined)]).toEqual([3, false]);
    },
  );
});

describe('an answer of the API', () => {
  it('with less than a kilobyte is sent as it is, also an error', async () => {
    for (const path of [`/v1/forms/${form.id}/fields/${form.fields[0]!.id}`, '/v1/forms?limit=0', '/v1/forms/none']) {
      const { coding, headers, length } = await read(path, 'gzip');
      expect([coding, headers.vary, length < 1024]).toEqual(['identity', 'Accept-Encoding', true]);
    }
  });

  it('is compressed when it is a long error', async () => {
    const fields = FIELDS.map(({ name }) => ({ name: `${name} !`, type: 'none' }));
    const { status, coding, text } = await read('/v1/forms', 'gzip', { method: 'POST', body: { ...MEMBERS, fields } });
    expect([status, coding, JSON.parse(text)]).toEqual([422, 'gzip', expect.objectContaining({ error: expect.any(Object) })]);
  });

  it('has the same validator in each coding, with which it can be edited, and is not sent again to who has it', async () => {
    const path = `/v1/forms/${form.id}`;
    const [plain, compressed] = [await read(path), await read(path, 'gzip')];
    expect(compressed.headers.etag).toBe(plain.headers.etag);
    const etag = String(compressed.headers.etag);
    const edit = { method: 'PATCH', body: { name: 'After' }, headers: { 'If-Match': etag } } as const;
    expect((await read(path, 'gzip', edit)).status).toBe(200);
    expect((await read(path, 'gzip', edit)).status).toBe(412);

    const fields = await read(`${path}/fields`, 'gzip');
    const known = await read(`${path}/fields`, 'gzip', { headers: { 'If-None-Match': String(fields.headers.etag) } });
    expect([known.status, known.length, known.coding, known.headers.vary]).toEqual([304, 0, 'identity', 'Accept-Encoding']);
  });

  it('to HEAD has the headers of that to GET', async () => {
    const head = await read(`/v1/forms/${form.id}`, 'gzip', { method: 'HEAD' });
    expect([head.status, head.coding, head.length]).toEqual([200, 'gzip', 0]);
  });

  it('asks proxies to leave it as it is in each coding', async () => {
    for (const coding of ['gzip', 'identity']) {
      expect((await read(`/v1/forms/${form.id}`, coding)).headers['cache-control']).toBe('no-store, no-transform');
    }
  });

  it('says little by its length', async () => {
    await aSubmission(app.api, form, Object.fromEntries(FIELDS.map(({ name, label }) => [name, label])));
    const answers = await Promise.all(Array.from({ length: 8 }, () => read(`/v1/forms/${form.id}/submissions`, 'gzip')));
    expect(new Set(answers.map(({ coding }) => coding))).toEqual(new Set(['gzip']));
    expect(new Set(answers.map(({ length }) => length)).size).toBeGreaterThan(1);
  });
});

describe('what is never compressed', () => {
  it('is an answer with a secret, nor its repetition', async () => {
    const sent = { method: 'POST', body: MEMBERS, headers: { 'Idempotency-Key': randomUUID() } } as const;
    for (const answer of [await read('/v1/forms', 'gzip', sent), await read('/v1/forms', 'gzip', sent)]) {
      expect([answer.status, answer.coding, answer.text.includes('"submission_token":"')]).toEqual([201, 'identity', true]);
      expect(answer.length).toBeGreaterThan(1024);
    }
    await aDraft(app.api, form, aFanOut(...FIELDS.slice(0, 10).map(({ name }) => aWebhook(name))));
    const secrets = await read(`${workflowPath(form)}/signing-secrets`, 'gzip');
    expect([secrets.status, secrets.coding, secrets.length > 1024]).toEqual([200, 'identity', true]);
  });

  it('is an answer to a submission', async () => {
    const body = Object.fromEntries(FIELDS.map(({ name }) => [name, [{}]]));
    const refused = await read(`/api/v1/forms/${form.id}/submit`, 'gzip', { method: 'POST', body });
    expect([refused.status, refused.coding, refused.length > 1024]).toEqual([422, 'identity', true]);
  });

  it('is a page whose token is that of another answer', async () => {
    const pages = [await read(`/f/${form.id}`, 'gzip', BROWSER), await read(`/f/${form.id}`, 'gzip', BROWSER)];
    const [first, second] = pages.map(({ text }) => hiddenIn(text).map(([, value]) => value));
    expect([first!.length, first!.filter((value) => second!.includes(value))]).toEqual([2, []]);
  });
});
