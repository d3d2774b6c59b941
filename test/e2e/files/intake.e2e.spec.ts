import { createHash, randomBytes } from 'node:crypto';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import { bytesOf, expectNothingLeft, fileRowsOf, MULTIPART, objectsOf, submitParts } from '../../support/files';
import type { Part } from '../../support/files';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { nonceFor, onlyFieldsIn, SENTENCE, storedIn, textsOf } from '../../support/intake';
import { SAMPLES } from '../../support/sample-files';

const MIB = 1024 * 1024;
const UPLOADS = { maxFiles: 4, maxFileBytes: 2 * MIB, maxTotalBytes: 3 * MIB };

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ uploads: UPLOADS });
});
afterAll(() => app.close());
afterEach(() => expectNothingLeft(app));

const FIELDS = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'age', type: 'number', required: false },
  { name: 'tags', type: 'array', required: false },
  { name: 'cv', type: 'file', required: false, options: { max_files: 2, max_bytes: MIB, accept: ['.pdf', 'image/*'] } },
  { name: 'other', type: 'file', required: false },
];
const aForm = (members: object = {}): Promise<CreatedForm> => anEnabledForm(app.api, { fields: FIELDS, ...members });
const EMAIL: Part = ['email', 'ada@example.com'];
const PDF: Part = ['cv', 'cv.pdf', SAMPLES.pdf];
const text = (name: string, bytes: number): Part => [name, 'a.txt', Buffer.alloc(bytes, 'a')];

describe('a multipart submission', () => {
  it('stores values as urlencoded does, and files with what was found in them', async () => {
    const form = await aForm();
    const parts: Part[] = [EMAIL, ['age', '36'], ['tags[]', 'a'], PDF, ['tags[]', 'b'], ['other', 'Ü.txt', 'Grüße']];
    const answer = await submitParts(app.api, form, parts);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ has_files: true, file_count: 2 });
    expect(await onlyFieldsIn(app.api, form)).toEqual({ email: 'ada@example.com', age: 36, tags: ['a', 'b'] });
    expect((await storedIn(app.api, form))[0]).toMatchObject({ has_files: true, file_count: 2 });
    const rows = await fileRowsOf(app, form);
    const sha256 = createHash('sha256').update(SAMPLES.pdf).digest();
    expect(rows).toMatchObject([
      { position: 0, field: 'cv', filename: 'cv.pdf', content_type: 'application/pdf', sha256 },
      { position: 1, field: 'other', filename: 'Ü.txt', content_type: 'text/plain', size_bytes: '7' },
    ]);
    expect(await bytesOf(app, rows[0]!.object_name)).toEqual(SAMPLES.pdf);
    expect(await bytesOf(app, rows[1]!.object_name)).toEqual(Buffer.from('Grüße'));
  });

  it('counts empty file inputs and empty texts as absent values', async () => {
    const form = await aForm();
    const answer = await submitParts(app.api, form, [EMAIL, ['age', ''], ['cv', '', ''], ['other', '', '']]);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ has_files: false, file_count: 0 });
    const required = await anEnabledForm(app.api, { fields: [{ name: 'cv', type: 'file', required: true }] });
    expectFieldErrors(await submitParts(app.api, required, [['cv', '', '']]), 'cv');
  });

  it('keeps a name as data, without its path', async () => {
    const form = await aForm();
    const long = `${'x'.repeat(300)}.pdf`;
    const names = ['../../etc/cv.pdf', 'C:\\dir\\cv.pdf', 'a%0d%0ab.pdf', long];
    for (const name of names) {
      expect((await submitParts(app.api, form, [EMAIL, ['cv', name, SAMPLES.pdf]])).status).toBe(201);
    }
    const rows = await fileRowsOf(app, form);
    expect(rows.map(({ filename }) => filename)).toEqual([...['cv.pdf', 'cv.pdf', 'ab.pdf'], `${'x'.repeat(196)}.pdf`]);
    for (const { object_name: name } of rows) expect(name).toMatch(/^[0-9a-z/]+$/);
  });

  it('keeps a name with an extension of the content, wherever the file is read', async () => {
    const form = await aForm();
    const named: [string, string, Buffer, string, string][] = [
      ['cv', 'IMG_0001.JPG', SAMPLES.heic, 'IMG_0001.heic', 'image/heic'],
      ['cv', 'Scan 12.03.2026', SAMPLES.pdf, 'Scan 12.03.2026.pdf', 'application/pdf'],
      ['other', 'Termin.TXT', SAMPLES.latin1, 'Termin.TXT', 'application/octet-stream'],
      ['other', 'blob', SAMPLES.webm, 'blob.webm', 'video/webm'],
    ];
    const parts = named.map(([field, filename, content]): Part => [field, filename, content]);
    const answer = await submitParts(app.api, form, [EMAIL, ...parts]);
    expect(answer.status).toBe(201);
    const { id } = answer.body.data as { id: string };
    const path = `/v1/forms/${form.id}/submissions/${id}/files`;
    const files = (await app.api.get(path)).body.data as { id: string; filename: string; content_type: string }[];
    expect(files.map(({ filename, content_type }) => [filename, content_type])).toEqual(named.map(([, , , ...found]) => found));
    for (const [index, file] of files.entries()) {
      const { headers } = await app.api.get(`${path}/${file.id}`);
      expect(headers['content-disposition']).toContain(encodeURIComponent(named[index]![3]));
    }
  });

  it('reads control fields behind the files', async () => {
    const form = await aForm({ allowed_origins: ['https://page.example'] });
    const own = { origin: 'http://localhost:3000' };
    expectError(await submitParts(app.api, form, [EMAIL, PDF], own), 'origin_not_allowed');
    const nonce: Part = ['_nonce', nonceFor(app, form)];
    expect((await submitParts(app.api, form, [EMAIL, PDF, nonce], own)).status).toBe(201);
    const token = { 'x-submission-token': form.submission_token };
    expect((await submitParts(app.api, form, [EMAIL, PDF], token)).status).toBe(201);
    const page = { origin: 'https://page.example' };
    expect((await submitParts(app.api, form, [EMAIL, PDF], page)).status).toBe(201);
    const stored = await storedIn(app.api, form);
    expect(stored.map(({ source }) => source)).toEqual(['form_submit', 'api', 'hosted_form']);
    const html = { ...page, accept: 'text/html' };
    const redirect: Part = ['_redirect', 'https://page.example/thanks'];
    const answer = await submitParts(app.api, form, [EMAIL, PDF, redirect], html);
    expect([answer.status, answer.headers.location]).toEqual([303, 'https://page.example/thanks']);
  });

  it('answers a filled honeypot behind the files like a stored submission, and stores nothing', async () => {
    const form = await aForm();
    const answer = await submitParts(app.api, form, [EMAIL, PDF, ['_gotcha', 'x']]);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ has_files: true, file_count: 1 });
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('refuses a file at a name that the form does not have, and drops an empty one and those of control fields', async () => {
    const form = await aForm();
    const refused = await submitParts(app.api, form, [EMAIL, ['cvs[]', 'cv.pdf', SAMPLES.pdf], ['button', 'Send']]);
    expectFieldErrors(refused, 'cvs');
    expect(await storedIn(app.api, form)).toEqual([]);
    const dropped: Part[] = [
      ['cvs', 'cv.pdf', ''],
      ['button', 'Send'],
      ['_redirect', 'x.exe', 'x'],
    ];
    const answer = await submitParts(app.api, form, [EMAIL, ...dropped]);
    expect(answer.status).toBe(201);
    expect(answer.body.data).toMatchObject({ file_count: 0, ignored_fields: ['button', 'cvs'] });
  });

  it('keeps files under their names without validation, of accepted types only', async () => {
    const form = await aForm({ validate_fields: false });
    const answer = await submitParts(app.api, form, [['any', 'a.pdf', SAMPLES.pdf], PDF]);
    expect(answer.status).toBe(201);
    expect((await fileRowsOf(app, form)).map(({ field }) => field)).toEqual(['any', 'cv']);
    expectFieldErrors(await submitParts(app.api, form, [['any', 'a.exe', SAMPLES.exe]]), 'any');
  });
});

