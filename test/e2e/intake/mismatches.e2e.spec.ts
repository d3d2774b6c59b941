import { MismatchesService } from '../../../src/intake/mismatches/mismatches.service';
import type { FormSettingsView } from '../../../src/forms/settings/form-settings.dto';
import { expectError } from '../../support/api';
import { startApp, type TestApp } from '../../support/app';
import { aField, anEnabledForm, type CreatedForm, etagOf, setSettings } from '../../support/forms';
import * as forms from '../../support/forms';
import { storedIn, submitPairs } from '../../support/intake';

let app: TestApp;
beforeAll(async () => {
  app = await startApp({ trustProxy: ['loopback'] });
});
afterAll(() => app.close());

let visitors = 0;
const from = (address: string) => ({ 'x-forwarded-for': address });
/** Of a visitor who was not here before. */
const aVisitor = () => from(`10.3.${(++visitors / 200) | 0}.${visitors % 200}`);

const aSubmission: typeof forms.aSubmission = (api, form, fields, headers = aVisitor()) => forms.aSubmission(api, form, fields, headers);
const submit: typeof forms.submit = (api, form, fields, headers = aVisitor()) => forms.submit(api, form, fields, headers);

const FIELDS = [
  { name: 'email', type: 'string', required: true, validation: 'email' },
  { name: 'plan', type: 'file' },
];

const aFormOfPages = (members: object = {}) => anEnabledForm(app.api, { fields: FIELDS, ...members });

const path = ({ id }: { id: string }) => `/v1/forms/${id}/settings`;

/** The settings once everything that was counted is stored. */
async function settingsOf(form: { id: string }): Promise<FormSettingsView> {
  await app.app.get(MismatchesService).flush();
  return (await app.api.get<FormSettingsView>(path(form))).body.data;
}

const namesOf = async (form: { id: string }) => (await settingsOf(form)).unmatched.map(({ name, count }) => [name, count]);

/** Those of names. Every page may submit to these forms. */
const warningsOf = async (form: { id: string }) =>
  ((await settingsOf(form)).warnings ?? []).filter((text) => !text.startsWith('allowed_origins'));

async function times(count: number, act: () => Promise<unknown>): Promise<void> {
  for (let done = 0; done < count; done += 1) await act();
}

/** As if everything had been counted some days earlier. */
const ageBy = (form: { id: string }, days: number) =>
  app.database.query(`update form_mismatches set day = day - $2::int where form_id = $1`, [form.id, days]);

