/** What a key may be allowed to do. An operation names the one that it needs. */
export const SCOPES = [
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
] as const;

export type Scope = (typeof SCOPES)[number];
