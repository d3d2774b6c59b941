import type { Caller, Scope, WriteBlock } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';

/** The rate limit buckets for which a key can have a limit of its own. */
export const LIMITED = ['read', 'write', 'destructive'] as const;

/** Requests per minute; null applies the limit of the plan. */
export type KeyLimits = Record<(typeof LIMITED)[number], number | null>;

export interface KeyRights {
  scopes: readonly Scope[];
  /** Null means all forms of the account. */
  formIds: readonly string[] | null;
  writesEnabled: boolean;
  limits: KeyLimits;
  expiresAt: Date;
}

/** The rights of a grantor, which may not give more than these. */
export interface Ceiling extends KeyRights {
  /** True for a session from a console link. It ends soon, but the keys that it creates may last longer. */
  isConsole: boolean;
  plan: Record<keyof KeyLimits, number>;
}

/** A caller that reads or writes keys, with its rights. For a change, they are read under the lock on the keys of its account. */
export interface Grantor extends Ceiling {
  caller: Caller;
  /** The current time by the database clock. */
  now: Date;
}

type Place = (value: unknown) => string;

/** A right of which no key may get more than its grantor has. */
interface Limit {
  /** Returns the errors of a key that exceeds this right. `sent` are its form ids as the request listed them. */
  excess: (ceiling: Ceiling, key: KeyRights, sent: readonly string[]) => FieldError[];
  /** Returns the SQL condition for keys `k` that do not exceed this right; null when no key can exceed it. */
  within: (ceiling: Ceiling, place: Place) => string | null;
  /** Explains to people how a key exceeds this right. */
  reason: (ceiling: Ceiling, key: KeyRights) => string;
}

const LACKS_SCOPE = 'must be among the scopes of the key that asks';
const SEES_SELECTED = 'must be "selected": the key that asks does not see all forms';
const OUTLIVES = 'must not end after the key that asks';
export const UNKNOWN_FORM = 'must be the id of a form that the caller sees';

/** The rights that make up the ceiling, in the order in which errors are reported. */
const LIMITS: readonly Limit[] = [
  {
    excess: (ceiling, { scopes }) => errorIf(missingScopes(ceiling, scopes).length > 0, 'scopes', LACKS_SCOPE),
    within: ({ scopes }, place) => `k.scopes <@ ${place(scopes)}::text[]`,
    reason: (ceiling, { scopes }) => `It may do what you may not: ${missingScopes(ceiling, scopes).map(inWords).join(', ')}.`,
  },
  {
    excess: ({ formIds }, key) => errorIf(formIds !== null && key.formIds === null, 'form_access_mode', SEES_SELECTED),
    within: ({ formIds }) => formIds && `k.form_access_mode = 'selected'`,
    reason: () => 'It sees all forms, and you see only some.',
  },
  {
    excess: ({ formIds }, key, sent) => (key.formIds === null ? [] : unknownForms(sent, formIds)),
    within: ({ formIds }, place) =>
      formIds &&
      `not exists (select from api_key_grants g join forms f on f.id = g.form_id
        where g.api_key_id = k.id and f.deleted_at is null and g.form_id <> all(${place(formIds)}::uuid[]))`,
    reason: () => 'It sees forms that you do not see.',
  },
  {
    excess: ({ writesEnabled }, key) => errorIf(key.writesEnabled && !writesEnabled, 'writes_enabled', 'must be false'),
    within: ({ writesEnabled }) => (writesEnabled ? null : 'not k.writes_enabled'),
    reason: () => WRITE_BLOCKS.read_only_key,
  },
  {
    excess: (ceiling, { limits }) => limitErrors(limits, ceiling, ceiling),
    within: ({ limits, plan }, place) =>
      LIMITED.map((name) => `coalesce(k.${name}_per_minute, ${place(plan[name])}) <= ${place(limits[name] ?? plan[name])}`).join(' and '),
    reason: () => 'It may send more requests a minute than you.',
  },
  {
    excess: ({ isConsole, expiresAt }, key) => errorIf(!isConsole && key.expiresAt > expiresAt, 'expires_in', OUTLIVES),
    within: ({ isConsole, expiresAt }, place) => (isConsole ? null : `k.expires_at <= ${place(expiresAt)}`),
    reason: () => 'It lasts longer than your key.',
  },
];

/** Returns the errors of a key with more rights than the grantor. `sent` are its form ids as the request listed them. */
export const excessOf = (ceiling: Ceiling, key: KeyRights, sent: readonly string[] = key.formIds ?? []): FieldError[] =>
  LIMITS.flatMap(({ excess }) => excess(ceiling, key, sent));

/** Returns the SQL condition for keys `k` without an error of `excessOf`. `place` adds a parameter to the statement. */
export const withinCeiling = (ceiling: Ceiling, place: Place): string =>
  LIMITS.flatMap(({ within }) => within(ceiling, place) ?? []).join(' and ');

/** Explains to people why a caller may not change, rotate or revoke a key; null when it may. */
export function unmanageableReason(grantor: Grantor, key: KeyRights & { id: string }): string | null {
  const { keyId, writesDisabledBy, isReplaced } = grantor.caller;
  if (writesDisabledBy) return WRITE_BLOCKS[writesDisabledBy];
  if (isReplaced) return 'The value of your key was replaced. Use the newer one.';
  if (key.id === keyId) return null;
  const exceeded = LIMITS.find(({ excess }) => excess(grantor, key, key.formIds ?? []).length > 0);
  return exceeded?.reason(grantor, key) ?? null;
}

const WRITE_BLOCKS: Record<WriteBlock, string> = {
  read_only_key: 'You may only read.',
  suspended_account: 'The account is suspended, so its keys may only read.',
  maintenance: 'The service is in maintenance, so keys may only read.',
};

export const missingScopes = (ceiling: Pick<Ceiling, 'scopes'>, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => !ceiling.scopes.includes(scope));

/** Turns `forms:delete` into "delete forms". */
const inWords = (scope: Scope): string => scope.split(':').reverse().join(' ');

const errorIf = (isWrong: boolean, path: string, message: string): FieldError[] => (isWrong ? [{ path, message }] : []);

/** Returns an error for every sent id that is not known. When `known` is null, every id is accepted. */
export function unknownForms(sent: readonly string[], known: readonly string[] | null, message = UNKNOWN_FORM): FieldError[] {
  const ids = new Set(known);
  return sent.flatMap((id, index) => errorIf(known !== null && !ids.has(id), `form_ids.${index}`, message));
}

/** Returns an error for every limit above `most`. Null stands for the limit of the plan. */
export function limitErrors(limits: KeyLimits, most: Pick<KeyRights, 'limits'>, { plan }: Pick<Ceiling, 'plan'>): FieldError[] {
  return LIMITED.flatMap((name) => {
    const highest = most.limits[name] ?? plan[name];
    return errorIf((limits[name] ?? plan[name]) > highest, `rate_limits.${name}_per_minute`, `must be at most ${highest}`);
  });
}