describe('unmatched names', () => {
  it('are counted with their last time, the most frequent first, refused submissions included', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1', company: 'ACME' });
    expect((await submit(app.api, form, { mail: 'ada@example.com', phone: '2' })).status).toBe(422);
    await submitPairs(app.api, form, [
      ['phone', ''],
      ['email', 'ada@example.com'],
    ]);
    const { unmatched } = await settingsOf(form);
    expect(unmatched.map(({ name, count }) => [name, count])).toEqual([
      ['phone', 3],
      ['mail', 1],
      ['company', 1],
    ]);
    const age = app.clock.now().getTime() - new Date(unmatched[0]!.last_seen_at).getTime();
    expect(age).toBeGreaterThanOrEqual(0);
    expect(age).toBeLessThan(60_000);
  });

  it('have no control names, no settings of other services, and no values', async () => {
    const form = await aFormOfPages();
    const control = { _gotcha: '', _redirect: 'https://a.example', _next: '', _altcha: '', _nonce: '', _key: '' };
    const settings = { 'form-name': 'a', _subject: 'a', _cc: 'a@example.com', 'g-recaptcha-response': 'a', _captcha: 'false' };
    await aSubmission(app.api, form, { email: 'ada@example.com', ...control, ...settings, _phone: 'secret value' });
    expect(await namesOf(form)).toEqual([['_phone', 1]]);
    const rows = await app.database.query('select * from form_mismatches where form_id = $1', [form.id]);
    expect(JSON.stringify(rows)).not.toContain('secret value');
  });

  it('are named without control characters, and cut to 64 characters', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', 'a\n\tb\u0085': 1, [`${'😀'.repeat(64)}x`]: 1, '\u0007': 1 });
    expect((await namesOf(form)).map(([name]) => name).sort()).toEqual(['ab', '😀'.repeat(64)]);
  });

  it('have the name of a file that no field takes', async () => {
    const form = await aFormOfPages();
    const body = new FormData();
    body.set('email', 'ada@example.com');
    body.set('photo', new Blob(['hello']), 'a.txt');
    const answer = await fetch(`${app.api.baseUrl}/api/v1/forms/${form.id}/submit`, { method: 'POST', body });
    expect(answer.status).toBe(422);
    expect(await namesOf(form)).toEqual([['photo', 1]]);
  });

  it.each([
    ['does not validate', { validate_fields: false }],
    ['has no fields', { fields: [] }],
  ])('are not counted for a form that %s', async (_, members) => {
    const form = await aFormOfPages(members);
    await aSubmission(app.api, form, { phone: '1' });
    expect(await namesOf(form)).toEqual([]);
  });

  it('are not those of programs that fill in the honeypot', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', _gotcha: 'x', website: 'https://spam.example' });
    expect(await namesOf(form)).toEqual([]);
  });

  it('are gone once a field has the name', async () => {
    const form = await aFormOfPages();
    await times(12, () => aSubmission(app.api, form, { email: 'ada@example.com', phone: '1', company: 'ACME' }));
    expect(await warningsOf(form)).toEqual([expect.stringContaining('"company" and "phone"')]);
    await aField(app.api, form, { name: 'phone' });
    expect(await namesOf(form)).toEqual([['company', 12]]);
    expect(await warningsOf(form)).toEqual([expect.stringMatching(/: "company"\. /)]);
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    expect(await namesOf(form)).toEqual([['company', 12]]);
  });

  it('are at most 50 of a form, the most frequent ones', async () => {
    const form = await aFormOfPages();
    const names = (prefix: string, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`${prefix}${index}`, 1]));
    for (const count of [40, 30, 20]) await aSubmission(app.api, form, { email: 'ada@example.com', ...names('a', count) });
    expect(await namesOf(form)).toHaveLength(40);
    await aSubmission(app.api, form, { email: 'ada@example.com', ...names('b', 90) });
    const kept = await namesOf(form);
    expect(kept).toHaveLength(50);
    expect(kept.slice(0, 30).every(([name, count]) => String(name).startsWith('a') && Number(count) >= 2)).toBe(true);
    const [stored] = await app.database.query('select count(*)::int as count from form_mismatches where form_id = $1', [form.id]);
    expect(stored).toEqual({ count: 50 });
  });

  it('are counted by the addresses from which they come, by networks of IPv6, and no address is stored', async () => {
    const form = await aFormOfPages();
    for (const address of ['192.0.2.7', '192.0.2.7', '2001:db8::1', '2001:db8::ffff', '2001:db8:0:1::1', '192.0.2.8'])
      await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' }, from(address));
    expect(await namesOf(form)).toEqual([['phone', 4]]);
    const other = await aFormOfPages();
    await aSubmission(app.api, other, { email: 'ada@example.com', phone: '1' }, from('192.0.2.7'));
    await settingsOf(other);
    const rows = await app.database.query<{ visitors: string[] }>('select * from form_mismatches where form_id = any($1)', [
      [form.id, other.id],
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2|2001:db8/);
    expect(new Set(rows.flatMap((row) => row.visitors)).size).toBe(5);
  });

  it('stay when one visitor makes up hundreds of others, before or after them, and those are never warned of', async () => {
    const form = await aFormOfPages();
    const made = (post: number) =>
      Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`made up ${post} ${index} ${'x'.repeat(40)}`, 1]));
    const flood = async (address: string, isRepeated: boolean) => {
      for (let post = 0; post < 15; post += 1)
        await submit(app.api, form, { email: 'ada@example.com', ...made(isRepeated ? 0 : post) }, from(address));
      await settingsOf(form);
    };
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await settingsOf(form);
    await flood('2001:db8:1::1', false);
    await flood('2001:db8:1::2', true);
    await aSubmission(app.api, form, { email: 'ada@example.com', company: 'ACME' });
    await settingsOf(form);
    await flood('2001:db8:1::3', true);
    const kept = (await namesOf(form)).map(([name]) => name);
    expect(kept).toHaveLength(50);
    expect(kept).toEqual(expect.arrayContaining(['phone', 'company']));
    expect(await warningsOf(form)).toEqual([]);
  });

  it('that were counted before visitors were told apart count as one of each day', async () => {
    const form = await aFormOfPages();
    for (const day of [0, 1])
      await app.database.query(
        `insert into form_mismatches (form_id, kind, name, day, count, seen_at)
          values ($1, 'unknown_name', 'phone', (now() at time zone 'utc')::date - $2::int, 7, now())`,
        [form.id, day],
      );
    await aSubmission(app.api, form, { email: 'ada@example.com', company: 'ACME' });
    expect(await namesOf(form)).toEqual([
      ['phone', 2],
      ['company', 1],
    ]);
  });

  it('are counted together from several processes, and while a process stops', async () => {
    const form = await aFormOfPages();
    const sibling = await app.sibling();
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await aSubmission(sibling.api, form, { email: 'ada@example.com', phone: '1' });
    await sibling.close();
    expect(await namesOf(form)).toEqual([['phone', 2]]);
  });

  it('are forgotten after 30 days', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1', company: 'ACME' });
    await settingsOf(form);
    await ageBy(form, 29);
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    expect(await namesOf(form)).toEqual([
      ['phone', 2],
      ['company', 1],
    ]);
    await ageBy(form, 1);
    expect(await namesOf(form)).toEqual([['phone', 1]]);
    await app.app.get(MismatchesService).sweep();
    const rows = await app.database.query('select name from form_mismatches where form_id = $1', [form.id]);
    expect(rows).toEqual([{ name: 'phone' }]);
  });

  it('change no ETag, and are read-only', async () => {
    const form = await aFormOfPages();
    const before = await etagOf(app.api, form);
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await settingsOf(form);
    const answer = await app.api.patch(path(form), { page: { title: 'A' } }, { ifMatch: before });
    expect(answer.body.data.unmatched).toEqual([{ name: 'phone', count: 1, last_seen_at: expect.any(String) }]);
    const refused = await app.api.patch(path(form), { unmatched: [] }, { ifMatch: answer.etag });
    expectError(refused, 'validation_failed');
    expect(refused.body.error!.details).toEqual({ unmatched: ['is read-only'] });
  });

  it('go with their form', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await settingsOf(form);
    await aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await app.api.delete(`/v1/forms/${form.id}`, { ifMatch: await etagOf(app.api, form) });
    await app.app.get(MismatchesService).flush();
    expect(await app.database.query('select name from form_mismatches where form_id = $1', [form.id])).toEqual([]);
  });
});

