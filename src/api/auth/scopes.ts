/** The permissions that an API key can have. Each operation names those that it requires. */
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
