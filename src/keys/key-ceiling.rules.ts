import type { Caller, Scope, WriteBlock } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import { IS_REQUIRED } from '../api/validation/messages.rules';

/** The buckets of which a key has limits. */
export const LIMITED = ['read', 'write', 'destructive'] as const;

/** Requests a minute; null where the limit of the plan applies. */
export type KeyLimits = Record<(typeof LIMITED)[number], number | null>;

/** What a key may do, and for how long. */
export interface KeyRights {
  scopes: readonly Scope[];
  /** Null for all forms of the account. */
  formIds: readonly string[] | null;
  writesEnabled: boolean;
  limits: KeyLimits;
  expiresAt: Date;
}

/** The rights of the one that asks, above which it gives none. */
export interface Ceiling extends KeyRights {
  /** The session of a link to the console ends soon, but what it makes need not. */
  isConsole: boolean;
  plan: Record<keyof KeyLimits, number>;
}

/** A caller that writes keys or reads them, with its rights. For a change they are those under the lock on the keys of its account. */
export type Grantor = Ceiling & {
  caller: Caller;
  /** By the clock of the database. */
  now: Date;
};

/** What is asked for; a member that is left out is undefined. The members may be wrong in themselves, which is refused elsewhere. */
export interface KeyWish {
  scopes?: readonly Scope[];
  formAccessMode?: 'all' | 'selected';
  formIds?: readonly string[];
  /** Seconds. */
  expiresIn?: number;
  writesEnabled?: boolean;
  limits?: Partial<KeyLimits>;
}

/** Rights, and what is wrong with the wish for them. */
export interface Judged {
  rights: KeyRights;
  errors: FieldError[];
}

/** The first scope that the one that asks lacks itself. */
export const missingScope = (ceiling: Pick<Ceiling, 'scopes'>, scopes: readonly Scope[]): Scope | undefined =>
  lackedScopes(ceiling, scopes)[0];

/** The rights of a new key, and where they are more than the one that asks has. */
export function judgeNew(ceiling: Ceiling, wish: KeyWish, now: Date): Judged {
  const { scopes = [], writesEnabled = true, expiresIn } = wish;
  const mode = wish.formAccessMode ?? (ceiling.formIds === null ? 'all' : 'selected');
  const end = later(now, expiresIn ?? YEAR_SECONDS);
  const rights = {
    scopes,
    formIds: mode === 'all' ? null : [...new Set(wish.formIds)],
    writesEnabled,
    limits: limitsOf((name) => limitFor(ceiling, name, wish.limits?.[name])),
    expiresAt: expiresIn === undefined && !ceiling.isConsole && end > ceiling.expiresAt ? ceiling.expiresAt : end,
  };
  return { rights, errors: [...modeErrors(mode, wish), ...excessOf(ceiling, rights, wish.formIds)] };
}

/** The rights of a key after a change, which only takes away, and where the wish is for more. */
export function judgeChange(key: KeyRights, ceiling: Ceiling, wish: KeyWish, now: Date): Judged {
  const mode = wish.formAccessMode ?? (key.formIds === null ? 'all' : 'selected');
  const rights = {
    scopes: wish.scopes ?? key.scopes,
    formIds: mode === 'all' ? null : [...new Set(wish.formIds ?? key.formIds ?? [])],
    writesEnabled: wish.writesEnabled ?? key.writesEnabled,
    limits: limitsOf((name) => changedLimit(key, ceiling, name, wish.limits?.[name])),
    expiresAt: wish.expiresIn === undefined ? key.expiresAt : later(now, wish.expiresIn),
  };
  const isPresent = mode === 'all' || wish.formIds !== undefined || key.formIds !== null;
  const errors = modeErrors(mode, isPresent && mode === 'selected' ? { formIds: wish.formIds ?? [] } : wish);
  return { rights, errors: [...errors, ...wideningOf(key, rights, ceiling, wish.formIds)] };
}