describe('ignored names', () => {
  it('are neither kept nor counted, and answers still name them', async () => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', utm_source: 'a' });
    expect(await namesOf(form)).toEqual([['utm_source', 1]]);
    await setSettings(app.api, form, { intake: { ignored_names: ['utm_source', 'Other name', 'ab'] } });
    expect(await namesOf(form)).toEqual([]);
    const answer = await submit(app.api, form, { email: 'ada@example.com', utm_source: 'a', 'Other name': 'b', kept: 'c', 'a\tb': 'd' });
    expect(answer.body.data.ignored_fields).toEqual(['utm_source', 'Other name', 'kept', 'a\tb']);
    expect((await storedIn(app.api, form))[0]).toMatchObject({ fields: { email: 'ada@example.com' }, other_values: { kept: 'c' } });
    expect(await namesOf(form)).toEqual([['kept', 1]]);
  });

  it('have no effect on a field of the same name, of which a warning tells', async () => {
    const form = await aFormOfPages();
    await setSettings(app.api, form, { intake: { ignored_names: ['email'] } });
    await aSubmission(app.api, form, { email: 'ada@example.com' });
    expect((await storedIn(app.api, form))[0]!.fields).toEqual({ email: 'ada@example.com' });
    expect(await warningsOf(form)).toEqual([expect.stringContaining('intake.ignored_names is not used for email')]);
  });
});

