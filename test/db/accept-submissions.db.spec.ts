import { newId } from '../../src/platform/ids.rules';
import type { NewSubmission, IdempotencyKey, WriteOutcome } from '../../src/submissions/submission-writer.types';
import { SubmissionWritesRepository } from '../../src/submissions/submission-writes.repository';
import type { PointsForm } from '../e2e/points/points.fixture';
import { PointsFixture } from '../e2e/points/points.fixture';
import { pointViolations } from '../support/point-violations';
import { countLockWaiters } from '../support/queries';
import { withStoredNames } from '../support/stored-names';
import { waitUntil } from '../support/wait-until';

let fixture: PointsFixture;
let submissions: SubmissionWritesRepository;
beforeAll(async () => {
  fixture = await PointsFixture.start();
  submissions = new SubmissionWritesRepository(fixture.database);
  await fixture.database.query(
    `insert into plans (name, form_submissions_per_month, read_per_minute, write_per_minute, destructive_per_minute, aggregate_per_minute)
     values ('three', 3, 1, 1, 1, 1)`,
  );
});
afterAll(() => fixture.close());

const query = <Row>(sql: string, ...parameters: unknown[]) => withStoredNames(fixture.database).query<Row>(sql, parameters);

/** An enabled form. With a cost it has a published workflow whose runs reserve that many points. */
async function aForm(plan = 'self_hosted', cost?: number): Promise<PointsForm> {
  return enabled(await fixture.form(plan), cost);
}

async function enabled(form: PointsForm, cost?: number): Promise<PointsForm> {
  await query(`update forms set status = 'enabled' where id = $1`, form.id);
  await query('insert into form_stats (form_id) values ($1)', form.id);
  await query('update workflows set published_version = $2 where form_id = $1', form.id, cost === undefined ? 0 : cost + 1);
  return form;
}

const aNew = (form: { id: string }, members: Partial<NewSubmission> = {}): NewSubmission => ({
  id: newId(),
  formId: form.id,
  revision: 1,
  source: 'api',
  fields: { n: 1 },
  otherValues: null,
  otherValuesDropped: null,
  files: [],
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
  ...members,
});

const keyed = (key: string, content = 'x'): { idempotency: IdempotencyKey } => ({
  idempotency: { keyHash: Buffer.from(key), fingerprint: Buffer.from(content) },
});

async function accept(...batch: NewSubmission[]): Promise<WriteOutcome[]> {
  return (await submissions.accept(batch)).outcomes;
}

const namesOf = async (...batch: NewSubmission[]) => (await accept(...batch)).map(({ outcome }) => outcome);

const countersOf = async ({ id }: { id: string }) =>
  (
    await query<{ count: number; unread: number; month: number; actual: number }>(
      `select submissions_count as count, unread_count as unread, month_count as month,
       (select count(*)::int from submissions where form_id = $1) as actual
     from form_stats where form_id = $1`,
      id,
    )
  )[0]!;

const runsOf = async ({ id }: { id: string }) =>
  (
    await query<{ run: string }>(
      `select concat_ws(' ', r.status, r.reserved_points) as run from workflow_runs r where form_id = $1 order by r.submission_id`,
      id,
    )
  ).map(({ run }) => run);

