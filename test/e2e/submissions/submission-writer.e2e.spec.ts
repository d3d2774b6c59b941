import { v7 } from 'uuid';
import { SubmissionWriter } from '../../../src/submissions/submission-writer';
import type { NewSubmission, WriteOutcome } from '../../../src/submissions/submission-writer.types';
import { expectError, untilServed } from '../../support/api';
import type { Instance, TestApp } from '../../support/app';
import { shareApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { waitUntil } from '../../support/wait-until';
import type { CreatedForm } from '../../support/forms';
import { anEnabledForm, submit } from '../../support/forms';
import { lockForm, statementsDuring, countLockWaiters } from '../../support/queries';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const aNew = (form: CreatedForm, members: object = {}): NewSubmission => ({
  id: v7(),
  formId: form.id,
  revision: form.revision,
  source: 'form_submit',
  fields: { n: 1 },
  otherValues: null,
  otherValuesDropped: null,
  files: [],
  ignoredFields: [],
  clientNetwork: '192.0.2.0/24',
  userAgent: null,
  idempotency: null,
  ...members,
});

const writerOf = ({ app }: Pick<Instance, 'app'>): SubmissionWriter => app.get(SubmissionWriter);

const write = (submissions: NewSubmission[], to: Instance = app): Promise<PromiseSettledResult<WriteOutcome>[]> =>
  Promise.allSettled(submissions.map((each) => Promise.resolve(each).then((one) => writerOf(to).write(one))));

async function storedOf(submissions: NewSubmission[]): Promise<Set<string>> {
  const ids = submissions.map(({ id }) => id);
  const rows = await app.database.query<{ id: string }>('select id from submissions where id = any($1)', [ids]);
  return new Set(rows.map(({ id }) => id));
}

/** Of a busy machine, on which the first of them wait for the locked form for longer than two seconds. It is answered with 503, too. */
const LOCK_TIMEOUT = '55P03';

/** Expects that those which were not stored were refused by a busy machine, and not for another reason, such as a deadlock. */
function expectRefusedInTime(results: PromiseSettledResult<WriteOutcome>[]): void {
  for (const result of results.filter((each) => !isStored(each))) {
    const { code } = (result as PromiseRejectedResult).reason as { code: string };
    expect(['service_unavailable', LOCK_TIMEOUT]).toContain(code);
  }
}

/** Expects that exactly those are stored that were confirmed; the others were refused in time. Resolves with their number. */
async function expectConfirmedOnly(form: CreatedForm, results: PromiseSettledResult<WriteOutcome>[]): Promise<number> {
  expectRefusedInTime(results);
  const stored = results.filter(isStored).length;
  expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: stored });
  return stored;
}

const isStored = (result: PromiseSettledResult<WriteOutcome>) => result.status === 'fulfilled' && result.value.outcome === 'stored';

describe('submissions that arrive together', () => {
  it('are stored in few commits once the database is busy', async () => {
    const form = await anEnabledForm(app.api);
    const many = Array.from({ length: 200 }, () => aNew(form));
    const statements = await statementsDuring(async () => {
      expect((await write(many)).every(isStored)).toBe(true);
    });
    const commits = statements.filter(({ sql }) => sql.includes('accept_submissions'));
    expect(commits.length).toBeLessThanOrEqual(4); // one each for the first two submissions, and the rest
    expect((await storedOf(many)).size).toBe(200);
    await expectExactCounters(app, form);
  });

  it('take one statement each on an idle database, also with a key', async () => {
    const form = await anEnabledForm(app.api);
    await submit(app.api, form, { n: 1 });
    const statements = await statementsDuring(async () => {
      expect((await submit(app.api, form, { n: 1 })).status).toBe(201);
      expect((await submit(app.api, form, { n: 1 }, { 'idempotency-key': 'k' })).status).toBe(201);
      expect((await submit(app.api, form, { n: 1 }, { 'idempotency-key': 'k' })).status).toBe(201);
    });
    expect(statements.map(({ sql }) => sql.includes('accept_submissions'))).toEqual([true, true, true]);
  });

  it('are answered with their own ids and the stored time', async () => {
    const form = await anEnabledForm(app.api);
    const many = Array.from({ length: 20 }, () => aNew(form));
    const results = await write(many);
    const rows = await app.database.query<{ id: string; received_at: Date }>('select id, received_at from submissions where form_id = $1', [
      form.id,
    ]);
    const stored = new Map(rows.map(({ id, received_at }) => [id, received_at]));
    results.forEach((result, n) => {
      if (result.status !== 'fulfilled' || result.value.outcome !== 'stored') throw new Error('It was not stored.');
      const { receipt } = result.value;
      expect(receipt).toMatchObject({ id: many[n]!.id, receivedAt: stored.get(receipt.id) });
    });
  });

  it('never deadlock, in any order of forms and through two processes', async () => {
    const forms = await Promise.all(Array.from({ length: 12 }, () => anEnabledForm(app.api)));
    const other = await app.sibling();
    const anyForm = (n: number) => forms[(n * 7919) % forms.length]!;
    const [mine, theirs] = [0, 1].map((turn) => Array.from({ length: 400 }, (_, n) => aNew(anyForm(n * 2 + turn))));
    const results = (await Promise.all([write(mine!), write(theirs!.reverse(), other)])).flat();
    expectRefusedInTime(results);
    const counters = await Promise.all(forms.map((form) => expectExactCounters(app, form)));
    const stored = counters.reduce((sum, { submissions_count }) => sum + submissions_count, 0);
    expect(stored).toBe(results.filter(isStored).length);
    await other.close();
  });
});

