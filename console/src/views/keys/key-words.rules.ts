import type { Key } from 'form-collection-client';
import { counted } from '../../english.rules';

export type Rights = Pick<Key, 'scopes' | 'form_access_mode' | 'form_ids' | 'further_form_count' | 'writes_enabled'>;
type Scope = Key['scopes'][number];

/** The verbs for scopes, by their objects, which belong to forms. */
export const ABILITIES: Record<string, [Scope, string][]> = {
  submissions: [
    ['submissions:read', 'reads'],
    ['submissions:update', 'marks'],
    ['submissions:delete', 'deletes'],
  ],
  settings: [
    ['forms:read', 'sees'],
    ['forms:update', 'changes'],
  ],
  workflows: [
    ['workflows:read', 'sees'],
    ['workflows:write', 'changes'],
    ['workflows:test', 'tests'],
    ['workflows:publish', 'publishes'],
  ],
};

/** The words for scopes that do not depend on particular forms. */
export const FURTHER_ABILITIES: [Scope, string][] = [
  ['forms:delete', 'deletes forms'],
  ['forms:create', 'makes forms'],
  ['keys:manage', 'manages keys'],
];

const NUMBER_OF_SCOPES = Object.values(ABILITIES).flat().length + FURTHER_ABILITIES.length;

/** The rights of a key in a line, such as "reads submissions of 2 forms". */
export function rightsInWords({ scopes, form_access_mode: mode, writes_enabled: mayWrite, ...forms }: Rights): string {
  const isHeld = ([scope]: [Scope, string]) => scopes.includes(scope) && (mayWrite || isReading(scope));
  const reach = mode === 'all' ? 'all forms' : counted((forms.form_ids?.length ?? 0) + (forms.further_form_count ?? 0), 'form');
  const rest = mayWrite || scopes.every(isReading) ? '' : ', changes nothing';
  if (scopes.length === NUMBER_OF_SCOPES && mayWrite) return `does everything with ${reach}`;
  const objects: Record<string, string[]> = {}; // grouped by verbs, so that the sentence has each verb once
  for (const [what, abilities] of Object.entries(ABILITIES)) {
    const verbs = listed(abilities.filter(isHeld).map(([, verb]) => verb));
    if (verbs) (objects[verbs] ??= []).push(what);
  }
  const clauses = Object.entries(objects).map(([verbs, whats]) => `${verbs} ${listed(whats)}`);
  const further = FURTHER_ABILITIES.filter(isHeld).map(([scope, words]) => (mayWrite ? words : SEEN[scope]));
  return [...(clauses.length > 0 ? [`${clauses.join(', ')} of ${reach}`] : []), ...further].join(', ').concat(rest) || 'does nothing';
}

/** A read-only key with `keys:manage` can only see keys. */
const isReading = (scope: Scope): boolean => scope.endsWith(':read') || scope in SEEN;
const SEEN: Record<string, string> = { 'keys:manage': 'sees keys' };

/** The words for missing scopes. */
export const scopesInWords = (scopes: readonly Scope[]): string =>
  rightsInWords({ scopes: [...scopes], form_access_mode: 'all', writes_enabled: true }).replace(' of all forms', '');

const listed = (words: string[]): string => [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');