/** Where a key has more than the one that asks. `sent` are the ids of its forms as they were sent. */
export const excessOf = (ceiling: Ceiling, key: KeyRights, sent: readonly string[] = key.formIds ?? []): FieldError[] =>
  LIMITS.flatMap(({ excess }) => excess(ceiling, key, sent));

/** The condition of the keys `k` that have no more than the one that asks, as `excessOf` says of one. `place` adds a parameter. */
export const withinSql = (ceiling: Ceiling, place: (value: unknown) => string): string =>
  LIMITS.flatMap(({ within }) => within(ceiling, place) ?? []).join(' and ');

/** The reason why a caller may not change, rotate and revoke a key, for people; null where its rights suffice. */
export function unmanageableReason(grantor: Grantor, key: KeyRights & { id: string }): string | null {
  const { keyId, writesDisabledBy, isReplaced } = grantor.caller;
  if (writesDisabledBy) return WRITE_BLOCKS[writesDisabledBy];
  if (isReplaced) return 'The value of your key was replaced. Use the newer one.';
  if (key.id === keyId) return null;
  return LIMITS.find(({ excess }) => excess(grantor, key, key.formIds ?? []).length > 0)?.reason(grantor, key) ?? null;
}

const WRITE_BLOCKS: Record<WriteBlock, string> = {
  read_only_key: 'You may only read.',
  suspended_account: 'The account is suspended, so its keys may only read.',
  maintenance: 'The service is in maintenance, so keys may only read.',
};

/** The ids that are not among those of the forms that can be named; null for no limit. */
export function unknownForms(sent: readonly string[], known: readonly string[] | null, message = UNKNOWN_FORM): FieldError[] {
  const ids = new Set(known);
  return sent.flatMap((id, index) => (known === null || ids.has(id) ? [] : [{ path: `form_ids.${index}`, message }]));
}

/** True when a key has less than before. */
export const isNarrower = (before: KeyRights, after: KeyRights): boolean =>
  before.scopes.length !== after.scopes.length ||
  before.formIds?.length !== after.formIds?.length ||
  before.writesEnabled !== after.writesEnabled ||
  LIMITED.some((name) => before.limits[name] !== after.limits[name]) ||
  before.expiresAt.getTime() !== after.expiresAt.getTime();

/** True for a key that may manage all that its account has. One of these has to stay. */
export const isManaging = ({ scopes, formIds, writesEnabled }: KeyRights): boolean =>
  scopes.includes('keys:manage') && formIds === null && writesEnabled;

export const UNKNOWN_FORM = 'must be the id of a form that the caller sees';
const SEES_SELECTED = 'must be "selected": the key that asks does not see all forms';
const ONLY_LESS = 'must not be more than it is: more rights are a new key';
const OUTLIVES = 'must not end after the key that asks';
const YEAR_SECONDS = 365 * 24 * 3600;

/** One of the limits that nobody exceeds for others. */
interface Limit {
  /** The errors of a key that exceeds it. */
  excess: (ceiling: Ceiling, key: KeyRights, sent: readonly string[]) => FieldError[];
  /** The condition of the keys `k` that do not; null where every key passes. */
  within: (ceiling: Ceiling, place: (value: unknown) => string) => string | null;
  /** Tells people of a key that exceeds it. */
  reason: (ceiling: Ceiling, key: KeyRights) => string;
}

