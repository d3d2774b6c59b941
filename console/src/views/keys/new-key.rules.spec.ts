import type { Key } from 'form-collection-client';
import { bodyOf, faultsIn, type NewKey, periodsOf, scopesFor } from './new-key.rules';

const HELD: Key['scopes'] = ['forms:read', 'forms:update', 'submissions:read', 'keys:manage'];
const WISH: NewKey = {
  ...{ purpose: 'choice', name: ' Sheet ', scopes: new Set(), forms: null, days: 30, isReadOnly: false, limits: {} },
};
const NOW = Date.parse('2026-11-26T12:00:00Z');
const lasting = (days: number) => ({ expires_at: new Date(NOW + days * 86_400_000).toISOString() }) as Key;

it('a program that reads gets the scopes for it that the session has, and changes nothing', () => {
  const body = bodyOf({ ...WISH, purpose: 'reading' }, HELD);
  expect(body).toMatchObject({ name: 'Sheet', scopes: ['forms:read', 'submissions:read'], writes_enabled: false, form_access_mode: 'all' });
});

it('everything is what the session has, and a choice never more', () => {
  expect(scopesFor({ purpose: 'everything', scopes: new Set() }, HELD)).toEqual(HELD);
  expect(scopesFor({ purpose: 'choice', scopes: new Set(['forms:delete', 'keys:manage']) }, HELD)).toEqual(['keys:manage']);
});

it('chosen forms, an end and limits are told, and what was left empty is not', () => {
  const limits = { read_per_minute: '60', write_per_minute: ' ' };
  expect(bodyOf({ ...WISH, forms: new Set(['a']), limits, isReadOnly: true }, HELD)).toEqual({
    ...{ name: 'Sheet', scopes: [], form_access_mode: 'selected', form_ids: ['a'], expires_in: 2_592_000 },
    ...{ writes_enabled: false, rate_limits: { read_per_minute: 60 } },
  });
  expect(bodyOf({ ...WISH, days: null }, HELD)).not.toHaveProperty('expires_in');
});

it('a limit that is no number is refused, since it would be none, and so is a choice of nothing', () => {
  const scopes = new Set(['forms:read'] as const);
  expect(faultsIn({ ...WISH, scopes, limits: { read_per_minute: 'many' } })).toHaveProperty('rate_limits');
  expect(faultsIn({ ...WISH, scopes, limits: { read_per_minute: ' 60 ', write_per_minute: '' } })).toEqual({});
  expect(Object.keys(faultsIn({ ...WISH, forms: new Set() }))).toEqual(['scopes', 'form_ids']);
});

it('a key lasts no longer than the one that makes it', () => {
  expect(periodsOf({ own: null, rights: {} as never }, NOW)).toEqual([7, 30, 90, 365]);
  expect(periodsOf({ own: lasting(60), rights: {} as never }, NOW)).toEqual([7, 30]);
  expect(periodsOf({ own: lasting(1), rights: {} as never }, NOW)).toEqual([]);
});
