import type { BackTestView } from '../../../src/intake/spam/back-test.dto';
import { type Answer, expectError } from '../../support/api';
import { allScopesBut, startApp, type TestApp } from '../../support/app';
import { anEnabledForm, type CreatedForm, reload, setSettings, submit } from '../../support/forms';
import { nonceFor } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const aTextForm = (): Promise<CreatedForm> => anEnabledForm(app.api, { fields: [{ name: 'text', type: 'string' }] });

const send = async (form: CreatedForm, values: object, headers = {}): Promise<string> => {
  const answer = await submit(app.api, form, values, headers);
  expect(answer.status).toBe(201);
  return (answer.body.data as { id: string }).id;
};

const tryOn = (form: { id: string }, body: object, key?: string): Promise<Answer<BackTestView>> =>
  app.api.post<BackTestView>(`/v1/forms/${form.id}/spam/test`, body, { key });

const resultOf = async (form: { id: string }, spam: object, last = 1_000): Promise<BackTestView> => {
  const { status, body } = await tryOn(form, { spam, last });
  expect(status).toBe(200);
  return body.data;
};

const HELD_BY_NOTHING = { held: 0, ids: [], not_recorded: 0 };

it('tells what each check would have held of accepted and quarantined submissions, newest first', async () => {
  const form = await aTextForm();
  const linked = await send(form, { text: 'see www.a.example and www.b.example' });
  const filled = await send(form, { text: 'x', _gotcha: 'x' }); // held by the default
  const token = nonceFor(app, form);
  app.clock.forward({ seconds: 5 });
  const fast = await send(form, { text: 'www.a.example www.b.example', _nonce: token });

  const { looked_at: lookedAt, checks } = await resultOf(form, {
    links: 'observe',
    max_links: 1,
    too_fast: 'quarantine',
    min_seconds: 6,
  });
  expect(lookedAt).toBe(3);
  expect(checks).toEqual({
    honeypot: { held: 1, ids: [filled], not_recorded: 0 },
    too_fast: { held: 1, ids: [fast], not_recorded: 2 },
    links: { held: 2, ids: [fast, linked], not_recorded: 0 },
    repeated_text: HELD_BY_NOTHING,
    proof_of_work: { ...HELD_BY_NOTHING, not_recorded: 3 },
    siteverify: { ...HELD_BY_NOTHING, not_recorded: 3 },
  });
  expect((await resultOf(form, { honeypot: 'drop' })).checks.honeypot.held).toBe(1);
  expect((await resultOf(form, { honeypot: 'off' })).checks.honeypot.held).toBe(0);
});

it('starts from the settings of the form, and changes nothing', async () => {
  const form = await aTextForm();
  await setSettings(app.api, form, { spam: { links: 'observe', max_links: 0 } });
  await send(form, { text: 'www.a.example' });
  const before = await reload(app.api, form);
  const changes = () => app.database.query('select xmin::text, state, spam_reasons from submissions');
  const rows = await changes();
  expect((await resultOf(form, {})).checks.links.held).toBe(1);
  expect((await resultOf(form, { max_links: 1 })).checks.links.held).toBe(0);
  expect((await resultOf(form, { links: null })).checks.links.held).toBe(0);
  expect((await tryOn(form, {})).body.data.checks.links.held).toBe(1);
  expect(await reload(app.api, form)).toEqual(before);
  expect(await changes()).toEqual(rows);
});

it('looks at as many as it is asked for, the newest, and names twenty', async () => {
  const form = await aTextForm();
  const ids: string[] = [];
  for (let n = 0; n < 60; n += 1) ids.unshift(await send(form, { text: `www.example.com/${n}` }));
  const spam = { links: 'quarantine', max_links: 0 };
  for (const last of [1, 25, 51, 1_000]) {
    const { looked_at: lookedAt, checks } = await resultOf(form, spam, last);
    const expected = Math.min(last, 60);
    expect([lookedAt, checks.links.held]).toEqual([expected, expected]);
    expect(checks.links.ids).toEqual(ids.slice(0, Math.min(expected, 20)));
  }
});

it('finds the sixth and later submission with a text within an hour, whatever became of them', async () => {
  const form = await aTextForm();
  const ids: string[] = [];
  for (let n = 0; n < 8; n += 1)
    ids.unshift(
      await send(form, {
        text: n % 2 ? 'Buy our very fine watches' : ' BUY our  very fine watches ',
        ...(n === 3 && { _gotcha: 'x' }),
      }),
    );
  await send(form, { text: 'too short' });
  const { checks } = await resultOf(form, { repeated_text: 'quarantine' });
  expect(checks.repeated_text).toEqual({ held: 3, ids: ids.slice(0, 3), not_recorded: 0 });

  await app.database.query(`update submissions set received_at = received_at - interval '1 hour' where form_id = $1 and id <> all($2)`, [
    form.id,
    ids.slice(0, 3),
  ]);
  expect((await resultOf(form, { repeated_text: 'quarantine' })).checks.repeated_text.held).toBe(0);
});

it('leaves out submissions with a token, and tells of those from before anything was recorded', async () => {
  const form = await aTextForm();
  await send(form, { text: 'www.a.example' }, { authorization: `Bearer ${form.submission_token}` });
  const old = await send(form, { text: 'www.a.example' });
  await app.database.query('update submissions set signals = null where id = $1', [old]);
  const { looked_at: lookedAt, checks } = await resultOf(form, { links: 'quarantine', max_links: 0 });
  expect([lookedAt, checks.links.ids, checks.honeypot.not_recorded]).toEqual([1, [old], 1]);
});

describe('a key', () => {
  it('that may only read is allowed', async () => {
    const form = await aTextForm();
    expect((await tryOn(form, { last: 1 }, await app.key({ isReadOnly: true }))).status).toBe(200);
  });

  it('needs submissions:read', async () => {
    const form = await aTextForm();
    const key = await app.key({ scopes: allScopesBut('submissions:read') });
    expectError(await tryOn(form, { last: 1 }, key), 'insufficient_scope');
  });

  it('of another account does not find the form', async () => {
    const form = await aTextForm();
    expectError(await tryOn(form, { last: 1 }, (await app.stranger()).key), 'resource_not_found');
  });
});

it.each([
  [{ last: 0 }, 'last'],
  [{ last: 1_001 }, 'last'],
  [{ last: '5' }, 'last'],
  [{ spam: null }, 'spam'],
  [{ spam: { links: 'drop' } }, 'spam.links'],
  [{ spam: { unknown: 1 } }, 'spam.unknown'],
  [{ intake: {} }, 'intake'],
])('refuses %j at %s', async (body, member) => {
  const form = await aTextForm();
  const answer = await tryOn(form, body);
  expectError(answer, 'validation_failed');
  expect(Object.keys(answer.body.error!.details)).toEqual([member]);
});