describe('a batch of submissions', () => {
  it('is stored with its counters, all with one time of the database in milliseconds', async () => {
    const [form, other] = [await aForm(), await aForm()];
    const network = { clientNetwork: '192.0.2.0/24', userAgent: 'a "browser"\n', source: 'hosted_form' as const };
    const batch = [aNew(form, { ignoredFields: ['x'] }), aNew(other, network), aNew(form, { fields: { z: 1, a: 1.5e300 } })];
    const outcomes = await accept(...batch);
    const rows = await query<{
      id: string;
      received_at: Date;
      fields: object;
      client_network: string;
      user_agent: string;
    }>('select * from submissions where form_id = any($1) order by id', [form.id, other.id]);
    const at = rows[0]!.received_at;
    expect(outcomes).toEqual(
      batch.map(({ id, ignoredFields }) => ({
        outcome: 'stored',
        receipt: { id, receivedAt: at, fileCount: 0, ignoredFields, asksConfirmation: false },
      })),
    );
    expect(rows.map(({ received_at }) => received_at)).toEqual([at, at, at]);
    expect(rows[1]).toMatchObject({
      client_network: '192.0.2.0/24',
      user_agent: 'a "browser"\n',
      source: 'hosted_form',
    });
    expect(JSON.stringify(rows[2]!.fields)).toBe('{"z":1,"a":1.5e+300}');
    expect(await countersOf(form)).toEqual({ count: 2, unread: 2, month: 2, actual: 2 });
    expect(await countersOf(other)).toEqual({ count: 1, unread: 1, month: 1, actual: 1 });
  });

  it('counts from one in a new month, and keeps the time of the first submission', async () => {
    const form = await aForm();
    await query(
      `update form_stats set month = '2026-01-01', month_count = 9, submissions_count = 9, first_submission_at = '2026-01-01' where form_id = $1`,
      form.id,
    );
    await accept(aNew(form));
    const [row] = await query('select * from form_stats where form_id = $1', form.id);
    expect(row).toMatchObject({ month_count: 1, submissions_count: 10, first_submission_at: new Date('2026-01-01') });
    expect((row as { latest_submission_at: Date }).latest_submission_at.getTime()).toBeGreaterThan(Date.parse('2026-02-01'));
  });

  it('of 256 submissions to as many forms is stored at once', async () => {
    const { accountId } = await aForm();
    const forms = await Promise.all(Array.from({ length: 256 }, async () => enabled(await fixture.formOf(accountId), 1)));
    const { outcomes, pendingRunIds } = await submissions.accept(forms.map((form) => aNew(form)));
    expect(outcomes.every(({ outcome }) => outcome === 'stored')).toBe(true);
    expect(new Set(pendingRunIds).size).toBe(256);
  });

  it.each([
    ['was edited', 'update forms set revision = 2 where id = $1'],
    ['is disabled', `update forms set status = 'disabled' where id = $1`],
    ['is deleted', 'update forms set deleted_at = now() where id = $1'],
    ['belongs to a suspended account', 'update accounts set suspended_at = now() where id = (select account_id from forms where id = $1)'],
  ])('is neither stored nor replayed where the form %s, and other forms are not concerned', async (_, change) => {
    const [form, other] = [await aForm(), await aForm()];
    await accept(aNew(form, keyed('k')));
    await query(change, form.id);
    expect(await namesOf(aNew(form), aNew(other), aNew(form, keyed('k')), aNew({ id: newId() }))).toEqual([
      'form_changed',
      'stored',
      'form_changed',
      'form_changed',
    ]);
    expect(await countersOf(form)).toMatchObject({ count: 1, actual: 1 });
  });
});

describe('an idempotency key', () => {
  it('replays the stored receipt for the same fields, and conflicts with others', async () => {
    const form = await aForm();
    const first = aNew(form, { ...keyed('k'), ignoredFields: ['a', 'b "c"'] });
    const [stored] = await accept(first);
    const [same, other, further] = await accept(aNew(form, keyed('k')), aNew(form, keyed('k', 'y')), aNew(form));
    expect(same).toEqual({ ...stored, outcome: 'replayed' });
    expect(other).toEqual({ outcome: 'key_conflict' });
    expect(further).toMatchObject({ outcome: 'stored' });
    expect(await countersOf(form)).toMatchObject({ count: 2, actual: 2 });
  });

  it('that several submissions of a batch have belongs to the first of them that is stored', async () => {
    const form = await aForm();
    const [old, ...batch] = [
      aNew(form, { ...keyed('k'), revision: 0 }),
      aNew(form, keyed('k', 'x')),
      aNew(form, keyed('k', 'y')),
      aNew(form, keyed('k', 'x')),
      aNew(form, keyed('l', 'y')),
    ];
    const outcomes = await accept(old, ...batch);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['form_changed', 'stored', 'key_conflict', 'replayed', 'stored']);
    expect(outcomes[3]).toMatchObject({ receipt: { id: batch[0].id } });
  });

  it('belongs to its form', async () => {
    const [form, other] = [await aForm(), await aForm()];
    expect(await namesOf(aNew(form, keyed('k')), aNew(other, keyed('k', 'y')))).toEqual(['stored', 'stored']);
  });

  it('is claimed anew once it has expired', async () => {
    const form = await aForm();
    await accept(aNew(form, keyed('k')));
    await query(`update submission_idempotency_keys set expires_at = now() - interval '1 second' where form_id = $1`, form.id);
    expect(await namesOf(aNew(form, keyed('k', 'y')), aNew(form, keyed('k', 'y')))).toEqual(['stored', 'replayed']);
    expect(await namesOf(aNew(form, keyed('k')))).toEqual(['key_conflict']);
  });

  it('is stored once by two sessions that wait for each other', async () => {
    const form = await aForm('tiny', 1);
    const sibling = await fixture.sibling();
    const [holder, waiting] = [aNew(form, keyed('k')), aNew(form, keyed('k'))];
    const outcomes = await fixture.transactions.run(async () => {
      const first = await accept(holder);
      const second = new SubmissionWritesRepository(sibling.database).accept([waiting, aNew(form)]);
      await waitUntil(async () => (await countLockWaiters(sibling)) > 0);
      return { first, second };
    });
    expect(outcomes.first).toMatchObject([{ outcome: 'stored' }]);
    expect((await outcomes.second).outcomes).toMatchObject([{ outcome: 'replayed', receipt: { id: holder.id } }, { outcome: 'stored' }]);
    expect(await runsOf(form)).toEqual(['pending 1', 'pending 1']);
    await sibling.close();
  });
});

