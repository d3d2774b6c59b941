import { AccountsService } from '../../../src/accounts/accounts.service';
import { expectError, expectFieldErrors } from '../../support/api';
import type { TestApp } from '../../support/app';
import { allScopesBut, shareApp } from '../../support/app';
import { aForm, anEnabledForm, type CreatedForm, etagOf, reload } from '../../support/forms';

let app: TestApp;
beforeAll(async () => {
  app = await shareApp();
});
afterAll(() => app.close());

const path = ({ id }: { id: string }) => `/v1/forms/${id}/settings`;

const edit = (form: CreatedForm, patch: object, ifMatch = form.etag) => app.api.patch(path(form), patch, { ifMatch });

const DEFAULTS = {
  page: {
    title: null,
    intro: null,
    submit_label: null,
    thanks_title: null,
    thanks_text: null,
    redirect_url: null,
    language: 'auto',
    time_zone: null,
    accent_color: null,
    frame: 'allowed_origins',
  },
  notifications: { to: [], reply_to_field: null },
  spam: {
    honeypot: 'quarantine',
    too_fast: 'off',
    min_seconds: 3,
    links: 'off',
    max_links: 10,
    repeated_text: 'off',
    proof_of_work: 'off',
    siteverify: { level: 'off', provider: null, site_key: null, secret_name: null },
  },
  intake: {
    unique_by: null,
    on_duplicate: 'refuse',
    max_submissions: null,
    max_stored_bytes: null,
    places: {},
    opens_at: null,
    closes_at: null,
    per_address_per_minute: null,
    ignored_names: [],
  },
  notices: { mail: true },
  retention: { days: null },
  respondent: { address_field: null, confirm: 'off' },
  quarantined: 0,
  fields_locked: false,
  unmatched: [],
};

const FULL = {
  page: {
    title: 'Write to us',
    intro: 'First line\nSecond line',
    submit_label: 'Off it goes',
    thanks_title: 'Merci',
    thanks_text: 'We answer soon.',
    redirect_url: 'https://www.example.com/thanks?from=form',
    language: 'de',
    time_zone: 'Europe/Berlin',
    accent_color: '#0B6e4f',
    frame: 'none',
  },
  notifications: { to: ['a@example.com', 'b@example.com'], reply_to_field: 'email' },
  spam: {
    honeypot: 'drop',
    too_fast: 'observe',
    min_seconds: 5,
    links: 'quarantine',
    max_links: 0,
    repeated_text: 'observe',
    proof_of_work: 'require',
    siteverify: { level: 'off', provider: 'hcaptcha', site_key: 'site-key', secret_name: null },
  },
  intake: {
    unique_by: 'email',
    on_duplicate: 'thank',
    max_submissions: 100,
    max_stored_bytes: 1_000_000,
    places: {},
    opens_at: '2026-11-20T21:26:00.000Z',
    closes_at: '2036-11-20T21:26:00.000Z',
    per_address_per_minute: 600,
    ignored_names: ['utm_source', 'Your e-mail', '_subject', '😀'.repeat(64)],
  },
  retention: { days: 365 },
  respondent: { address_field: 'email', confirm: 'off' },
};

const READ = { ...FULL, notices: { mail: true }, quarantined: 0, retention_due: 0, fields_locked: false, unmatched: [] };

const NO_MAIL_SERVER = expect.stringContaining('notifications_enabled has no effect, since the service has no mail server');

const aReadyForm = () =>
  aForm(app.api, {
    allowed_origins: ['https://*.example.com'],
    fields: [
      { name: 'email', type: 'string', validation: 'email' },
      { name: 'age', type: 'number' },
    ],
  });

describe('GET settings', () => {
  it('shows the defaults of a new form with the ETag of the form', async () => {
    const form = await aForm(app.api);
    const answer = await app.api.get(path(form));
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(DEFAULTS);
    expect(answer.etag).toBe(form.etag);
  });

  it('needs the scope forms:read and finds no form of another account', async () => {
    const form = await aForm(app.api);
    const key = await app.key({ scopes: allScopesBut('forms:read') });
    expectError(await app.api.as(key).get(path(form)), 'insufficient_scope');
    expectError(await app.api.as((await app.stranger()).key).get(path(form)), 'resource_not_found');
  });
});

