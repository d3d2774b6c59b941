import type { Key } from 'form-collection-client';
import { type Role, ROLES as SCOPES_OF } from '../../../../src/keys/roles.rules';

type Scope = Key['scopes'][number];

/** The scopes of each role. */
export const ROLES: Readonly<Record<Role, readonly Scope[]>> = SCOPES_OF;

/** The name of each role, and what it may do. */
export const ROLE_WORDS: Readonly<Record<Role | 'choice', readonly [name: string, note: string]>> = {
  owner: ['Owner', 'everything, people and keys included'],
  editor: ['Editor', 'forms, submissions and workflows; deletes no form and no submission'],
  reader: ['Reader', 'reads, marks, corrects and exports submissions'],
  viewer: ['Viewer', 'sees everything, and changes nothing'],
  choice: ['Own choice', 'what they may do, one by one'],
};

/** The role that has exactly these scopes, or that they are a choice of their own. */
export const roleOf = (scopes: readonly Scope[]): Role | 'choice' =>
  (Object.keys(ROLES) as Role[]).find((role) => ROLES[role].length === scopes.length && isWithin(ROLES[role], scopes)) ?? 'choice';

/** The roles that somebody with these scopes can give, since nobody gives more than they have. */
export const rolesWithin = (held: readonly Scope[]): Role[] => (Object.keys(ROLES) as Role[]).filter((role) => isWithin(ROLES[role], held));

const isWithin = (scopes: readonly Scope[], all: readonly Scope[]): boolean => scopes.every((scope) => all.includes(scope));
