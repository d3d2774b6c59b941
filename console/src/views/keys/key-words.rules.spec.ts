import { rightsInWords, scopesInWords } from './key-words.rules';

const ALL = [
  'forms:read',
  'forms:create',
  'forms:update',
  'forms:delete',
  'submissions:read',
  'submissions:update',
  'submissions:delete',
  'workflows:read',
  'workflows:write',
  'workflows:publish',
  'workflows:test',
  'keys:manage',
] as const;

it.each([
  ['reads submissions of 2 forms', { scopes: ['submissions:read'], form_access_mode: 'selected', form_ids: ['a', 'b'] }],
  ['reads submissions of 3 forms', { scopes: ['submissions:read'], form_access_mode: 'selected', form_ids: ['a'], further_form_count: 2 }],
  ['reads submissions, sees settings of all forms', { scopes: ['forms:read', 'submissions:read'] }],
  ['sees settings and workflows of all forms', { scopes: ['workflows:read', 'forms:read'] }],
  ['reads, marks and deletes submissions of all forms', { scopes: ['submissions:update', 'submissions:delete', 'submissions:read'] }],
  ['makes forms, manages keys', { scopes: ['keys:manage', 'forms:create'] }],
  ['does everything with all forms', { scopes: ALL }],
  ['does everything with 1 form', { scopes: ALL, form_access_mode: 'selected', form_ids: ['a'] }],
  ['reads submissions of all forms, changes nothing', { scopes: ['submissions:read', 'submissions:delete'], writes_enabled: false }],
  ['sees keys', { scopes: ['keys:manage'], writes_enabled: false }],
  ['does nothing', { scopes: [] }],
])('a key "%s"', (words, rights) => {
  expect(rightsInWords({ form_access_mode: 'all', writes_enabled: true, ...rights } as never)).toBe(words);
});

it('what something lacks is told without the forms', () => {
  expect(scopesInWords(['submissions:delete', 'keys:manage'])).toBe('deletes submissions, manages keys');
});