describe('warnings', () => {
  it('tell of no name that fewer than five visitors have sent, however often', async () => {
    const form = await aFormOfPages();
    const sendFrom = (host: number) => aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' }, from(`192.0.2.${host}`));
    for (const host of [1, 2, 3, 4]) await times(5, () => sendFrom(host));
    expect(await warningsOf(form)).toEqual([]);
    await sendFrom(5);
    expect(await warningsOf(form)).toEqual([expect.stringContaining('"phone"')]);
  });

  it('tell of a name that came ten times within a week', async () => {
    const form = await aFormOfPages();
    const send = () => aSubmission(app.api, form, { email: 'ada@example.com', phone: '1' });
    await times(9, send);
    expect(await warningsOf(form)).toEqual([]);
    await send();
    expect(await warningsOf(form)).toEqual([
      expect.stringContaining('ten times or more within a week, from five addresses or more: "phone".'),
    ]);
    await ageBy(form, 6);
    expect(await warningsOf(form)).toHaveLength(1);
    await ageBy(form, 1);
    expect(await warningsOf(form)).toEqual([]);
    expect(await namesOf(form)).toEqual([['phone', 10]]);
  });

  describe('of a required field that does not come', () => {
    let form: CreatedForm;
    const refused = async (fields: object) => expect((await submit(app.api, form, fields)).status).toBe(422);
    const missing = () => refused({ mail: 'ada@example.com' });
    const empty = () => refused({ email: '' });
    const told = async () => (await warningsOf(form)).filter((text) => text.startsWith('The field email is required'));
    beforeEach(async () => {
      form = await aFormOfPages();
    });

    it('come with the twentieth submission that was refused for it, and end when it is optional', async () => {
      await times(19, missing);
      expect(await told()).toEqual([]);
      await missing();
      expect(await told()).toEqual([expect.stringContaining('none of the last 20 submissions')]);
      const [{ id }] = (await app.api.get(`/v1/forms/${form.id}/fields`)).body.data as unknown as [{ id: string }];
      await app.api.patch(`/v1/forms/${form.id}/fields/${id}`, { required: false }, { ifMatch: await etagOf(app.api, form) });
      expect(await told()).toEqual([]);
    });

    it('begin to count again when it came empty, within one count or several', async () => {
      await times(15, missing);
      await empty();
      await times(10, missing);
      expect(await told()).toEqual([]);
      await times(9, missing);
      await empty();
      await times(19, missing);
      expect(await told()).toEqual([]);
      await missing();
      expect(await told()).toEqual([expect.stringContaining('the last 20')]);
      await ageBy(form, 3);
      await empty();
      expect(await told()).toEqual([]);
    });
  });

  it.each([
    ['_cc', 'notifications.to'],
    ['_autoresponse', 'email node'],
    ['_webhook', 'webhook node'],
  ])('tell for 30 days that %s has no effect here', async (name, advice) => {
    const form = await aFormOfPages();
    await aSubmission(app.api, form, { email: 'ada@example.com', [name]: 'a' });
    expect(await warningsOf(form)).toEqual([expect.stringContaining(advice)]);
    expect(await namesOf(form)).toEqual([]);
    await ageBy(form, 29);
    expect(await warningsOf(form)).toHaveLength(1);
    await ageBy(form, 1);
    expect(await warningsOf(form)).toEqual([]);
  });

  it('tell of such a setting of a form that takes everything, until it is ignored', async () => {
    for (const members of [{ validate_fields: false }, { fields: [] }]) {
      const form = await aFormOfPages(members);
      await aSubmission(app.api, form, { email: 'ada@example.com', _cc: 'a' });
      expect(await warningsOf(form)).toEqual([expect.stringContaining('_cc')]);
      await setSettings(app.api, form, { intake: { ignored_names: ['_cc'] } });
      expect(await warningsOf(form)).toEqual([]);
    }
  });
});