describe('the monthly quota', () => {
  it('admits submissions in the order of arrival', async () => {
    const form = await aForm('three');
    expect(await namesOf(aNew(form), aNew(form), aNew(form), aNew(form))).toEqual(['stored', 'stored', 'stored', 'quota_exceeded']);
    expect(await namesOf(aNew(form))).toEqual(['quota_exceeded']);
    expect(await countersOf(form)).toEqual({ count: 3, unread: 3, month: 3, actual: 3 });
  });

  it('neither refuses nor counts replays and conflicts', async () => {
    const form = await aForm('three');
    await accept(aNew(form, keyed('old')));
    const batch = [
      aNew(form, keyed('old')),
      aNew(form, keyed('new')),
      aNew(form, keyed('new')),
      aNew(form),
      aNew(form, keyed('late')),
      aNew(form, keyed('late')),
      aNew(form, keyed('old', 'y')),
    ];
    expect(await namesOf(...batch)).toEqual([
      'replayed',
      'stored',
      'replayed',
      'stored',
      'quota_exceeded',
      'quota_exceeded',
      'key_conflict',
    ]);
    expect(await query('select from submission_idempotency_keys where form_id = $1', form.id)).toHaveLength(2);
  });
});

describe('a batch that began before midnight, and waited for one that began after it', () => {
  beforeAll(() => each(SLOW_CLOCK));
  beforeEach(() => query(`alter sequence slow.readings restart`));
  afterAll(() => each(['alter function accept_submissions reset search_path', 'drop schema slow cascade']));

  const each = async (statements: readonly string[]) => {
    for (const statement of statements) await query(statement);
  };

  /** The first time that the function reads the clock, it is a month ago. */
  const SLOW_CLOCK = [
    'create schema slow',
    'create sequence slow.readings',
    `create function slow.clock_timestamp() returns timestamptz language sql as $$
       select pg_catalog.clock_timestamp() - case when nextval('slow.readings') = 1 then interval '1 month' else interval '0' end $$`,
    'alter function accept_submissions set search_path = slow, public, pg_catalog',
  ];

  const dayOf = async ({ id }: { id: string }) =>
    query(`select day_accepted as number, day = (now() at time zone 'utc')::date as "isToday" from form_stats where form_id = $1`, id);

  const countedToday = (count: number, form: { id: string }, ahead = '0 days') =>
    query(
      `update form_stats set month_count = $2, month = date_trunc('month', now() at time zone 'utc' + $3::interval),
         day_accepted = $2, day = (now() at time zone 'utc' + $3::interval)::date where form_id = $1`,
      ...[form.id, count, ahead],
    );

  it('counts for the new day and month, whose counters go on', async () => {
    const form = await aForm('three');
    await countedToday(2, form);
    const outcomes = await accept(aNew(form), aNew(form));
    expect(outcomes).toMatchObject([{ outcome: 'stored' }, { outcome: 'quota_exceeded' }]);
    expect(await countersOf(form)).toMatchObject({ month: 3, actual: 1 });
    expect(await dayOf(form)).toEqual([{ number: 3, isToday: true }]);
    expect(await query(`select from submissions where form_id = $1 and received_at < now() - interval '1 day'`, form.id)).toEqual([]);
  });

  it('is stored all the same after counters that a wrong clock has left in the future', async () => {
    const form = await aForm('three');
    await countedToday(3, form, '1 year');
    expect(await namesOf(aNew(form))).toEqual(['stored']);
    expect(await dayOf(form)).toEqual([{ number: 1, isToday: true }]);
  });
});

