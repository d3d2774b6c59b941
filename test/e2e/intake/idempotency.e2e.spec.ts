import { randomUUID } from 'node:crypto';
import { IdempotencyKeysService } from '../../../src/submissions/idempotency-keys.service';
import type { Answer } from '../../support/api';
import { expectError, expectFieldErrors, untilServed } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import type { CreatedForm } from '../../support/forms';
import { aField, anEnabledForm, reload, submit } from '../../support/forms';
import { storedIn, submitPairs } from '../../support/intake';
import type { HeaderLine } from '../../support/wire';
import { send } from '../../support/wire';

let app: TestApp;
let other: Instance;
let form: CreatedForm;
beforeAll(async () => {
  app = await shareApp();
  other = await app.sibling();
});
beforeEach(async () => {
  form = await anEnabledForm(app.api, { fields: [{ name: 'n', type: 'number' }] });
});

const keyed = (key: string) => ({ 'idempotency-key': key });
const idOf = ({ body }: Answer): string => (body.data as { id: string }).id;

/** Expires the idempotency keys of the form. */
const expireKeys = () =>
  app.database.query(`update submission_idempotency_keys set expires_at = now() - interval '1 second' where form_id = $1`, [form.id]);

describe('a repeated submission', () => {
  it('is stored once and replays the receipt', async () => {
    const sent = { n: 1, extra: 'dropped' };
    const first = await submit(app.api, form, sent, keyed('k'));
    const again = await submit(app.api, form, sent, keyed('k'));
    expect({ status: again.status, data: again.body.data }).toEqual({ status: 201, data: first.body.data });
    expect(first.body.data).toMatchObject({ ignored_fields: ['extra'] });
    expect(first.headers['idempotency-replayed']).toBeUndefined();
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(again.body.request_id).not.toBe(first.body.request_id);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it.each([
    ['its key is quoted', { n: 1, m: 2 }, '"k"'],
    ['its members come in another order', { m: 2, n: 1 }, 'k'],
    ['it is written with other white space', '{ "n": 1.0,\n "m": 2 }', 'k'],
    ['its fields are wrapped', { fields: { n: 1, m: 2 } }, 'k'],
  ])('is recognized although %s', async (_, body, key) => {
    const first = await submit(app.api, form, { n: 1, m: 2 }, keyed('k'));
    const again = await submit(app.api, form, body, { 'content-type': 'application/json', ...keyed(key) });
    expect(idOf(again)).toBe(idOf(first));
  });

  it('of a page redirects to the same address', async () => {
    const headers = { accept: 'text/html', ...keyed('k') };
    await submitPairs(app.api, form, [['n', '1']], headers);
    const again = await submitPairs(app.api, form, [['n', '1']], headers);
    expect(again.status).toBe(303);
    expect(again.headers['idempotency-replayed']).toBe('true');
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });

  it('replays the receipt even if the form would refuse it now', async () => {
    const first = await submit(app.api, form, { n: 1 }, keyed('k'));
    await aField(app.api, form, { name: 'needed', required: true });
    expectFieldErrors(await submit(app.api, form, { n: 1 }), 'needed');
    expect(idOf(await submit(app.api, form, { n: 1 }, keyed('k')))).toBe(idOf(first));
  });

  it('replays the receipt even if the submission has been deleted', async () => {
    const first = await submit(app.api, form, { n: 1 }, keyed('k'));
    await app.api.delete(`/v1/forms/${form.id}/submissions/${idOf(first)}`);
    expect(idOf(await submit(app.api, form, { n: 1 }, keyed('k')))).toBe(idOf(first));
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('is refused while the form is disabled', async () => {
    await submit(app.api, form, { n: 1 }, keyed('k'));
    await app.api.patch(`/v1/forms/${form.id}`, { status: 'disabled' }, { ifMatch: form.etag });
    expectError(await submit(app.api, form, { n: 1 }, keyed('k')), 'form_disabled');
  });

  it('is a new submission for another form', async () => {
    const second = await anEnabledForm(app.api);
    await submit(app.api, form, { n: 1 }, keyed('k'));
    expect((await submit(app.api, second, { n: 2 }, keyed('k'))).status).toBe(201);
    expect(await storedIn(app.api, second)).toHaveLength(1);
  });

  it('is stored once out of fifty concurrent requests through two processes', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => untilServed(() => submit((n % 2 ? app : other).api, form, { n: 1 }, keyed('k')))),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotency-replayed'] !== 'true')).toHaveLength(1);
    expect(await storedIn(app.api, form)).toHaveLength(1);
    expect(await reload(app.api, form)).toMatchObject({ submissions_count: 1, unread_count: 1 });
  });
});

describe('another submission under a used key', () => {
  it.each<[string, object | string]>([
    ['another value', { n: 2 }],
    ['a member more', { n: 1, m: 1 }],
    ['no member', {}],
  ])('with %s is refused and keeps the first one', async (_, body) => {
    const first = await submit(app.api, form, { n: 1 }, keyed('k'));
    expectError(await submit(app.api, form, body, keyed('k')), 'idempotency_conflict');
    expect((await storedIn(app.api, form)).map(({ id }) => id)).toEqual([idOf(first)]);
  });

  it('is stored once out of fifty concurrent ones', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => untilServed(() => submit((n % 2 ? app : other).api, form, { n }, keyed('k')))),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(49).fill(409)]);
    expect(await storedIn(app.api, form)).toHaveLength(1);
  });
});

