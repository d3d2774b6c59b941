import { referenceErrors, settingsWarnings } from './form-references.rules';
import { patchedSettings, settingsOf } from './form-settings.rules';
import type { StoredSettings } from './form-settings.dto';

const STORED: StoredSettings = { page: { title: 'Hello', language: 'de' }, notifications: { to: ['a@example.com'] } };

describe('the effective settings', () => {
  it('are the defaults where nothing is stored', () => {
    expect(settingsOf({})).toEqual({
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
    });
  });

  it('have what is stored, and defaults beside it', () => {
    const { page, notifications } = settingsOf({ ...STORED, notifications: { reply_to_field: 'email' } });
    expect(page).toMatchObject({ title: 'Hello', language: 'de', frame: 'allowed_origins' });
    expect(notifications).toEqual({ to: [], reply_to_field: 'email' });
  });
});

describe('a merge patch', () => {
  it('keeps what it leaves out', () => {
    expect(patchedSettings(STORED, { page: { intro: 'Write', title: undefined } })).toEqual({
      page: { title: 'Hello', language: 'de', intro: 'Write' },
      notifications: { to: ['a@example.com'] },
    });
    expect(patchedSettings(STORED, {})).toEqual(STORED);
  });

  it('stores no member that has its default', () => {
    const patch: StoredSettings = { page: { title: null, language: 'auto', frame: null }, notifications: { to: [] } };
    expect(patchedSettings(STORED, patch)).toEqual({});
    expect(patchedSettings({}, { page: { frame: 'allowed_origins', intro: null } })).toEqual({});
  });

  it('goes into objects, where null removes a member', () => {
    const stored: StoredSettings = { intake: { places: { day: { Monday: 3, Tuesday: 2 }, room: { A: 1 } } } };
    expect(patchedSettings(stored, { intake: { places: { day: { Monday: null, Friday: 5 }, room: null } } })).toEqual({
      intake: { places: { day: { Tuesday: 2, Friday: 5 } } },
    });
    expect(patchedSettings(stored, { intake: { places: null } })).toEqual({});
  });

  it('replaces a list as a whole', () => {
    const { notifications } = patchedSettings(STORED, { notifications: { to: ['b@example.com', 'c@example.com'] } });
    expect(notifications).toEqual({ to: ['b@example.com', 'c@example.com'] });
  });
});

describe('what settings refer to', () => {
  const form = (allowedOrigins: string[]) => ({
    allowedOrigins,
    secrets: new Map(),
    maxPerAddress: 600,
    validateFields: true,
    fields: [
      { name: 'email', type: 'string' as const, options: null, required: true, preset: 'email' as const },
      { name: 'age', type: 'number' as const, options: null, required: false, preset: null },
      { name: 'day', type: 'string' as const, options: ['Mon', 'Tue'], required: false, preset: null },
    ],
  });
  const redirect = { page: { redirect_url: 'https://www.example.com/thanks' } };

  it.each([['https://www.example.com'], ['https://*.example.com']])('admits a redirect by the entry %s', (origin) => {
    expect(referenceErrors(redirect, settingsOf(redirect), form([origin]))).toEqual([]);
    expect(settingsWarnings(settingsOf(redirect), form([origin]))).toEqual([]);
  });

  it.each([[[]], [['*']], [['https://example.com']], [['http://www.example.com', 'null']]])(
    'does not admit a redirect by %j',
    (origins) => {
      expect(referenceErrors(redirect, settingsOf(redirect), form(origins))).toMatchObject([{ path: 'page.redirect_url' }]);
      expect(settingsWarnings(settingsOf(redirect), form(origins))).toEqual([
        { path: 'page.redirect_url', message: expect.stringMatching(/^is not used/) },
      ]);
    },
  );

  it('is the highest limit by address that the operator allows', () => {
    const limit = (per_address_per_minute: number): StoredSettings => ({ intake: { per_address_per_minute } });
    const lowered = { ...form([]), maxPerAddress: 50 };
    expect(referenceErrors(limit(50), settingsOf(limit(50)), lowered)).toEqual([]);
    expect(settingsWarnings(settingsOf(limit(50)), lowered)).toEqual([]);
    expect(referenceErrors(limit(51), settingsOf(limit(51)), lowered)).toMatchObject([{ path: 'intake.per_address_per_minute' }]);
    expect(settingsWarnings(settingsOf(limit(51)), lowered)).toEqual([
      { path: 'intake.per_address_per_minute', message: expect.stringContaining('counts as 50') },
    ]);
  });

  it('has to be a text field for answers', () => {
    const answering = (name: string): StoredSettings => ({ notifications: { reply_to_field: name } });
    expect(referenceErrors(answering('email'), settingsOf(answering('email')), form([]))).toEqual([]);
    for (const name of ['age', 'other']) {
      expect(referenceErrors(answering(name), settingsOf(answering(name)), form([]))).toMatchObject([
        { path: 'notifications.reply_to_field' },
      ]);
      expect(settingsWarnings(settingsOf(answering(name)), form([]))).toEqual([
        { path: 'notifications.reply_to_field', message: expect.stringMatching(/^is not used/) },
      ]);
    }
  });
});
