/**
 * The ready choices of scopes for people. Nothing stores a role: the scopes are the rights. The page of the console uses this file as well,
 * so it imports nothing.
 */
export const ROLES = {
  /** Everything. */
  owner: [
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
  ],
  /** Everything but keys, and what cannot be taken back: erasures, and deleting forms and submissions for good. */
  editor: [
    'forms:read',
    'forms:create',
    'forms:update',
    'submissions:read',
    'submissions:update',
    'workflows:read',
    'workflows:write',
    'workflows:publish',
    'workflows:test',
  ],
  /** Reads, marks, corrects and exports. */
  reader: ['forms:read', 'submissions:read', 'submissions:update', 'workflows:read'],
  /** Only reads. */
  viewer: ['forms:read', 'submissions:read', 'workflows:read'],
} as const;

export type Role = keyof typeof ROLES;

/** The role whose scopes these are; null for any other choice. */
export function roleOf(scopes: readonly string[]): Role | null {
  const isEqual = (role: Role): boolean =>
    ROLES[role].length === new Set(scopes).size && ROLES[role].every((scope) => scopes.includes(scope));
  return (Object.keys(ROLES) as Role[]).find(isEqual) ?? null;
}
