import type { CreateKeyBody, Key } from 'form-collection-client';
import type { Grantor } from './key-fields';

type Scope = Key['scopes'][number];

/** The purpose of a key: one of three presets, or a choice of scopes. */
export type Purpose = 'website' | 'reading' | 'everything' | 'choice';

export interface NewKey {
  purpose: Purpose;
  name: string;
  scopes: ReadonlySet<Scope>;
  /** Null for all forms. */
  forms: ReadonlySet<string> | null;
  /** Null for the lifetime of the session's own key. */
  days: number | null;
  isReadOnly: boolean;
  /** The limits a minute as they were typed; empty for the limit of the plan. */
  limits: Readonly<Record<string, string>>;
}

const READING: Scope[] = ['forms:read', 'submissions:read', 'workflows:read'];
const DAY_MS = 86_400_000;
const PERIODS = [7, 30, 90, 365];

/** The lifetimes in days that are offered. None exceeds the remaining lifetime of the key that makes the new one. */
export function periodsOf({ own }: Grantor, now: number): number[] {
  const left = own?.expires_at ? Date.parse(own.expires_at) - now : Infinity;
  return PERIODS.filter((days) => days * DAY_MS < left);
}

/** The scopes of a new key, which the session itself must have. */
export function scopesFor({ purpose, scopes }: Pick<NewKey, 'purpose' | 'scopes'>, held: readonly Scope[]): Scope[] {
  if (purpose === 'everything') return [...held];
  return held.filter((scope) => (purpose === 'reading' ? READING.includes(scope) : scopes.has(scope)));
}

/** The errors that the service would report in other words, or not at all: an invalid number would mean no limit. */
export function faultsIn({ purpose, scopes, forms, limits }: NewKey): Record<string, string[]> {
  const isOfChoice = purpose === 'choice';
  return {
    ...(isOfChoice && scopes.size === 0 && { scopes: ['needs one tick at least'] }),
    ...(forms?.size === 0 && { form_ids: ['need one tick at least'] }),
    ...(isOfChoice &&
      Object.values(limits).some((text) => !/^\s*\d*\s*$/.test(text)) && { rate_limits: ['must be a whole number, or empty'] }),
  };
}

export function bodyOf(values: NewKey, held: readonly Scope[]): CreateKeyBody {
  const { name, purpose, forms, days, limits } = values;
  const isReadOnly = purpose === 'reading' || (purpose === 'choice' && values.isReadOnly);
  const typed = Object.entries(purpose === 'choice' ? limits : {}).filter(([, text]) => text.trim());
  return {
    name: name.trim(),
    scopes: scopesFor(values, held),
    form_access_mode: forms ? 'selected' : 'all',
    ...(forms && { form_ids: [...forms] }),
    ...(days !== null && { expires_in: (days * DAY_MS) / 1000 }),
    writes_enabled: !isReadOnly,
    ...(typed.length > 0 && { rate_limits: Object.fromEntries(typed.map(([member, text]) => [member, Number(text)])) }),
  };
}
