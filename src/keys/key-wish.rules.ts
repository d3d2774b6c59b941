import { type Scope, SCOPES } from '../api/auth/caller';
import { type KeyWish, LIMITED } from './key-ceiling.rules';
import { FORM_ACCESS_MODES } from './key.types';

/** What a body asks for, also one that has errors: of a member with a wrong value, what is right in it. */
export function wishIn(body: unknown): KeyWish {
  const sent = membersOf(body);
  const limits = membersOf(sent.rate_limits);
  const sentLimits = LIMITED.map((name) => [name, limits[`${name}_per_minute`]] as const);
  return {
    scopes: listOf(sent.scopes, (scope): scope is Scope => SCOPES.includes(scope as Scope)),
    formAccessMode: FORM_ACCESS_MODES.find((mode) => mode === sent.form_access_mode),
    formIds: listOf(sent.form_ids, (id): id is string => typeof id === 'string'),
    expiresIn: Number.isSafeInteger(sent.expires_in) ? (sent.expires_in as number) : undefined,
    writesEnabled: typeof sent.writes_enabled === 'boolean' ? sent.writes_enabled : undefined,
    limits: Object.fromEntries(sentLimits.filter(([, limit]) => limit === null || Number.isInteger(limit))),
  };
}

const membersOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

const listOf = <Entry>(value: unknown, isRight: (entry: unknown) => entry is Entry): Entry[] | undefined =>
  Array.isArray(value) ? value.filter(isRight) : undefined;
