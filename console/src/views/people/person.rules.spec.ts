import type { Key } from 'form-collection-client';
import { bodyOf, endsOf, faultsIn, type Invitation } from './person.rules';
import { ROLES } from './roles.rules';

const WISH: Invitation = { address: ' lena@example.com ', name: ' Lena ', role: 'reader', scopes: new Set(), forms: null, end: 'none' };
const NOW = Date.parse('2026-11-26T12:00:00Z');
const DAY_MS = 86_400_000;

it('an invitation has the scopes of its role, and no end where none was chosen', () => {
  expect(bodyOf(WISH, ROLES.owner)).toEqual({
    ...{ kind: 'person', person: { address: 'lena@example.com', name: 'Lena' }, scopes: [...ROLES.reader] },
    ...{ form_access_mode: 'all', expires_in: null },
  });
});

it('an own choice has what was ticked, as far as the session has it, with forms and an end', () => {
  const scopes = new Set(['forms:read', 'keys:manage'] as const);
  expect(bodyOf({ ...WISH, role: 'choice', scopes, forms: new Set(['a']), end: '30 days' }, ['forms:read'])).toMatchObject({
    ...{ scopes: ['forms:read'], form_access_mode: 'selected', form_ids: ['a'], expires_in: 2_592_000 },
  });
  expect(bodyOf({ ...WISH, end: '' }, ROLES.owner)).not.toHaveProperty('expires_in');
});

it('a choice of nothing is refused', () => {
  expect(Object.keys(faultsIn({ ...WISH, role: 'choice', forms: new Set() }))).toEqual(['scopes', 'form_ids']);
  expect(faultsIn(WISH)).toEqual({});
});

it.each([
  ['the owner by a link', null, ['none', '7 days', '30 days', '90 days', '365 days']],
  ['a person without an end', { kind: 'person', expires_at: null }, ['none', '7 days', '30 days', '90 days', '365 days']],
  ['a key that ends', { kind: 'key', expires_at: new Date(NOW + 60 * DAY_MS).toISOString() }, ['', '7 days', '30 days']],
])('%s gives no longer access than its own', (_, own, ends) => {
  expect(Object.keys(endsOf({ own: own as Key | null, rights: {} as never }, NOW))).toEqual(ends);
});