describe('an idempotency key', () => {
  it('can be used again after a refusal', async () => {
    expectFieldErrors(await submit(app.api, form, { n: 'x' }, keyed('k')), 'n');
    expect((await submit(app.api, form, { n: 1 }, keyed('k'))).status).toBe(201);
  });

  it('can be used again after a day, by one of many concurrent requests', async () => {
    const first = await submit(app.api, form, { n: 1 }, keyed('k'));
    await expireKeys();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => untilServed(() => submit((n % 2 ? app : other).api, form, { n: 2 }, keyed('k')))),
    );
    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(idOf(answers[0]!)).not.toBe(idOf(first));
    expect(await storedIn(app.api, form)).toHaveLength(2);
  });

  it('is swept only when it has expired', async () => {
    const count = async () => (await app.database.query('select from submission_idempotency_keys where form_id = $1', [form.id])).length;
    await submit(app.api, form, { n: 1 }, keyed('k'));
    await app.app.get(IdempotencyKeysService).sweep();
    expect(await count()).toBe(1);
    await expireKeys();
    await app.app.get(IdempotencyKeysService).sweep();
    expect(await count()).toBe(0);
  });

  it('is stored as a digest', async () => {
    const key = `order of ada@example.com ${randomUUID()}`.replaceAll(' ', '_');
    await submit(app.api, form, { n: 1 }, keyed(key));
    const [row] = await app.database.query<{ text: string }>(
      `select string_agg(k::text, '') as text from submission_idempotency_keys k where form_id = $1`,
      [form.id],
    );
    expect(row!.text).not.toContain(Buffer.from(key).toString('hex'));
    expect(row!.text).not.toContain('ada@');
  });

  it.each([
    ['holds a space', [['Idempotency-Key', 'a b']]],
    ['is not ASCII', [['Idempotency-Key', 'schl\u00fcssel']]],
    ['has 256 characters', [['Idempotency-Key', 'k'.repeat(256)]]],
    [
      'comes twice',
      [
        ['Idempotency-Key', 'a'],
        ['Idempotency-Key', 'b'],
      ],
    ],
    ['is an empty text in quotes', [['Idempotency-Key', '""']]],
  ] as [string, HeaderLine[]][])('is refused when it %s', async (_, lines) => {
    const url = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    const { status, text } = await send('POST', url, [['Content-Type', 'application/json'], ...lines], '{"n":1}');
    expect({ status, details: JSON.parse(text).error.details }).toEqual({
      status: 422,
      details: { 'Idempotency-Key': [expect.any(String)] },
    });
    expect(await storedIn(app.api, form)).toEqual([]);
  });

  it('is treated as missing when it is empty', async () => {
    const url = `${app.api.baseUrl}/api/v1/forms/${form.id}/submit`;
    const lines: HeaderLine[] = [
      ['Content-Type', 'application/json'],
      ['Idempotency-Key', ' '],
    ];
    expect((await send('POST', url, lines, '{"n":1}')).status).toBe(201);
    expect((await send('POST', url, lines, '{"n":1}')).status).toBe(201);
    expect(await storedIn(app.api, form)).toHaveLength(2);
  });
});
