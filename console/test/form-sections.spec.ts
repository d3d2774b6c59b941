import { settingsOf } from '../../src/forms/settings/form-settings.rules';
import type { FormDocument } from '../src/views/form/settings';
import { SET_WORDS } from '../src/views/form/set-words.rules';

const aDocument = (form: object, settings: Parameters<typeof settingsOf>[0] = {}): FormDocument =>
  ({
    ...settingsOf(settings),
    unmatched: [],
    form: { validate_fields: true, notifications_enabled: false, allowed_origins: [], fields: [], ...form },
  }) as unknown as FormDocument;

const wordsOf = (document: FormDocument) => Object.fromEntries(Object.entries(SET_WORDS).map(([title, words]) => [title, words(document)]));

describe('what is set in the sections of a form', () => {
  it('is told where nothing was changed', () => {
    expect(wordsOf(aDocument({}))).toEqual({
      'Names without a field': 'none',
      General: 'values are checked against the fields',
      Origins: 'all websites may send',
      Page: 'in the language of the visitor',
      Notifications: 'no mails',
      Spam: 'hidden field; 5 checks off',
      'Places and hours': 'always open, without a limit',
      Uniqueness: 'none',
      Visitors: 'addresses are not confirmed',
      Retention: 'kept for ever',
    });
  });

  it('is told in a line', () => {
    const fields = [{ name: 'email', label: 'E-mail' }];
    const form = {
      validate_fields: false,
      notifications_enabled: true,
      allowed_origins: ['https://a.example', 'https://b.example'],
      fields,
    };
    const document = aDocument(form, {
      page: { title: 'Write to us', language: 'de', frame: 'none' },
      notifications: { to: ['office@example.com'] },
      spam: { honeypot: 'off', links: 'drop' as never },
      intake: { max_submissions: 1, opens_at: '2026-11-20T12:00:00Z', unique_by: 'email' },
      retention: { days: 30 },
    });
    expect(wordsOf(document)).toMatchObject({
      General: 'values are stored as they are sent',
      Origins: 'https://a.example and 1 more',
      Page: '“Write to us”; in German; in no frame',
      Notifications: 'mails to office@example.com',
      Spam: 'web addresses; 5 checks off',
      'Places and hours': '1 submission at most; opens 20 Nov 2026',
      Uniqueness: 'only one by E-mail',
      Retention: 'deleted after 30 days',
    });
  });
});