describe('a submission that cannot be stored', () => {
  it.each([
    ['a value that the table refuses', () => ({ source: 'telepathy' })],
    ['the id of another one', (id: string) => ({ id })],
    ['text that the database cannot hold', () => ({ userAgent: 'a\0b' })],
  ])('does not fail its neighbours: %s', async (_, members) => {
    const [form, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    const taken = aNew(form);
    await write([taken]);
    const good = Array.from({ length: 30 }, (_, n) => aNew(n % 2 ? form : other));
    const results = await write([...good.slice(0, 15), aNew(form, members(taken.id)), ...good.slice(15)]);
    expect(results.map(isStored)).toEqual(results.map((_, n) => n !== 15));
    expect((await storedOf(good)).size).toBe(30);
    expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: 16 });
    expect(await expectExactCounters(app, other)).toMatchObject({ submissions_count: 15 });
  });

  it('does not affect its neighbours when its form has changed', async () => {
    const form = await anEnabledForm(app.api);
    const outdated = { revision: form.revision - 1 };
    const results = await write([aNew(form), aNew(form), aNew(form, outdated), aNew(form), aNew(form, { formId: v7() })]);
    expect(results.map((result) => result.status === 'fulfilled' && result.value.outcome)).toEqual([
      'stored',
      'stored',
      'form_changed',
      'stored',
      'form_changed',
    ]);
  });
});

describe('a form that is locked by a long edit', () => {
  it('answers 503 after the lock timeout, and does not delay other forms', async () => {
    const [edited, other] = [await anEnabledForm(app.api), await anEnabledForm(app.api)];
    const editor = await lockForm(app.databaseUrl, edited);
    const waiting = [submit(app.api, edited, { n: 1 }), submit(app.api, edited, { n: 1 })]; // both concurrent commits
    await waitUntil(async () => (await countLockWaiters(app)) === 2);
    const mixed = [submit(app.api, edited, { n: 1 }), ...Array.from({ length: 10 }, () => submit(app.api, other, { n: 1 }))];
    const refused = [...(await Promise.all(waiting)), await mixed[0]!];
    for (const answer of refused) {
      expectError(answer, 'service_unavailable');
      expect(answer.headers['retry-after']).toBe('1');
    }
    const accepted = await Promise.all(mixed.slice(1));
    expect(accepted.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    await editor.release();
    expect((await submit(app.api, edited, { n: 1 })).status).toBe(201);
    expect(await expectExactCounters(app, edited)).toMatchObject({ submissions_count: 1 });
  });
});

describe('more submissions than can be written soon', () => {
  it('are refused with 503 at once, and exactly the others are stored', async () => {
    const form = await anEnabledForm(app.api);
    const instance = await app.sibling(); // no slow commit of another test counts
    const editor = await lockForm(app.databaseUrl, form);
    const writing = write(
      Array.from({ length: 5002 }, () => aNew(form)), // two are being committed, the others are queued
      instance,
    );
    await waitUntil(async () => (await countLockWaiters(app)) === 2);
    const refused = await submit(instance.api, form, { n: 1 });
    expectError(refused, 'service_unavailable');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    await editor.release();
    const stored = await expectConfirmedOnly(form, await writing); // none on a machine that is busy for longer than the limits
    const next = await untilServed(() => submit(instance.api, form, { n: 1 }));
    expect(next.status).toBe(201);
    expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: stored + 1 });
    await instance.close();
  });
});

describe('at shutdown', () => {
  it('all queued submissions are answered, and exactly the confirmed ones are stored', async () => {
    const form = await anEnabledForm(app.api);
    const instance = await app.sibling();
    const arrived = { count: 0 };
    instance.app.getHttpServer().on('request', () => (arrived.count += 1));
    const editor = await lockForm(app.databaseUrl, form);
    const answers = Array.from({ length: 60 }, () => submit(instance.api, form, { n: 1 }));
    await waitUntil(() => arrived.count === 60);
    const written = write(
      Array.from({ length: 600 }, () => aNew(form)),
      instance,
    );
    const closing = instance.close();
    await editor.release();
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    const confirmed = statuses.filter((status) => status === 201).length;
    expect(statuses.filter((status) => status === 503)).toHaveLength(60 - confirmed);
    const stored = (await written).filter(isStored).length;
    await closing;
    expect(confirmed + stored).toBeGreaterThan(1);
    expect(await expectExactCounters(app, form)).toMatchObject({ submissions_count: confirmed + stored });
  });
});
