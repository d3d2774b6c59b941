import { newId } from '../../src/platform/ids.rules';
import type { SpamVerdict } from '../../src/submissions/spam.types';
import type { NewSubmission } from '../../src/submissions/submission-writer.types';
import { SubmissionWritesRepository } from '../../src/submissions/submission-writes.repository';
import type { PointsForm } from '../e2e/points/points.fixture';
import { PointsFixture } from '../e2e/points/points.fixture';

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

const query = <Row>(sql: string, ...parameters: unknown[]) => fixture.database.query<Row>(sql, parameters);

/** An enabled form with limits, and a published workflow. */
async function aForm(intake?: object, plan = 'self_hosted'): Promise<PointsForm> {
  const form = await fixture.form(plan);
  await query(`update forms set status = 'enabled', settings = $2 where id = $1`, form.id, intake ? { intake } : {});
  await query('insert into form_stats (form_id) values ($1)', form.id);
  await query('update workflows set published_version = 1 where form_id = $1', form.id);
  return form;
}

const aNew = (form: { id: string }, members: Partial<NewSubmission> = {}): NewSubmission => ({
  id: newId(),
  formId: form.id,
  revision: 1,
  source: 'form_submit',
  fields: {},
  otherValues: null,
  otherValuesDropped: null,
  files: [],
  ignoredFields: [],
  clientNetwork: null,
  userAgent: null,
  idempotency: null,
  ...members,
});

const verdict = (members: Partial<SpamVerdict> = {}): { spam: SpamVerdict } => ({
  spam: { state: 'accepted', reasons: [], signals: {}, solution: null, texts: null, ...members },
});

const held = verdict({ state: 'quarantined', reasons: [{ check: 'links', detail: 'It has many.' }] });

const keyed = (key: string) => ({ idempotency: { keyHash: Buffer.from(key), fingerprint: Buffer.from('x') } });

const accept = async (...batch: NewSubmission[]) => (await submissions.accept(batch)).outcomes;
const namesOf = async (...batch: NewSubmission[]) => (await accept(...batch)).map(({ outcome }) => outcome);

const stateOf = async ({ id }: { id: string }) =>
  (
    await query<{ state: string; checks: string[] | null }>(
      `select state, array(select r ->> 'check' from jsonb_array_elements(spam_reasons) r) as checks from submissions where id = $1`,
      id,
    )
  )[0];

const countersOf = async ({ id }: { id: string }) =>
  (
    await query<object>(
      `select submissions_count as count, unread_count as unread, month_count as month,
         (select count(*)::int from workflow_runs where form_id = $1) as runs from form_stats where form_id = $1`,
      id,
    )
  )[0];

describe('a quarantined submission', () => {
  it('is stored, and neither counted nor carried out', async () => {
    const form = await aForm();
    const [first, second] = [aNew(form, held), aNew(form, verdict())];
    const { outcomes, pendingRunIds } = await submissions.accept([first, second]);
    expect(outcomes.map(({ outcome }) => outcome)).toEqual(['stored', 'stored']);
    expect(await stateOf(first)).toEqual({ state: 'quarantined', checks: ['links'] });
    expect(await stateOf(second)).toEqual({ state: 'accepted', checks: [] });
    expect(pendingRunIds).toHaveLength(1);
    expect(await countersOf(form)).toEqual({ count: 1, unread: 1, month: 1, runs: 1 });
  });

  it('is stored when the quota is exhausted, and takes nothing of it', async () => {
    const form = await aForm(undefined, 'three');
    const batch = [aNew(form, held), aNew(form), aNew(form), aNew(form), aNew(form), aNew(form, held)];
    expect(await namesOf(...batch)).toEqual(['stored', 'stored', 'stored', 'stored', 'quota_exceeded', 'stored']);
    expect(await countersOf(form)).toMatchObject({ count: 3, month: 3 });
  });

  it('takes no place and no value, even if they are taken', async () => {
    const form = await aForm({ unique_by: 'email', max_submissions: 2, places: { day: { Mon: 1 } } });
    const values = { uniqueValue: 'a', fields: { day: 'Mon' } };
    const quarantined = aNew(form, { ...values, ...held });
    expect(await namesOf(quarantined, aNew(form, values), aNew(form, { ...values, ...held }))).toEqual(['stored', 'stored', 'stored']);
    expect(await namesOf(aNew(form, values))).toEqual(['duplicate']);
  });
});

