import { roleOf, ROLES, rolesWithin } from './roles.rules';

it('a role is told from its scopes in any order, and everything else is a choice', () => {
  expect(roleOf([...ROLES.editor].reverse())).toBe('editor');
  expect(roleOf(ROLES.viewer)).toBe('viewer');
  expect(roleOf([...ROLES.viewer, 'submissions:delete'])).toBe('choice');
  expect(roleOf(['forms:read'])).toBe('choice');
});

it('nobody gives a role that may do more than they', () => {
  expect(rolesWithin(ROLES.owner)).toEqual(['owner', 'editor', 'reader', 'viewer']);
  expect(rolesWithin([...ROLES.reader, 'keys:manage'])).toEqual(['reader', 'viewer']);
  expect(rolesWithin(['keys:manage'])).toEqual([]);
});
