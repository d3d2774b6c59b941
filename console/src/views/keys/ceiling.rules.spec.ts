import type { CapabilitiesView, KeyView } from 'form-collection-client';
import { beyond } from './ceiling.rules';

const UNLIMITED = { read_per_minute: null, write_per_minute: null, destructive_per_minute: null };
const KEY: KeyView = {
  ...{ id: 'key', name: 'key', prefix: 'fck_AbCdEf01', status: 'active', revision: 1, current: false, secrets: [] },
  ...{ scopes: ['forms:read', 'keys:manage'], form_access_mode: 'all', writes_enabled: true, rate_limits: UNLIMITED },
  ...{ expires_at: '2027-01-01T00:00:00.000Z', created_at: '2026-01-01T00:00:00.000Z' },
  ...{ last_used_at: null, created_by_key_id: null, revoked_at: null, exposed_at: null },
};
const RIGHTS = {
  ...{ scopes: KEY.scopes, writes_enabled: true },
  rate_limits: { read_per_minute: 100, write_per_minute: 100, destructive_per_minute: 100, user_aggregate_per_minute: 100 },
} as CapabilitiesView;
const why = (key: Partial<KeyView>, own: Partial<KeyView> | null = {}, rights: Partial<CapabilitiesView> = {}) =>
  beyond({ ...KEY, ...key }, { own: own && { ...KEY, id: 'own', ...own }, rights: { ...RIGHTS, ...rights } });

it.each([
  ['a key with the same rights', {}, {}],
  ['a key with fewer', { scopes: ['forms:read'] }, {}],
  ['one with some of its forms', { form_access_mode: 'selected', form_ids: ['a'] }, { form_access_mode: 'selected', form_ids: ['a', 'b'] }],
  ['itself, whatever it has', { id: 'own', scopes: ['forms:read', 'keys:manage'] }, { scopes: ['forms:read', 'keys:manage'] }],
  ['one with a limit below its own', { rate_limits: { ...UNLIMITED, read_per_minute: 100 } }, {}],
] as [string, Partial<KeyView>, Partial<KeyView>][])('a session may touch %s', (_, key, own) => {
  expect(why(key, own)).toBeNull();
});

it.each([
  ['may do what', { scopes: ['forms:read', 'forms:delete'] }, {}],
  ['sees all forms', {}, { form_access_mode: 'selected', form_ids: ['a'] }],
  ['does not see', { form_access_mode: 'selected', form_ids: ['a', 'c'] }, { form_access_mode: 'selected', form_ids: ['a'] }],
  [
    'does not see',
    { form_access_mode: 'selected', form_ids: ['a'], further_form_count: 1 },
    { form_access_mode: 'selected', form_ids: ['a'] },
  ],
  ['more requests', { rate_limits: { ...UNLIMITED, write_per_minute: 101 } }, {}],
  ['more requests', {}, { rate_limits: { ...UNLIMITED, write_per_minute: 100 } }],
  ['lasts longer', { expires_at: '2027-01-01T00:00:00.001Z' }, {}],
] as [string, Partial<KeyView>, Partial<KeyView>][])('and says of another one that it %s', (words, key, own) => {
  expect(why(key, own)).toContain(words);
});

it('the owner may touch every key, and a session that only reads none', () => {
  expect(why({ expires_at: '2099-01-01T00:00:00.000Z' }, null)).toBeNull();
  expect(why({}, null, { writes_enabled: false })).toContain('only reads');
});