describe('the run of a submission', () => {
  afterEach(async () => expect(await pointViolations(fixture.database)).toEqual([]));

  it('is started where a workflow is published, for stored submissions only', async () => {
    const [form, plain] = [await aForm('self_hosted', 2), await aForm()];
    const batch = [aNew(form), aNew(plain), aNew(form, { revision: 0 }), aNew(form, keyed('k')), aNew(form, keyed('k'))];
    const { pendingRunIds } = await submissions.accept(batch);
    expect(await runsOf(form)).toEqual(['pending 2', 'pending 2']);
    expect(await runsOf(plain)).toEqual([]);
    const runs = await query<{ id: string }>(
      `select r.id, v.version from workflow_runs r join workflow_versions v on v.id = r.workflow_version_id
         join submissions s on s.form_id = r.form_id and s.id = r.submission_id and s.received_at = r.created_at
       where r.form_id = $1 and r.run_kind = 'production' and v.version = r.workflow_version and r.account_id = $2`,
      form.id,
      form.accountId,
    );
    expect(new Set(runs.map(({ id }) => id))).toEqual(new Set(pendingRunIds));
    expect(await fixture.ledger(form.accountId)).toEqual(['reserve 2', 'reserve 2']);
  });

  it('is blocked with all after it once the points of the account do not suffice, apart from free ones', async () => {
    const form = await aForm('tiny', 8);
    const cheap = await enabled(await fixture.formOf(form.accountId), 3);
    const free = await enabled(await fixture.formOf(form.accountId), 0);
    const { pendingRunIds } = await submissions.accept([form, form, form, cheap, free].map((to) => aNew(to)));
    expect(pendingRunIds).toHaveLength(3);
    expect(await runsOf(form)).toEqual(['pending 8', 'pending 8', 'blocked_insufficient_compute_points 0']);
    expect(await runsOf(cheap)).toEqual(['blocked_insufficient_compute_points 0']);
    expect(await runsOf(free)).toEqual(['pending 0']);
    expect(await fixture.balance(form.accountId)).toBe(4);
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 8', 'reserve 8']);
  });

  it('is blocked while older runs of the account wait for points, whatever is left', async () => {
    const form = await aForm('tiny', 21);
    const cheap = await enabled(await fixture.formOf(form.accountId), 1);
    const stranger = await aForm('tiny', 1);
    await accept(aNew(form));
    await accept(aNew(cheap), aNew(stranger));
    expect(await runsOf(cheap)).toEqual(['blocked_insufficient_compute_points 0']);
    expect(await runsOf(stranger)).toEqual(['pending 1']);
  });

  it('takes the allowance of a new month into account, once', async () => {
    const form = await aForm('tiny', 15);
    await accept(aNew(form));
    await fixture.startNewMonth(form.accountId);
    await accept(aNew(form), aNew(form));
    expect(await fixture.ledger(form.accountId)).toEqual(['grant 20', 'reserve 15', 'grant 15', 'reserve 15']);
    expect(await runsOf(form)).toEqual(['pending 15', 'pending 15', 'blocked_insufficient_compute_points 0']);
    expect(await fixture.balance(form.accountId)).toBe(5);
  });

  it('never reserves more than the balance when sessions compete for it', async () => {
    const form = await aForm('tiny', 3);
    const sibling = await fixture.sibling();
    const others = await Promise.all(Array.from({ length: 5 }, async () => enabled(await fixture.formOf(form.accountId), 3)));
    const writers = [submissions, new SubmissionWritesRepository(sibling.database)];
    await Promise.all([form, ...others, ...others].map((to, n) => writers[n % 2]!.accept([aNew(to)])));
    const runs = (await Promise.all([form, ...others].map(runsOf))).flat();
    expect(runs.filter((run) => run === 'pending 3')).toHaveLength(6);
    expect(await fixture.balance(form.accountId)).toBe(2);
    await sibling.close();
  });
});

