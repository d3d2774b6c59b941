import fc from 'fast-check';
import { INVARIANTS } from '../../../src/cli/verify/invariants.sql';
import { expectError } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { expectExactCounters } from '../../support/counters';
import { anEnabledForm, aSubmission, type CreatedForm, setSettings, submit } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const EMAILS = ['a@b.example', 'c@d.example', 'e@f.example'];
const DAYS = ['Mon', 'Tue', 'Wed'];

async function aLimitedForm(intake: object): Promise<CreatedForm> {
  const fields = [
    { name: 'email', type: 'string', validation: 'email' },
    { name: 'day', type: 'string', options: DAYS },
    { name: 'note', type: 'string' },
  ];
  const form = await anEnabledForm(app.api, { fields });
  await setSettings(app.api, form, { intake });
  return form;
}

const pathOf = (form: CreatedForm, id: string) => `/v1/forms/${form.id}/submissions/${id}`;
const correct = (form: CreatedForm, id: string, fields: object, ifMatch = '*') => app.api.patch(pathOf(form, id), { fields }, { ifMatch });
const expectNoViolations = async (form: CreatedForm) => {
  for (const check of ['values and places', 'corrections', 'change numbers']) {
    expect(await app.database.query(INVARIANTS[check]!)).toEqual([]);
  }
  const held = await app.database.query<{ count: number }>(
    `select count(*)::int from unique_values c join submissions s on s.id = c.submission_id and s.form_id = c.form_id
     where s.form_id = $1 and c.digest <> sha256((s.fields ->> 'email')::bytea)`,
    [form.id],
  );
  expect(held).toEqual([{ count: 0 }]);
};

describe('places and unique values', () => {
  it('move with a correction, at once', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 1, Tue: 1 } } });
    const first = await aSubmission(app.api, form, { email: EMAILS[0], day: 'Mon' });
    await correct(form, first, { email: EMAILS[1], day: 'Tue' });
    expect((await submit(app.api, form, { email: EMAILS[0], day: 'Mon' })).status).toBe(201);
    expectError(await submit(app.api, form, { email: EMAILS[1] }), 'duplicate_submission');
    expectError(await submit(app.api, form, { email: EMAILS[2], day: 'Tue' }), 'no_places_left');
  });

  it('that are taken refuse the whole correction', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 1, Tue: 1 } } });
    const first = await aSubmission(app.api, form, { email: EMAILS[0], day: 'Mon' });
    await aSubmission(app.api, form, { email: EMAILS[1], day: 'Tue' });
    const { body } = await app.api.get(pathOf(form, first));
    expectError(await correct(form, first, { email: EMAILS[1], note: 'x' }), 'duplicate_submission');
    const full = await app.api.patch(pathOf(form, first), { fields: { day: 'Tue', note: 'x' }, read: true }, { ifMatch: '*' });
    expectError(full, 'no_places_left');
    expect(full.body.error!.details).toEqual({ day: ['No places are left for Tue.'] });
    expect((await app.api.get(pathOf(form, first))).body.data).toEqual(body.data);
    await expectNoViolations(form);
  });

  it('that are kept need not be free: after fewer places, and for a value that others have as well', async () => {
    const form = await aLimitedForm({});
    const [first, second] = [
      await aSubmission(app.api, form, { email: EMAILS[0], day: 'Mon' }),
      await aSubmission(app.api, form, { email: EMAILS[0], day: 'Mon' }),
    ];
    await setSettings(app.api, form, { intake: { unique_by: 'email', places: { day: { Mon: 1 } } } });
    for (const id of [first, second]) expect((await correct(form, id, { note: 'x', email: EMAILS[0] })).status).toBe(200);
    await expectNoViolations(form);
    const holders = await app.database.query('select submission_id from unique_values where form_id = $1 and holds', [form.id]);
    expect(holders).toEqual([{ submission_id: first }]);
  });

  it('go to one of twenty corrections and submissions that want the last', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 100, Wed: 1 } } });
    const ids: string[] = [];
    for (let n = 0; n < 10; n += 1) ids.push(await aSubmission(app.api, form, { email: `n${n}@b.example`, day: 'Mon' }));
    const answers = await Promise.all([
      ...ids.map((id) => correct(form, id, { day: 'Wed' })),
      ...ids.map((_, n) => submit(app.api, form, { email: `m${n}@b.example`, day: 'Wed' })),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    for (const refused of answers.filter(({ status }) => status >= 300)) expectError(refused, 'no_places_left');
    await expectNoViolations(form);
  });

  it('add up after any sequence of corrections and other changes', async () => {
    const step = fc.record({
      action: fc.constantFrom('correct', 'correct', 'correct', 'spam', 'release', 'delete'),
      which: fc.nat({ max: 4 }),
      fields: fc.record(
        { email: fc.constantFrom(null, ...EMAILS), day: fc.constantFrom(null, ...DAYS), note: fc.constantFrom('x', 'y') },
        { requiredKeys: [] },
      ),
    });
    const form = await aLimitedForm({});
    const ids: string[] = [];
    for (let n = 0; n < 5; n += 1) ids.push(await aSubmission(app.api, form, { email: EMAILS[n % 3], day: DAYS[n % 2] }));
    await setSettings(app.api, form, { intake: { unique_by: 'email', places: { day: { Mon: 2, Tue: 1, Wed: 3 } } } });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        for (const { action, which, fields } of steps) {
          const id = ids[which]!;
          if (action === 'correct') await correct(form, id, fields);
          else if (action === 'delete') {
            await app.api.delete(pathOf(form, id));
            const again = await submit(app.api, form, { note: 'again' });
            ids[which] = (again.body.data as { id: string }).id;
          } else await app.api.post(`${pathOf(form, id)}/${action}`);
        }
        await expectNoViolations(form);
      }),
      { numRuns: 15, seed: 11 },
    );
  });

  it('stay exact where a correction races with a release, a hold and a deletion', async () => {
    const form = await aLimitedForm({ unique_by: 'email', places: { day: { Mon: 2, Tue: 2 } } });
    for (let round = 0; round < 8; round += 1) {
      const id = await aSubmission(app.api, form, { email: EMAILS[0], day: 'Mon' });
      if (round % 2) await app.api.post(`${pathOf(form, id)}/spam`);
      const answers = await Promise.all([
        correct(form, id, { email: EMAILS[1], day: 'Tue' }),
        app.api.post(`${pathOf(form, id)}/${round % 2 ? 'release' : 'spam'}`),
        correct(form, id, { email: EMAILS[2] }),
        ...(round > 5 ? [app.api.delete(pathOf(form, id))] : []),
      ]);
      for (const { status } of answers) expect([200, 404]).toContain(status);
      await expectNoViolations(form);
      await app.api.delete(`${pathOf(form, id)}`);
    }
    await expectExactCounters(app, form);
  });
});
