import { Client } from 'pg';
import { FormEntity } from '../../../src/forms/form.entity';
import { API_ERRORS } from '../../../src/api/errors/api-error';
import { expectError } from '../../support/api';
import type { Answer } from '../../support/api';
import type { TestApp } from '../../support/app';
import { startApp } from '../../support/app';
import type { PathIds } from '../../support/operations';
import { addressWith, createPathIds, exampleBodyOf, methodOf } from '../../support/operations';

let app: TestApp;
let pathIds: PathIds;
beforeAll(async () => {
  app = await startApp();
  pathIds = await createPathIds(app.api, app);
});
afterAll(() => app.close());

/** A body that has an effect. */
const bodyOf = (operation: string): object | undefined =>
  operation === 'PATCH /v1/forms/:id' ? { name: String(Math.random()) } : exampleBodyOf(operation);

const call = (operation: string, key?: string): Promise<Answer> =>
  app.api.call(methodOf(operation), addressWith(operation, pathIds), bodyOf(operation), {
    ifMatch: '*',
    idempotencyKey: `k${Math.random()}`,
    key,
  });

/** Expects a 500 without any detail. */
function expectBareFailure(answer: Answer): void {
  expectError(answer, 'internal_error');
  expect(answer.body.error).toEqual({ code: 'internal_error', message: API_ERRORS.internal_error[1], details: {} });
}

describe('500 does not reveal the cause', () => {
  it.each([
    ['GET /v1/capabilities', 'alter table api_key_secrets rename to away', 'alter table away rename to api_key_secrets'],
    ['GET /v1/forms', 'alter table forms rename to away', 'alter table away rename to forms'],
    ['GET /v1/forms', 'alter table form_stats rename to away', 'alter table away rename to form_stats'],
    ['GET /v1/forms/:id', 'alter table fields rename column label to away', 'alter table fields rename column away to label'],
    ['GET /v1/forms/:form/fields', 'alter table fields rename to away', 'alter table away rename to fields'],
    ['GET /v1/forms/:form/workflow', 'alter table workflows rename to away', 'alter table away rename to workflows'],
    [
      'GET /v1/forms/:form/submissions',
      'alter table submissions rename column read_at to away',
      'alter table submissions rename column away to read_at',
    ],
    ['POST /v1/forms', 'alter table plans rename to away', 'alter table away rename to plans'],
    ['POST /v1/forms', 'alter table idempotency_records rename to away', 'alter table away rename to idempotency_records'],
    ['POST /v1/forms', 'alter table audit_events rename to away', 'alter table away rename to audit_events'],
    [
      'POST /v1/forms',
      'alter table forms add constraint broken check (name is null) not valid',
      'alter table forms drop constraint broken',
    ],
    [
      'PATCH /v1/forms/:id',
      'alter table forms add constraint broken check (revision < 0) not valid',
      'alter table forms drop constraint broken',
    ],
    [
      'POST /v1/forms/:form/fields',
      'alter table fields add constraint broken check (position < 2)',
      'alter table fields drop constraint broken',
    ],
    [
      'DELETE /v1/forms/:form/fields/:field',
      'alter table fields add constraint broken check (deleted_at is null)',
      'alter table fields drop constraint broken',
    ],
  ])('%s after: %s', async (operation, damage, repair) => {
    const key = await app.key();
    await app.database.query(damage);
    const answer = await call(operation, key);
    await app.database.query(repair);
    expectBareFailure(answer);
  });

  it('and rolls back the whole request', async () => {
    const before = await app.api.get(`/v1/forms/${pathIds.form}`);
    await app.database.query('alter table audit_events rename to away');
    expectBareFailure(await call('PATCH /v1/forms/:id'));
    expectBareFailure(await call('POST /v1/forms/:form/fields'));
    await app.database.query('alter table away rename to audit_events');
    expect((await app.api.get(`/v1/forms/${pathIds.form}`)).body.data).toEqual(before.body.data);
  });
});

describe('a database that becomes unavailable', () => {
  it('causes no answer but 503, and requests succeed again without a restart', async () => {
    const operator = new Client({ connectionString: app.databaseUrl });
    await operator.connect();
    const cut =
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user and pid <> pg_backend_pid()';
    const requests = Array.from({ length: 30 }, () => call('PATCH /v1/forms/:id'));
    await operator.query(cut);
    await operator.query(cut);
    await operator.end();
    const answers = await Promise.all(requests);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 'service_unavailable');
      expect(answer.headers['retry-after']).toBe('1');
    }
    expect((await call('GET /v1/forms/:id')).status).toBe(200);
  });
});

describe('a transaction conflict', () => {
  /** Makes this number of updates of forms fail with the SQLSTATE. */
  const failFirst = async (attempts: number, sqlState: string): Promise<void> => {
    await app.database.query('create sequence attempts');
    await app.database.query(`
      create function fail_first() returns trigger language plpgsql as $$ begin
        if nextval('attempts') <= ${attempts} then raise exception 'conflict' using errcode = '${sqlState}'; end if;
        return new;
      end $$`);
    await app.database.query('create trigger fail_first before update on forms for each row execute function fail_first()');
  };

  afterEach(async () => {
    await app.database.query('drop function fail_first cascade');
    await app.database.query('drop sequence attempts');
  });

  it.each(['40001', '40P01'])('%s is retried three times, and the change takes effect once', async (sqlState) => {
    const { revision } = (await call('GET /v1/forms/:id')).body.data;
    await failFirst(3, sqlState);
    const answer = await call('PATCH /v1/forms/:id');
    expect([answer.status, answer.body.data.revision]).toEqual([200, revision + 1]);
  });

  it('that persists is answered with 503', async () => {
    await failFirst(4, '40001');
    const answer = await call('PATCH /v1/forms/:id');
    expectError(answer, 'service_unavailable');
    expect(answer.headers['retry-after']).toBe('1');
  });
});

describe('a condition without a value', () => {
  it('is refused instead of matching every row', async () => {
    await expect(app.database.repository(FormEntity).findOneBy({ id: undefined })).rejects.toThrow();
    await expect(app.database.repository(FormEntity).findOneBy({ id: null as never })).rejects.toThrow();
  });
});
