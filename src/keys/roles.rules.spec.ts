import { type Scope, SCOPES } from '../api/auth/caller';
import { type Role, roleOf, ROLES } from './roles.rules';

const all = Object.keys(ROLES) as Role[];
const SCOPES_OF: Record<Role, readonly Scope[]> = ROLES;
const without = (role: Role): Scope[] => SCOPES.filter((scope) => !SCOPES_OF[role].includes(scope));

it('gives the owner everything', () => {
  expect(without('owner')).toEqual([]);
});

it('gives the editor no keys and nothing that cannot be taken back', () => {
  expect(without('editor')).toEqual(['forms:delete', 'submissions:delete', 'keys:manage']);
});

it('lets the reader change nothing but the marks of submissions, and the viewer nothing', () => {
  const changes = (role: Role): string[] => ROLES[role].filter((scope) => !scope.endsWith(':read'));
  expect([changes('reader'), changes('viewer')]).toEqual([['submissions:update'], []]);
});

it('shows labels and names to every role, which are those of forms', () => {
  expect(all.filter((role) => !SCOPES_OF[role].includes('forms:read'))).toEqual([]);
});

it.each(all)('finds the role %s by its scopes in any order', (role) => {
  expect(roleOf([...ROLES[role]].reverse())).toBe(role);
});

it.each([[['forms:read']], [['forms:read', 'forms:read', 'submissions:read']], [[]], [['forms:read', 'submissions:read', 'keys:manage']]])(
  'finds none for %j',
  (scopes) => {
    expect(roleOf(scopes)).toBeNull();
  },
);