describe('a repeated request', () => {
  it('is answered with the receipt of the first one, and stores no file', async () => {
    const form = await aForm();
    const key = { 'idempotency-key': 'order-1' };
    const first = await submitParts(app.api, form, [EMAIL, PDF], key);
    const other = { 'content-type': MULTIPART['content-type'].replace('a-boundary-of-tests', 'other') };
    const body = Buffer.from(
      `--other\r\nContent-Disposition: form-data; name="email"\r\n\r\nada@example.com\r\n` +
        `--other\r\nContent-Disposition: form-data; name="cv"; filename="cv.pdf"\r\n\r\n${SAMPLES.pdf.toString('latin1')}\r\n--other--\r\n`,
      'latin1',
    );
    const again = await submit(app.api, form, body, { ...other, ...key });
    expect(again.status).toBe(201);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.data).toEqual(first.body.data);
    expect(again.body.data).toMatchObject({ has_files: true, file_count: 1 });
    expect(await fileRowsOf(app, form)).toHaveLength(1);
  });

  it.each<[string, Part]>([
    ['content', ['cv', 'cv.pdf', Buffer.concat([SAMPLES.pdf, Buffer.from('x')])]],
    ['file name', ['cv', 'cv2.pdf', SAMPLES.pdf]],
    ['field', ['other', 'cv.pdf', SAMPLES.pdf]],
  ])('with another %s of a file is a conflict', async (_, part) => {
    const form = await aForm();
    const key = { 'idempotency-key': 'order-2' };
    expect((await submitParts(app.api, form, [EMAIL, PDF], key)).status).toBe(201);
    expectError(await submitParts(app.api, form, [EMAIL, part], key), 'idempotency_conflict');
  });

  it('sent twice at once is stored once', async () => {
    const form = await aForm();
    const key = { 'idempotency-key': 'order-3' };
    const answers = await Promise.all([1, 2, 3].map(() => submitParts(app.api, form, [EMAIL, PDF], key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => (body.data as { id: string }).id)).size).toBe(1);
    expect(await fileRowsOf(app, form)).toHaveLength(1);
  });
});