/** The ceiling: in the order in which people are told. */
const LIMITS: readonly Limit[] = [
  {
    excess: (ceiling, { scopes }) => lackedScopes(ceiling, scopes).map((scope) => ({ path: 'scopes', message: `must not have ${scope}` })),
    within: ({ scopes }, place) => `k.scopes <@ ${place(scopes)}::text[]`,
    reason: (ceiling, { scopes }) => `It may do what you may not: ${lackedScopes(ceiling, scopes).map(wordsOf).join(', ')}.`,
  },
  {
    excess: ({ formIds }, key) => (formIds !== null && key.formIds === null ? [{ path: 'form_access_mode', message: SEES_SELECTED }] : []),
    within: ({ formIds }) => (formIds === null ? null : `k.form_access_mode = 'selected'`),
    reason: () => 'It sees all forms, and you see only some.',
  },
  {
    excess: ({ formIds }, key, sent) => (key.formIds === null ? [] : unknownForms(sent, formIds)),
    within: ({ formIds }, place) =>
      formIds &&
      `not exists (select from api_key_forms g join forms f on f.id = g.form_id
        where g.api_key_id = k.id and f.deleted_at is null and g.form_id <> all(${place(formIds)}::uuid[]))`,
    reason: () => 'It sees forms that you do not see.',
  },
  {
    excess: ({ writesEnabled }, key) => (key.writesEnabled && !writesEnabled ? [{ path: 'writes_enabled', message: 'must be false' }] : []),
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
    excess: ({ isConsole, expiresAt }, key) => (!isConsole && key.expiresAt > expiresAt ? [{ path: 'expires_in', message: OUTLIVES }] : []),
    within: ({ isConsole, expiresAt }, place) => (isConsole ? null : `k.expires_at <= ${place(expiresAt)}`),
    reason: () => 'It lasts longer than your key.',
  },
];

const lackedScopes = (ceiling: Pick<Ceiling, 'scopes'>, scopes: readonly Scope[]): Scope[] =>
  scopes.filter((scope) => !ceiling.scopes.includes(scope));

/** `forms:delete` is "delete forms". */
const wordsOf = (scope: Scope): string => scope.split(':').reverse().join(' ');

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const limitsOf = (limitOf: (name: keyof KeyLimits) => number | null): KeyLimits => ({
  read: limitOf('read'),
  write: limitOf('write'),
  destructive: limitOf('destructive'),
});

/** Null stands for the lower of the plan's limit and that of the one that asks. */
function limitFor({ limits, plan }: Ceiling, name: keyof KeyLimits, sent: number | null = null): number | null {
  const own = limits[name];
  return sent ?? (own === null ? null : Math.min(own, plan[name]));
}

function changedLimit(key: KeyRights, ceiling: Ceiling, name: keyof KeyLimits, sent?: number | null): number | null {
  const before = key.limits[name];
  if (sent === undefined || sent === before) return before;
  return sent ?? Math.min(ceiling.limits[name] ?? ceiling.plan[name], ceiling.plan[name]);
}

function modeErrors(mode: 'all' | 'selected', { formIds }: KeyWish): FieldError[] {
  if (mode === 'all' && formIds !== undefined)
    return [{ path: 'form_ids', message: 'must be left out unless form_access_mode is "selected"' }];
  return mode === 'selected' && formIds === undefined ? [{ path: 'form_ids', message: IS_REQUIRED }] : [];
}

function wideningOf(key: KeyRights, after: KeyRights, ceiling: Ceiling, sent: readonly string[] = []): FieldError[] {
  const scopes = after.scopes.flatMap((scope, index) =>
    key.scopes.includes(scope) ? [] : [{ path: `scopes.${index}`, message: ONLY_LESS }],
  );
  return [
    ...scopes,
    ...(key.formIds !== null && after.formIds === null ? [{ path: 'form_access_mode', message: ONLY_LESS }] : []),
    ...(key.formIds === null ? [] : unknownForms(sent, key.formIds, ONLY_LESS)),
    ...(after.writesEnabled && !key.writesEnabled ? [{ path: 'writes_enabled', message: ONLY_LESS }] : []),
    ...limitErrors(after.limits, key, ceiling),
    ...(after.expiresAt > key.expiresAt ? [{ path: 'expires_in', message: 'must end before the key ends now' }] : []),
  ];
}

/** The limits that are above others, where null is the plan's. */
function limitErrors(limits: KeyLimits, most: Pick<KeyRights, 'limits'>, { plan }: Pick<Ceiling, 'plan'>): FieldError[] {
  return LIMITED.flatMap((name) => {
    const highest = most.limits[name] ?? plan[name];
    if ((limits[name] ?? plan[name]) <= highest) return [];
    return [{ path: `rate_limits.${name}_per_minute`, message: `must be at most ${highest}` }];
  });
}
