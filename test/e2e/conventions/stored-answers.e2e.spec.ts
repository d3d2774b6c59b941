import { IdempotencyRecordsRepository } from '../../../src/api/operation/idempotency-records.repository';
import { expectError } from '../../support/api';
import type { Api } from '../../support/api';
import type { TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { expectReplay, FORM, keyedRequests } from '../../support/idempotency';
import { keyIdOf } from '../../support/keys';

let app: TestApp;
let api: Api;
let keyId: string;
beforeAll(async () => {
  app = await shareApp();
});
beforeEach(async () => {
  const key = await app.key();
  keyId = await keyIdOf(app, key);
  api = app.api.as(key);
});
afterAll(() => app.close());

const { create } = keyedRequests(() => api);

describe('a stored answer', () => {
  const record = () => app.database.queryOne<Record<string, unknown>>('select * from idempotency_records where api_key_id = $1', [keyId]);

  it('contains neither the token nor the idempotency key in plain text', async () => {
    const first = await create(FORM, { idempotencyKey: 'order-4711-ada@example.com' });
    const row = (await record())!;
    const { reply } = row as { reply: Record<string, unknown> };
    expect(reply).toMatchObject({ id: first.body.data.id });
    expect(reply).not.toHaveProperty('submission_token');
    const bytes = Object.values(row).map((value) => (Buffer.isBuffer(value) ? value.toString('latin1') : JSON.stringify(value)));
    expect(bytes.join()).not.toMatch(/fst_|order-4711|ada@example/);
    expect(bytes.join()).not.toContain(first.body.data.submission_token.slice(16, 48));
  });

  it('is replayed for 24 hours and not after that, whether it was swept or not', async () => {
    const first = await create();
    const row = (await record()) as { expires_at: Date };
    expect(Math.abs(row.expires_at.getTime() - Date.now() - 24 * 3600 * 1000)).toBeLessThan(3_600_000);
    await app.database.query(`update idempotency_records set expires_at = now() + interval '1 minute' where api_key_id = $1`, [keyId]);
    expectReplay(await create(), first);
    await app.database.query(`update idempotency_records set expires_at = now() - interval '1 second' where api_key_id = $1`, [keyId]);
    const again = await create({ ...FORM, name: 'Another' });
    expect(again.status).toBe(201);
    expect(again.body.data.id).not.toBe(first.body.data.id);
    expectReplay(await create({ ...FORM, name: 'Another' }), again);
  });

  it('is swept once it has expired, and not before', async () => {
    await create();
    await app.app.get(IdempotencyRecordsRepository).deleteExpired();
    expect(await record()).toBeDefined();
    await app.database.query(`update idempotency_records set expires_at = now() - interval '1 second' where api_key_id = $1`, [keyId]);
    expect(await app.app.get(IdempotencyRecordsRepository).deleteExpired()).toBeGreaterThan(0);
    expect(await record()).toBeUndefined();
  });

  it('cannot be decrypted for another caller, even when it is moved in the database', async () => {
    await create();
    const thief = await app.key();
    await app.database.query('update idempotency_records set api_key_id = $2 where api_key_id = $1', [keyId, await keyIdOf(app, thief)]);
    const answer = await app.api.as(thief).post('/v1/forms', FORM, { idempotencyKey: 'k' });
    expectError(answer, 'internal_error');
    expect(JSON.stringify(answer.body)).not.toMatch(/fst_|Contact/);
  });
});
