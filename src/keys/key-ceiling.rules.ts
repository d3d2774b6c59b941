import type { Scope } from '../api/auth/caller';
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
  scopes.find((scope) => !ceiling.scopes.includes(scope));

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

/** Where a key has more than the one that asks, apart from scopes. `sent` are the ids of its forms as they were sent. */
export function excessOf(ceiling: Ceiling, key: KeyRights, sent: readonly string[] = key.formIds ?? []): FieldError[] {
  return [
    ...(ceiling.formIds !== null && key.formIds === null ? [{ path: 'form_access_mode', message: SEES_SELECTED }] : []),
    ...(key.formIds === null ? [] : unknownForms(sent, ceiling.formIds)),
    ...(key.writesEnabled && !ceiling.writesEnabled ? [{ path: 'writes_enabled', message: 'must be false' }] : []),
    ...limitErrors(key.limits, ceiling, ceiling),
    ...(!ceiling.isConsole && key.expiresAt > ceiling.expiresAt ? [{ path: 'expires_in', message: OUTLIVES }] : []),
  ];
}

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
