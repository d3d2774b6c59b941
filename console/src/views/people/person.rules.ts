import type { CreateKeyBody, Key } from 'form-collection-client';
import type { Grantor } from '../keys/key-fields';
import { periodsOf } from '../keys/new-key.rules';
import type { Role } from '../../../../src/keys/roles.rules';
import { ROLES } from './roles.rules';

type Scope = Key['scopes'][number];

/** A person with access: a key that has an address, and no value. */
export type Person = Key & { person: NonNullable<Key['person']> };

export const isPerson = (key: Key): key is Person => key.kind === 'person';

export interface Invitation {
  address: string;
  name: string;
  role: Role | 'choice';
  /** The scopes of an own choice. */
  scopes: ReadonlySet<Scope>;
  /** Null for all forms. */
  forms: ReadonlySet<string> | null;
  /** The days until the end; `none` for no end, empty for the end of the inviting key. */
  end: string;
}

/** The choice of no end. */
const NO_END = 'none';

/** The ends that can be chosen, in words. Only somebody without an end gives none. */
export function endsOf(grantor: Grantor, now: number): Record<string, string> {
  const days = periodsOf(grantor, now).map((days): [string, string] => [`${days} days`, days === 365 ? 'in a year' : `in ${days} days`]);
  const isEndless = !grantor.own || grantor.own.expires_at === null;
  return { ...(isEndless ? { [NO_END]: 'never' } : { '': 'with your own access' }), ...Object.fromEntries(days) };
}

/** The errors that the service would tell in other words. */
export const faultsIn = ({ role, scopes, forms }: Invitation): Record<string, string[]> => ({
  ...(role === 'choice' && scopes.size === 0 && { scopes: ['needs one tick at least'] }),
  ...(forms?.size === 0 && { form_ids: ['need one tick at least'] }),
});

const DAY_SECONDS = 86_400;

export function bodyOf({ address, name, role, scopes, forms, end }: Invitation, held: readonly Scope[]): CreateKeyBody {
  const chosen = role === 'choice' ? held.filter((scope) => scopes.has(scope)) : [...ROLES[role]];
  return {
    kind: 'person',
    person: { address: address.trim(), name: name.trim() },
    scopes: chosen,
    form_access_mode: forms ? 'selected' : 'all',
    ...(forms && { form_ids: [...forms] }),
    ...(end === NO_END && { expires_in: null }),
    ...(parseInt(end) > 0 && { expires_in: parseInt(end) * DAY_SECONDS }),
  };
}