describe('a value that is unique', () => {
  it.each([
    ['refuse', 'duplicate', 1],
    ['thank', 'thanked', 1],
    ['quarantine', 'stored', 2],
  ])('is accepted once, also within a batch, and the others follow the action %s', async (action, outcome, rows) => {
    const form = await aForm({ unique_by: 'email', ...(action !== 'refuse' && { on_duplicate: action }) });
    const [first, second, other] = ['a', 'a', 'b'].map((uniqueValue) => aNew(form, { uniqueValue }));
    expect(await namesOf(first!, second!, other!)).toEqual(['stored', outcome, 'stored']);
    expect(await query('select from submissions where id = any($1)', [first!.id, second!.id])).toHaveLength(rows);
    if (rows === 2) expect(await stateOf(second!)).toEqual({ state: 'quarantined', checks: ['duplicate'] });
    expect(await countersOf(form)).toMatchObject({ count: 2 });
  });

  it('answers a thanked submission again by its key, and a refused one again with the refusal', async () => {
    const thanking = await aForm({ unique_by: 'email', on_duplicate: 'thank' });
    await accept(aNew(thanking, { uniqueValue: 'a' }));
    const [thanked] = await accept(aNew(thanking, { uniqueValue: 'a', ...keyed('k') }));
    const [replayed] = await accept(aNew(thanking, { uniqueValue: 'a', ...keyed('k') }));
    expect(replayed).toEqual({ ...thanked, outcome: 'replayed' });
    const refusing = await aForm({ unique_by: 'email' });
    const twice = [1, 2].map(() => aNew(refusing, { uniqueValue: 'a', ...keyed('k') }));
    expect(await namesOf(aNew(refusing, { uniqueValue: 'a' }), ...twice)).toEqual(['stored', 'duplicate', 'duplicate']);
  });

  it('is free again, or another one’s, when its submission is deleted', async () => {
    const form = await aForm({ unique_by: 'email' });
    const [first, second] = [aNew(form, { uniqueValue: 'a' }), aNew(form)];
    await accept(first, second);
    await query(
      `insert into unique_values select form_id, digest, $2, received_at, false from unique_values where form_id = $1`,
      form.id,
      second.id,
    );
    const remove = ({ id }: NewSubmission) => submissions.delete(form.id, [id]);
    await remove(first);
    expect(await namesOf(aNew(form, { uniqueValue: 'a' }))).toEqual(['duplicate']);
    await remove(second);
    expect(await namesOf(aNew(form, { uniqueValue: 'a' }))).toEqual(['stored']);
  });
});