describe('413', () => {
  it.each<[string, Part[], RegExp]>([
    ['a file above its limit', [text('other[]', 2 * MIB + 1)], /field "other" .* 2 MiB/],
    ['more files than allowed', Array.from({ length: 5 }, () => text('x', 1)), /4 files/],
    ['files above the limit of all together', [text('other', 2 * MIB), text('x', MIB + 1)], /3 MiB together/],
    ['a body above the limit of all together', [text('other', 5 * MIB)], /3 MiB together/],
    ['texts of more than 1 MiB', [...'123456789'].map((n): Part => [`f${n}`, 'x'.repeat(120_000)]), /1 MiB/],
  ])('refuses %s, and names the limit', async (_, parts, limit) => {
    const form = await aForm();
    const answer = await submitParts(app.api, form, [EMAIL, ...parts]);
    expectError(answer, 'payload_too_large');
    expect(answer.body.error!.message).toMatch(limit);
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('accepts files of exactly the limits, and any number of empty file inputs', async () => {
    const form = await aForm();
    const empty = Array.from({ length: 12 }, (): Part => ['other', '', '']);
    const answer = await submitParts(app.api, form, [EMAIL, ...empty, text('other', 2 * MIB), text('other', MIB)]);
    expect(answer.body.data).toMatchObject({ file_count: 2 });
  });
});

describe('422', () => {
  const pixels = { png: SAMPLES.png, large: Buffer.concat([SAMPLES.png, randomBytes(MIB)]) };

  it.each<[string, Part[], string[]]>([
    ['a type that the field does not accept', [['cv', 'cv.txt', 'text']], ['cv']],
    ['content that is not what the extension says', [['cv', 'cv.pdf', SAMPLES.exe]], ['cv']],
    ['content that the field does not accept', [['cv', 'cv.pdf', SAMPLES.docx]], ['cv']],
    ['HTML under the name of text', [['other', 'x.txt', SAMPLES.html]], ['other']],
    ['a type that the service does not accept', [['other', 'x.svg', SAMPLES.svg]], ['other']],
    ['an empty file', [['other', 'x.txt', '']], ['other']],
    ['a file above the limit of the field', [['cv', 'x.png', pixels.large]], ['cv']],
    ['more files than the field takes', [PDF, PDF, PDF], ['cv']],
    ['the second of two files', [PDF, ['cv', 'x.png', SAMPLES.text]], ['cv.1']],
    ['a text for a file field', [['cv', 'text']], ['cv']],
    ['a file for a text field', [['age', 'a.txt', '36']], ['age']],
    [
      'values and files together',
      [
        ['age', 'old'],
        ['cv', 'x.exe', SAMPLES.exe],
      ],
      ['age', 'cv'],
    ],
    ['1,001 texts', Array.from({ length: 1_001 }, (): Part => ['tags', 'x']), ['body']],
    ['1,011 parts', Array.from({ length: 1_011 }, (): Part => ['cv', '', '']), ['body']],
  ])('names %s in sentences, which pages show to visitors', async (_, parts, paths) => {
    const form = await aForm();
    const answer = await submitParts(app.api, form, [EMAIL, ...parts]);
    expectFieldErrors(answer, ...paths);
    for (const text of textsOf(answer)) expect(text).toMatch(SENTENCE);
    expect(await storedIn(app.api, form)).toEqual([]);
    expect((await objectsOf(app)).length).toBe((await app.database.query('select 1 from submission_files')).length);
  });

  it('tells the limits of a field', async () => {
    const answer = await submitParts(app.api, await aForm(), [EMAIL, PDF, PDF, ['cv', 'x.png', pixels.large]]);
    expect(answer.body.error!.details).toEqual({
      cv: ['This field must have at most 2 files.'],
      'cv.2': ['This file must have at most 1 MB.'],
    });
  });

  it('tells what was found', async () => {
    const form = await aForm();
    const answer = await submitParts(app.api, form, [EMAIL, ['cv', 'cv.pdf', SAMPLES.exe]]);
    expect(JSON.stringify(answer.body.error!.details)).toContain('application/x-msdownload');
  });
});

it('deletes the bytes together with the submission', async () => {
  const form = await aForm();
  const answer = await submitParts(app.api, form, [EMAIL, PDF]);
  const [row] = await fileRowsOf(app, form);
  const { id } = answer.body.data as { id: string };
  expect((await app.api.delete(`/v1/forms/${form.id}/submissions/${id}?permanently=true`)).status).toBeLessThan(300);
  await expectNothingLeft(app);
  expect(await bytesOf(app, row!.object_name)).toBeNull();
});