describe('PATCH settings', () => {
  it('sets every member, and counts a revision of the form', async () => {
    const form = await aReadyForm();
    const answer = await edit(form, FULL);
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual(READ);
    expect(answer.etag).toBe(`"f-${form.id}-2"`);
    expect((await app.api.get(path(form))).body.data).toEqual(READ);
    expect(await reload(app.api, form)).toMatchObject({ revision: 2, etag: answer.etag });
  });

  it('keeps what it leaves out, and sets the default for null', async () => {
    const form = await aReadyForm();
    const first = await edit(form, FULL);
    const patch = { page: { title: null, language: null, frame: null }, notifications: { to: null } };
    const second = await edit(form, patch, first.etag);
    expect(second.body.data).toEqual({
      ...READ,
      page: { ...FULL.page, title: null, language: 'auto', frame: 'allowed_origins' },
      notifications: { to: [], reply_to_field: 'email' },
    });
  });

  it('stores only what differs from the defaults', async () => {
    const form = await aReadyForm();
    await edit(form, { page: { title: '  ', intro: ' Hello ', language: 'auto' }, notifications: { to: [] } });
    const [row] = await app.database.query('select settings from forms where id = $1', [form.id]);
    expect(row).toEqual({ settings: { page: { intro: 'Hello' } } });
  });

  it.each([[{}], [{ page: {} }], [{ page: { language: 'auto', title: null }, notifications: { to: [] } }]])(
    'counts no revision when nothing changes: %j',
    async (patch) => {
      const form = await aForm(app.api);
      const answer = await edit(form, patch);
      expect({ status: answer.status, etag: answer.etag }).toEqual({ status: 200, etag: form.etag });
    },
  );

  it('accepts a merge patch by its media type', async () => {
    const form = await aForm(app.api);
    const headers = { 'content-type': 'application/merge-patch+json' };
    const answer = await app.api.patch(path(form), { page: { title: 'A' } }, { ifMatch: form.etag, headers });
    expect(answer.body.data.page.title).toBe('A');
  });

  it('requires the current ETag of the form', async () => {
    const form = await aForm(app.api);
    expectError(await app.api.patch(path(form), { page: { title: 'A' } }), 'precondition_required');
    expectError(await edit(form, { page: { title: 'A' } }, '"f-1"'), 'precondition_failed');
    await app.api.patch(`/v1/forms/${form.id}`, { name: 'Edited' }, { ifMatch: form.etag });
    expectError(await edit(form, { page: { title: 'A' } }), 'precondition_failed');
  });

  it('needs the scope forms:update', async () => {
    const form = await aForm(app.api);
    const api = app.api.as(await app.key({ scopes: allScopesBut('forms:update') }));
    expectError(await api.patch(path(form), { page: {} }, { ifMatch: form.etag }), 'insufficient_scope');
  });

  it('is recorded in the audit trail with both revisions', async () => {
    const form = await aForm(app.api);
    await edit(form, { page: { title: 'A' } });
    const events = await app.database.query(
      `select action, revision_before as "before", revision_after as "after" from audit_events
        where form_id = $1 order by id desc limit 1`,
      [form.id],
    );
    expect(events).toEqual([{ action: 'PATCH /v1/forms/:form/settings', before: 1, after: 2 }]);
  });

  it.each<[string, object, string[]]>([
    ['an unknown section', { mails: {} }, ['mails']],
    ['unknown members', { page: { name: 'x' }, notifications: { cc: [] } }, ['page.name', 'notifications.cc']],
    ['a null section', { page: null, notifications: null }, ['page', 'notifications']],
    ['a list in place of a section', { page: [{ title: 'x' }] }, ['page']],
    ['a text in place of a section', { page: 'x' }, ['page']],
    [
      'long lines',
      { page: { title: 'x'.repeat(256), submit_label: 'x'.repeat(256), thanks_title: 'x'.repeat(256) } },
      ['page.title', 'page.submit_label', 'page.thanks_title'],
    ],
    ['long texts', { page: { intro: 'x'.repeat(4001), thanks_text: '😀'.repeat(4001) } }, ['page.intro', 'page.thanks_text']],
    ['a heading of several lines', { page: { title: 'a\nb' } }, ['page.title']],
    ['control characters', { page: { intro: 'a\u0007b' } }, ['page.intro']],
    ['an unknown language', { page: { language: 'it' } }, ['page.language']],
    ['an unknown frame', { page: { frame: 'all' } }, ['page.frame']],
    ['an unknown time zone', { page: { time_zone: 'Europe/Nowhere' } }, ['page.time_zone']],
    ['an offset for a time zone', { page: { time_zone: '+01:00' } }, ['page.time_zone']],
    ['no color', { page: { accent_color: 'red' } }, ['page.accent_color']],
    ['a color of four digits', { page: { accent_color: '#1234' } }, ['page.accent_color']],
    ['a color with more behind it', { page: { accent_color: '#123;}' } }, ['page.accent_color']],
    ['an address of another scheme', { page: { redirect_url: 'javascript:alert(1)' } }, ['page.redirect_url']],
    ['a relative address', { page: { redirect_url: '/thanks' } }, ['page.redirect_url']],
    ['a foreign origin', { page: { redirect_url: 'https://evil.example/' } }, ['page.redirect_url']],
    ['the apex of a wildcard', { page: { redirect_url: 'https://example.com/' } }, ['page.redirect_url']],
    [
      'six recipients',
      { notifications: { to: ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.com`) } },
      ['notifications.to'],
    ],
    ['a recipient twice', { notifications: { to: ['a@example.com', 'A@example.com'] } }, ['notifications.to']],
    ['a text in place of recipients', { notifications: { to: 'a@example.com' } }, ['notifications.to']],
    [
      'what is no recipient',
      { notifications: { to: ['a@example.com', 'A <b@example.com>', 'c@example.com\r\nBcc: d@example.com', 7] } },
      ['notifications.to.1', 'notifications.to.2', 'notifications.to.3'],
    ],
    ['a field that does not exist', { notifications: { reply_to_field: 'mail' } }, ['notifications.reply_to_field']],
    ['a field of another type', { notifications: { reply_to_field: 'age' } }, ['notifications.reply_to_field']],
    [
      'unknown levels and members of checks',
      { spam: { honeypot: 'require', too_fast: 'drop', links: true, altcha: 1 } },
      ['spam.altcha', 'spam.honeypot', 'spam.too_fast', 'spam.links'],
    ],
    ['numbers of checks out of their range', { spam: { min_seconds: 0, max_links: 1001 } }, ['spam.min_seconds', 'spam.max_links']],
    [
      'limits of no meaning',
      { intake: { on_duplicate: 'drop', max_submissions: -1, opens_at: '2026-11-20', closes_at: 'soon' } },
      ['intake.on_duplicate', 'intake.max_submissions', 'intake.opens_at', 'intake.closes_at'],
    ],
    ['a limit by address below its range', { intake: { per_address_per_minute: 0 } }, ['intake.per_address_per_minute']],
    ['a limit by address in another type', { intake: { per_address_per_minute: '10' } }, ['intake.per_address_per_minute']],
    ['a limit by address above its range', { intake: { per_address_per_minute: 601 } }, ['intake.per_address_per_minute']],
    [
      'places that are no numbers',
      { intake: { places: { room: { A: 1.5, B: '2', C: 1_000_001 }, day: 7 } } },
      ['intake.places.room.A', 'intake.places.room.B', 'intake.places.room.C', 'intake.places.day'],
    ],
    [
      'what is no name',
      { intake: { ignored_names: ['', 'a\nb', 'x'.repeat(65), 7, null, 'ok'] } },
      [0, 1, 2, 3, 4].map((index) => `intake.ignored_names.${index}`),
    ],
    ['a name twice', { intake: { ignored_names: ['a', 'a'] } }, ['intake.ignored_names']],
    ['a name in place of names', { intake: { ignored_names: 'a' } }, ['intake.ignored_names']],
    ['51 names', { intake: { ignored_names: Array.from({ length: 51 }, (_, index) => `n${index}`) } }, ['intake.ignored_names']],
    ['an address in a field of numbers', { respondent: { address_field: 'age' } }, ['respondent.address_field']],
    ['a confirmation of nothing', { respondent: { confirm: 'ask' } }, ['respondent.address_field']],
    ['a confirmation of no meaning', { respondent: { address_field: 'email', confirm: 'maybe' } }, ['respondent.confirm']],
    ['a confirmation that not all need', { respondent: { address_field: 'email', confirm: 'require' } }, ['respondent.confirm']],
    ['a number for a text', { page: { title: 7, redirect_url: 7 } }, ['page.title', 'page.redirect_url']],
  ])('answers 422 for %s and changes nothing', async (_, patch, paths) => {
    const form = await aReadyForm();
    expectFieldErrors(await edit(form, patch), ...paths);
    expect((await app.api.get(path(form))).body.data).toEqual(DEFAULTS);
    expect(await etagOf(app.api, form)).toBe(form.etag);
  });

  it('accepts texts of the greatest length, counted in characters', async () => {
    const form = await aForm(app.api);
    const page = { title: '😀'.repeat(255), intro: '😀'.repeat(4000), thanks_text: 'a\r\n\tb' };
    expect((await edit(form, { page })).body.data.page).toMatchObject(page);
  });

  it('refuses a redirect where every origin may submit', async () => {
    for (const allowed_origins of [[], ['*']]) {
      const form = await aForm(app.api, { allowed_origins });
      const answer = await edit(form, { page: { redirect_url: 'https://www.example.com/' } });
      expectFieldErrors(answer, 'page.redirect_url');
    }
  });
});

describe('warnings', () => {
  it('tell of settings that a later edit of the form has made pointless, and end with it', async () => {
    const form = await aReadyForm();
    const patch = { page: FULL.page, notifications: FULL.notifications };
    await edit(form, patch);
    const field = form.fields[0]!.id;
    await app.api.delete(`/v1/forms/${form.id}/fields/${field}`, { ifMatch: await etagOf(app.api, form) });
    const origins = { allowed_origins: ['https://other.example'] };
    await app.api.patch(`/v1/forms/${form.id}`, origins, { ifMatch: await etagOf(app.api, form) });
    const { page, notifications, warnings, warning_details } = (await app.api.get(path(form))).body.data;
    expect({ page, notifications }).toEqual(patch);
    expect(warnings).toEqual([
      expect.stringContaining('page.redirect_url is not used'),
      expect.stringContaining('notifications.reply_to_field is not used'),
    ]);
    expect(warning_details).toEqual([
      { path: 'page.redirect_url', message: expect.stringMatching(/^is not used/) },
      { path: 'notifications.reply_to_field', message: expect.stringMatching(/^is not used/) },
    ]);
    const cleared = { page: { redirect_url: null }, notifications: { reply_to_field: null } };
    const { body } = await edit(form, cleared, await etagOf(app.api, form));
    expect(body.data).not.toHaveProperty('warnings');
    expect(body.data).not.toHaveProperty('warning_details');
  });

  it('tell that an enabled form without origins admits everybody, and nothing of one that names * or is disabled', async () => {
    const form = await anEnabledForm(app.api);
    const warningsOf = async () => (await app.api.get(path(form))).body.data.warnings;
    const set = async (members: object) => app.api.patch(`/v1/forms/${form.id}`, members, { ifMatch: await etagOf(app.api, form) });
    expect(await warningsOf()).toEqual([expect.stringMatching(/^allowed_origins is empty/)]);
    await set({ allowed_origins: ['*'] });
    expect(await warningsOf()).toBeUndefined();
    await set({ allowed_origins: [], status: 'disabled' });
    expect(await warningsOf()).toBeUndefined();
  });

  it('tell of origins that let in whoever wants to, and those of registries are refused', async () => {
    const form = await aForm(app.api, { allowed_origins: ['https://www.example.com', 'null', 'https://*.github.io'] });
    const { warnings } = (await app.api.get(path(form))).body.data;
    expect(warnings).toEqual([expect.stringContaining('null'), expect.stringContaining('https://*.github.io')]);
    const origins = { allowed_origins: ['http://*.co.uk', 'javascript://localhost', 'capacitor://localhost'] };
    const answer = await app.api.patch(`/v1/forms/${form.id}`, origins, { ifMatch: await etagOf(app.api, form) });
    expectFieldErrors(answer, 'allowed_origins.0', 'allowed_origins.1');
    await app.database.query('update forms set allowed_origins = $2 where id = $1', [form.id, ['http://*.co.uk']]);
    expect((await app.api.get(path(form))).body.data.warnings).toEqual([expect.stringContaining('http://*.co.uk')]);
  });

  it('tell that notifications are on and reach nobody', async () => {
    const form = await aForm(app.api, { notifications_enabled: true });
    const warningsOf = async () => (await app.api.get(path(form))).body.data.warnings;
    expect(await warningsOf()).toEqual([expect.stringContaining('nobody is notified'), NO_MAIL_SERVER]);
    const accounts = app.app.get(AccountsService);
    await accounts.setNotifyEmail(app.accountId, 'owner@example.com');
    expect(await warningsOf()).toEqual([NO_MAIL_SERVER]);
    await accounts.setNotifyEmail(app.accountId, null);
    const answer = await edit(form, { notifications: { to: ['owner@example.com'] } });
    expect(answer.body.data.warnings).toEqual([NO_MAIL_SERVER]);
  });
});