describe('the files of a submission', () => {
  const aFile = (position: number) => ({
    id: newId(),
    position,
    field: 'cv',
    filename: `a "${position}".pdf`,
    contentType: 'application/pdf',
    sizeBytes: 3_000_000_000,
    sha256: Buffer.alloc(32, position),
    objectName: newId(),
  });

  async function scheduled(inSeconds: number) {
    const files = [aFile(0), aFile(1)];
    const names = files.map(({ objectName }) => objectName);
    await query(
      'insert into object_removals select name, now() + make_interval(secs => $2) from unnest($1::text[]) name',
      names,
      inSeconds,
    );
    return { files, removals: () => query('select from object_removals where object_name = any($1)', names) };
  }

  it('become part of it, and are no longer removed', async () => {
    const form = await aForm();
    const { files, removals } = await scheduled(60);
    const submission = aNew(form, { files, ...keyed('k') });
    const [stored] = await accept(aNew(form), submission);
    const rows = await query(
      `select id, position, field, filename, content_type as "contentType", size_bytes::float8 as "sizeBytes", sha256,
         object_name as "objectName"
       from submission_files where form_id = $1 and submission_id = $2 order by position`,
      form.id,
      submission.id,
    );
    expect(rows).toEqual(files);
    expect(await removals()).toEqual([]);
    expect(stored).toMatchObject({ receipt: { fileCount: 0 } });
    expect(await accept(aNew(form, keyed('k')))).toMatchObject([{ outcome: 'replayed', receipt: { fileCount: 2 } }]);
  });

  it('stay scheduled for removal when the submission is refused or replayed', async () => {
    const form = await aForm();
    const { files, removals } = await scheduled(60);
    await accept(aNew(form, keyed('k')));
    expect(await namesOf(aNew(form, { files, revision: 0 }), aNew(form, { files, ...keyed('k') }))).toEqual(['form_changed', 'replayed']);
    expect(await removals()).toHaveLength(2);
  });

  it('fail the whole batch with 503 when their removal is due', async () => {
    const form = await aForm('self_hosted', 1);
    const { files, removals } = await scheduled(1);
    await expect(accept(aNew(form), aNew(form, { files }))).rejects.toMatchObject({
      code: 'service_unavailable',
      headers: { 'Retry-After': '1' },
    });
    expect(await countersOf(form)).toMatchObject({ count: 0, actual: 0 });
    expect(await runsOf(form)).toEqual([]);
    expect(await removals()).toHaveLength(2);
  });
});

describe('the notification of a submission', () => {
  const TO = `{"notifications": {"to": ["owner@example.com"]}}`;

  async function aNotifyingForm(settings = TO, isEnabled = true, email: string | null = null): Promise<PointsForm> {
    const form = await aForm();
    await query('update forms set notifications_enabled = $2, settings = $3 where id = $1', form.id, isEnabled, settings);
    await query('update accounts set notify_email = $2 where id = $1', form.accountId, email);
    return form;
  }

  const notificationsOf = ({ id }: { id: string }) =>
    query<{ submission_id: string }>('select * from notifications where form_id = $1 order by submission_id', id);

  it('is written with it, due at once, for stored submissions of notifying forms only', async () => {
    const [form, silent] = [await aNotifyingForm(), await aForm()];
    const batch = [aNew(form, keyed('k')), aNew(silent), aNew(form, keyed('k')), aNew(form, { revision: 0 }), aNew(form)];
    const { outcomes, isNotified } = await submissions.accept(batch);
    const [stored] = outcomes as { receipt: { receivedAt: Date } }[];
    expect(isNotified).toBe(true);
    expect(await notificationsOf(silent)).toEqual([]);
    expect(await notificationsOf(form)).toEqual(
      [batch[0]!, batch[4]!].map(({ id }) => ({
        form_id: form.id,
        submission_id: id,
        status: 'pending',
        attempts: 0,
        due_at: stored!.receipt.receivedAt,
        mail_id: null,
        delivered_at: null,
        error_code: null,
        dismissed_at: null,
      })),
    );
  });

  it.each([
    ['recipients', TO, true, null, 1],
    ['the address of the account', '{}', true, 'owner@example.com', 1],
    ['no address', '{"notifications": {"reply_to_field": "email"}}', true, null, 0],
    ['an empty list', '{"notifications": {"to": []}}', true, null, 0],
    ['notifications off', TO, false, 'owner@example.com', 0],
  ])('depends on the form: %s', async (_, settings, isEnabled, email, count) => {
    const form = await aNotifyingForm(settings, isEnabled, email);
    const { isNotified } = await submissions.accept([aNew(form)]);
    expect({ isNotified, rows: (await notificationsOf(form)).length }).toEqual({ isNotified: count > 0, rows: count });
  });

  it('is deleted with its submission, and with its form', async () => {
    const form = await aNotifyingForm();
    const [first, second] = [aNew(form), aNew(form)];
    await accept(first, second);
    await query('delete from submissions where id = $1', first.id);
    expect((await notificationsOf(form)).map((row) => row.submission_id)).toEqual([second.id]);
    await query('delete from forms where id = $1', form.id);
    expect(await notificationsOf(form)).toEqual([]);
  });
});
