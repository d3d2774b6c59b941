import { type Scope, SCOPES } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import { IS_REQUIRED } from '../api/validation/messages.rules';
import { idOf } from '../platform/ids.rules';
import { type Ceiling, excessOf, type KeyLimits, type KeyRights, limitErrors, LIMITED, unknownForms } from './key-ceiling.rules';
import { FORM_ACCESS_MODES, NO_END } from './key.rules';

/** The rights that a request body asks for. A missing member is undefined. */
export interface RequestedRights {
  scopes?: readonly Scope[];
  formAccessMode?: 'all' | 'selected';
  formIds?: readonly string[];
  /** In seconds; null for no end. */
  expiresIn?: number | null;
  writesEnabled?: boolean;
  limits?: Partial<KeyLimits>;
}

export interface CheckedRights {
  rights: KeyRights;
  errors: FieldError[];
}

/** Reads the requested rights from a body that is not validated yet. Of a wrong value, it keeps the valid parts. */
export function requestedIn(body: unknown): RequestedRights {
  const sent = membersOf(body);
  const limits = membersOf(sent.rate_limits);
  const sentLimits = LIMITED.map((name) => [name, limits[`${name}_per_minute`]] as const);
  return {
    scopes: listOf(sent.scopes, (scope): scope is Scope => SCOPES.includes(scope as Scope)),
    formAccessMode: FORM_ACCESS_MODES.find((mode) => mode === sent.form_access_mode),
    formIds: listOf(sent.form_ids, (id): id is string => typeof id === 'string')?.map(idOf),
    expiresIn: sent.expires_in === null || Number.isSafeInteger(sent.expires_in) ? (sent.expires_in as number | null) : undefined,
    writesEnabled: typeof sent.writes_enabled === 'boolean' ? sent.writes_enabled : undefined,
    limits: Object.fromEntries(sentLimits.filter(([, limit]) => limit === null || Number.isInteger(limit))),
  };
}

export function rightsOfNew(ceiling: Ceiling, requested: RequestedRights, now: Date): CheckedRights {
  const { scopes = [], writesEnabled = true, expiresIn } = requested;
  const mode = modeOf(requested, ceiling);
  const end = expiresIn === null ? NO_END : later(now, expiresIn ?? YEAR_SECONDS);
  const rights = {
    scopes,
    formIds: mode === 'all' ? null : [...new Set(requested.formIds)],
    writesEnabled,
    limits: limitsOf((name) => limitFor(ceiling, name, requested.limits?.[name])),
    expiresAt: expiresIn === undefined && !ceiling.isConsole && end > ceiling.expiresAt ? ceiling.expiresAt : end,
  };
  return { rights, errors: [...modeErrors(mode, requested.formIds), ...excessOf(ceiling, rights, requested.formIds)] };
}

/** Checks the rights of a key after a change, which may only reduce them. */
export function rightsAfterChange(key: KeyRights, ceiling: Ceiling, requested: RequestedRights, now: Date): CheckedRights {
  const mode = modeOf(requested, key);
  const formIds = requested.formIds ?? (mode === 'selected' ? (key.formIds ?? undefined) : undefined);
  const rights = {
    scopes: requested.scopes ?? key.scopes,
    formIds: mode === 'all' ? null : [...new Set(formIds)],
    writesEnabled: requested.writesEnabled ?? key.writesEnabled,
    limits: limitsOf((name) => changedLimit(key, ceiling, name, requested.limits?.[name])),
    expiresAt: typeof requested.expiresIn === 'number' ? later(now, requested.expiresIn) : key.expiresAt,
  };
  return { rights, errors: [...modeErrors(mode, formIds), ...wideningOf(key, rights, ceiling, requested.formIds)] };
}

/** Compares a key with its change, which may only reduce its rights. */
export const hasFewerRights = (before: KeyRights, after: KeyRights): boolean =>
  before.scopes.length !== after.scopes.length ||
  before.formIds?.length !== after.formIds?.length ||
  before.writesEnabled !== after.writesEnabled ||
  LIMITED.some((name) => before.limits[name] !== after.limits[name]) ||
  before.expiresAt.getTime() !== after.expiresAt.getTime();

/** True for a key that can manage its whole account. An account must always keep such a key. */
export const isManaging = ({ scopes, formIds, writesEnabled }: KeyRights): boolean =>
  scopes.includes('keys:manage') && formIds === null && writesEnabled;

const ONLY_LESS = 'must not be more than it is: more rights are a new key';
const YEAR_SECONDS = 365 * 24 * 3600;

const membersOf = (value: unknown): Record<string, unknown> => (typeof value === 'object' && value !== null ? { ...value } : {});

const listOf = <Entry>(value: unknown, isRight: (entry: unknown) => entry is Entry): Entry[] | undefined =>
  Array.isArray(value) ? value.filter(isRight) : undefined;

const modeOf = ({ formAccessMode }: RequestedRights, { formIds }: Pick<KeyRights, 'formIds'>): 'all' | 'selected' =>
  formAccessMode ?? (formIds === null ? 'all' : 'selected');

const later = (now: Date, seconds: number): Date => new Date(now.getTime() + seconds * 1000);

const limitsOf = (limitOf: (name: keyof KeyLimits) => number | null): KeyLimits => ({
  read: limitOf('read'),
  write: limitOf('write'),
  destructive: limitOf('destructive'),
});

/** Returns the requested limit, else the lower of the grantor's own limit and the plan's. Null applies the limit of the plan. */
function limitFor({ limits, plan }: Ceiling, name: keyof KeyLimits, sent: number | null = null): number | null {
  const own = limits[name];
  return sent ?? (own === null ? null : Math.min(own, plan[name]));
}

function changedLimit(key: KeyRights, ceiling: Ceiling, name: keyof KeyLimits, sent?: number | null): number | null {
  const before = key.limits[name];
  if (sent === undefined || sent === before) return before;
  return sent ?? Math.min(ceiling.limits[name] ?? ceiling.plan[name], ceiling.plan[name]);
}

function modeErrors(mode: 'all' | 'selected', formIds: readonly string[] | undefined): FieldError[] {
  if (mode === 'all' && formIds !== undefined)
    return [{ path: 'form_ids', message: 'must be left out unless form_access_mode is "selected"' }];
  return mode === 'selected' && formIds === undefined ? [{ path: 'form_ids', message: IS_REQUIRED }] : [];
}

function wideningOf(key: KeyRights, after: KeyRights, ceiling: Ceiling, sent: readonly string[] = []): FieldError[] {
  const onlyLess = (isMore: boolean, path: string, message = ONLY_LESS) => (isMore ? [{ path, message }] : []);
  return [
    ...after.scopes.flatMap((scope, index) => onlyLess(!key.scopes.includes(scope), `scopes.${index}`)),
    ...onlyLess(key.formIds !== null && after.formIds === null, 'form_access_mode'),
    ...(key.formIds === null ? [] : unknownForms(sent, key.formIds, ONLY_LESS)),
    ...onlyLess(after.writesEnabled && !key.writesEnabled, 'writes_enabled'),
    ...limitErrors(after.limits, key, ceiling),
    ...onlyLess(after.expiresAt > key.expiresAt, 'expires_in', 'must end before the key ends now'),
  ];
}