describe('places', () => {
  it('of a form are taken in the order of arrival, and given back by a deletion', async () => {
    const form = await aForm({ max_submissions: 2 });
    const batch = [1, 2, 3].map(() => aNew(form));
    expect(await accept(...batch)).toMatchObject([{ outcome: 'stored' }, { outcome: 'stored' }, { outcome: 'no_places', full: {} }]);
    await submissions.delete(form.id, [batch[0]!.id]);
    expect(await namesOf(aNew(form), aNew(form))).toEqual(['stored', 'no_places']);
  });

  it('of options are taken for each chosen one, and those that are full are named', async () => {
    const form = await aForm({ places: { day: { Mon: 1, Tue: 2 }, extras: { 'Tea "x"': 1 } } });
    const choosing = (fields: Record<string, unknown>) => aNew(form, { fields });
    const first = choosing({ day: 'Mon', extras: ['Tea "x"', 'Tea "x"', 'Coffee'] });
    const outcomes = await accept(
      first,
      choosing({ day: 'Tue', extras: ['Coffee'] }),
      choosing({ day: 'Mon', extras: ['Tea "x"'] }),
      choosing({ day: 'Tue' }),
      choosing({ day: 'Wed', extras: 7 }),
      choosing({ day: 'Tue' }),
    );
    expect(outcomes).toMatchObject([
      { outcome: 'stored' },
      { outcome: 'stored' },
      { outcome: 'no_places', full: { day: ['Mon'], extras: ['Tea "x"'] } },
      { outcome: 'stored' },
      { outcome: 'stored' },
      { outcome: 'no_places', full: { day: ['Tue'] } },
    ]);
    await submissions.delete(form.id, [first.id]);
    expect(await namesOf(choosing({ day: 'Mon', extras: ['Tea "x"'] }), choosing({ day: 'Mon' }))).toEqual(['stored', 'no_places']);
  });
});

describe('hours', () => {
  it.each([
    [{ opens_at: '2020-01-01T00:00:00.000Z', closes_at: '2999-01-01T00:00:00.000Z' }, 'stored'],
    [{ opens_at: '2999-01-01T00:00:00.000Z' }, 'form_closed'],
    [{ closes_at: '2020-01-01T00:00:00.000Z' }, 'form_closed'],
  ])('%j: %s, also for a quarantined one', async (intake, outcome) => {
    const form = await aForm(intake);
    expect(await namesOf(aNew(form), aNew(form, held))).toEqual([outcome, outcome]);
  });
});

describe('a challenge', () => {
  const solving = (onSpent: 'observe' | 'quarantine' | 'require') => verdict({ solution: { nonce: Buffer.from('n'), onSpent } });

  it.each([
    ['observe', ['stored', 'stored'], 'accepted'],
    ['quarantine', ['stored', 'stored'], 'quarantined'],
    ['require', ['stored', 'solution_spent'], undefined],
  ] as const)('counts once at the level %s', async (level, outcomes, state) => {
    const form = await aForm();
    const [first, second] = [aNew(form, solving(level)), aNew(form, solving(level))];
    expect(await namesOf(first, second)).toEqual(outcomes);
    expect(await stateOf(first)).toEqual({ state: 'accepted', checks: [] });
    expect(await stateOf(second)).toEqual(state && { state, checks: ['proof_of_work'] });
  });

  it('is not spent by a submission that is refused', async () => {
    const form = await aForm({ unique_by: 'email' });
    await accept(aNew(form, { uniqueValue: 'a' }));
    expect(
      await namesOf(aNew(form, { uniqueValue: 'a', ...solving('require') }), aNew(form, { uniqueValue: 'b', ...solving('require') })),
    ).toEqual(['duplicate', 'stored']);
  });
});

describe('a text', () => {
  it('is held in the sixth and each later submission to the forms of the account', async () => {
    const form = await aForm();
    const other = await fixture.formOf(form.accountId);
    await query(`update forms set status = 'enabled' where id = $1`, other.id);
    await query('insert into form_stats (form_id) values ($1)', other.id);
    const texts = { digests: [Buffer.from('one'), Buffer.from('two')], level: 'quarantine' as const };
    const batch = [form, form, form, other, other, other, form].map((to) => aNew(to, verdict({ texts })));
    await accept(...batch);
    const states = await Promise.all(batch.map(async (submission) => (await stateOf(submission))!.state));
    expect(states).toEqual([...Array<string>(5).fill('accepted'), 'quarantined', 'quarantined']);
    const stranger = aNew(await aForm(), verdict({ texts }));
    await accept(stranger);
    expect(await stateOf(stranger)).toEqual({ state: 'accepted', checks: [] });
  });
});
