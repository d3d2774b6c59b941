import type { Caller, Scope, WriteBlock } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';

/** The buckets of which a key has limits. */
export const LIMITED = ['read', 'write', 'destructive'] as const;

/** Requests a minute; null where the limit of the plan applies. */
export type KeyLimits = Record<(typeof LIMITED)[number], number | null>;

/** The rights of a key, and their end. */
export interface KeyRights {
  scopes: readonly Scope[];
  /** Null for all forms of the account. */
  formIds: readonly string[] | null;
  writesEnabled: boolean;
  limits: KeyLimits;
  expiresAt: Date;
}

/** The rights of a grantor, above which it gives none. */
export interface Ceiling extends KeyRights {
  /** The session of a link to the console ends soon, but what it makes need not. */
  isConsole: boolean;
  plan: Record<keyof KeyLimits, number>;
}

/** A caller that reads keys or writes them, with its rights. For a change they are those under the lock on the keys of its account. */
export interface Grantor extends Ceiling {
  caller: Caller;
  /** The time by the clock of the database. */
  now: Date;
}

type Place = (value: unknown) => string;

/** One limit of what a grantor gives, changes and takes. */
interface Limit {
  /** The errors of a key above it. `sent` are the ids of the forms of the key as they were sent. */
  excess: (ceiling: Ceiling, key: KeyRights, sent: readonly string[]) => FieldError[];
  /** The condition of the keys `k` that are not above it; null where none is. */
  within: (ceiling: Ceiling, place: Place) => string | null;
  /** A sentence for people about a key above it. */
  reason: (ceiling: Ceiling, key: KeyRights) => string;
}

const LACKS_SCOPE = 'must be among the scopes of the key that asks';
const SEES_SELECTED = 'must be "selected": the key that asks does not see all forms';
const OUTLIVES = 'must not end after the key that asks';
export const UNKNOWN_FORM = 'must be the id of a form that the caller sees';

/** The limits that make up the ceiling, in the order in which people are told of them. */
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

/** The errors of a key that has more than the grantor. `sent` are the ids of its forms as they were sent. */
export const excessOf = (ceiling: Ceiling, key: KeyRights, sent: readonly string[] = key.formIds ?? []): FieldError[] =>
  LIMITS.flatMap(({ excess }) => excess(ceiling, key, sent));

/** The condition of the keys `k` of which `excessOf` finds nothing. `place` adds a parameter to the statement. */
export const withinCeiling = (ceiling: Ceiling, place: Place): string =>
  LIMITS.flatMap(({ within }) => within(ceiling, place) ?? []).join(' and ');

/** The reason why a caller may not change, rotate and revoke a key, for people; null where its rights suffice. */
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

/** The scopes among these that the grantor lacks itself. */
export const missingScopes = (ceiling: Pick<Ceiling, 'scopes'>, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => !ceiling.scopes.includes(scope));

/** `forms:delete` is "delete forms". */
const inWords = (scope: Scope): string => scope.split(':').reverse().join(' ');

const errorIf = (isWrong: boolean, path: string, message: string): FieldError[] => (isWrong ? [{ path, message }] : []);

/** The errors of the ids that are not among those of the forms that can be named; null for no limit. */
export function unknownForms(sent: readonly string[], known: readonly string[] | null, message = UNKNOWN_FORM): FieldError[] {
  const ids = new Set(known);
  return sent.flatMap((id, index) => errorIf(known !== null && !ids.has(id), `form_ids.${index}`, message));
}

/** The errors of the limits that are above others, where null is the plan's. */
export function limitErrors(limits: KeyLimits, most: Pick<KeyRights, 'limits'>, { plan }: Pick<Ceiling, 'plan'>): FieldError[] {
  return LIMITED.flatMap((name) => {
    const highest = most.limits[name] ?? plan[name];
    return errorIf((limits[name] ?? plan[name]) > highest, `rate_limits.${name}_per_minute`, `must be at most ${highest}`);
  });
}
