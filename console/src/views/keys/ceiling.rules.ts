import type { CapabilitiesView, KeyView } from 'form-collection-client';
import { scopesInWords } from './key-words.rules';

/** What a session may give: the key that it has signed in with, or null for the owner of the account, and its rights. */
export interface Giver {
  own: KeyView | null;
  rights: CapabilitiesView;
}

const LIMITS = ['read_per_minute', 'write_per_minute', 'destructive_per_minute'] as const;

/** Why a session may not touch a key: nobody gives, changes or takes more than he has himself. Null where it may. */
export function beyond(key: KeyView, { own, rights }: Giver): string | null {
  if (!rights.writes_enabled) return 'This session only reads.';
  if (!own || key.id === own.id) return null;
  const missing = key.scopes.filter((scope) => !own.scopes.includes(scope));
  if (missing.length > 0) return `It may do what this session may not: ${scopesInWords(missing)}.`;
  if (own.form_access_mode === 'selected') {
    if (key.form_access_mode === 'all') return 'It sees all forms, and this session only some.';
    if (key.further_form_count || key.form_ids?.some((form) => !own.form_ids?.includes(form)))
      return 'It sees forms that this session does not see.';
  }
  if (LIMITS.some((limit) => limitOf(key, limit, { own, rights }) > rights.rate_limits[limit]))
    return 'It may send more requests a minute.';
  return key.expires_at > own.expires_at ? 'It lasts longer than the key of this session.' : null;
}

/** A key without a limit of its own has that of the plan, which is the session's too unless its key has a lower one. */
function limitOf(key: KeyView, limit: (typeof LIMITS)[number], { own, rights }: Giver): number {
  return key.rate_limits[limit] ?? (own?.rate_limits[limit] === null ? rights.rate_limits[limit] : Infinity);
}
