import type { KeyCapabilities } from 'form-collection-client';
import { api } from '../api';
import { store, watch } from '../store';
import { viewCache } from '../view';
import { takeArrival } from './begin';
import { connection } from './connection';
import { consoleCall } from './console-calls';
import type { Offers } from './passkeys';
import { known, sessionEndsAt } from './requests';

export type Scope = KeyCapabilities['scopes'][number];

interface Named {
  id: string;
  name: string;
}

/** The session as the service shows it to its page. */
export interface Owner {
  account: Named;
  /** Null for a session of the operator's link, which has no key. */
  key: Named | null;
  /** Null for a session of a program's key, and of the operator's link. */
  person: { address: string; name: string } | null;
  session: { id: string; opened_by: string; expires_at: string; idle_seconds: number; proves_address: boolean; proved_at: string | null };
  /** The accounts to which the session may be switched, this one included. */
  accounts: { account: Named; key: Named; current: boolean }[];
  /** True while nobody has answered who the owner of the account is. */
  asks_owner: boolean;
  offers: Offers;
  passkey_count: number;
}

/** The rights and the owner of the session; null until they are loaded. */
export const session = store<{ rights: KeyCapabilities | null; owner: Owner | null }>({ rights: null, owner: null });

export const maySee = (...scopes: Scope[]): boolean => scopes.every((scope) => session.rights?.scopes.includes(scope));

/** True if the session is known to lack this scope. */
export const isKept = (scope: Scope): boolean => session.rights !== null && !maySee(scope);

/** True if the session has these scopes and may write. Buttons that the service would refuse are hidden. */
export const may = (...scopes: Scope[]): boolean => session.rights?.writes_enabled === true && maySee(...scopes);

/** True where a deletion can be taken back. */
export const hasTrash = (): boolean => Boolean(session.rights?.trash_days);

const FRESH_MS = 20_000;
let reading: { all: Promise<void>; atMs: number } | null = null;
let isOwnerDue = true;

/** Reads the rights unless they are fresh: a key may be narrowed, or the service may accept no changes for a while. */
export function refreshRights(): Promise<void> {
  if (!reading || Date.now() - reading.atMs > FRESH_MS) reading = { all: read(), atMs: Date.now() };
  return reading.all;
}

/** Reads the rights and the owner now, and again after each sign-in. */
export const followRights = (): unknown =>
  watch(() => {
    void connection.signIns;
    [reading, isOwnerDue] = [null, true];
    refreshRights().catch(() => undefined); // the page shows elsewhere that the service is away
  });

async function read(): Promise<void> {
  try {
    const [{ data }] = await Promise.all([api.getCapabilities({}), isOwnerDue && readOwner()]);
    sessionEndsAt(data.expires_at);
    session.rights = data;
  } catch (error) {
    reading = null;
    throw error;
  }
}

/** Forgets everything that the page has read once another account has signed in. */
export async function readOwner(): Promise<void> {
  const owner = await consoleCall<Owner>('GET', 'session');
  const isOther = session.owner && session.owner.account.id !== owner.account.id;
  [session.owner, isOwnerDue, known.idleSeconds] = [owner, false, owner.session.idle_seconds];
  if (!isOther) return welcome(owner);
  viewCache.clear();
  location.reload();
}

/** Asks what is asked of somebody who has just signed in. The script is only loaded where something is asked. */
function welcome(owner: Owner): void {
  const way = takeArrival();
  const { accounts, asks_owner: asksOwner, person, offers, passkey_count: passkeys } = owner;
  const isOfPerson = way === 'mail' || way === 'passkey';
  const mayHavePasskey = way === 'mail' && person !== null && offers.passkeys && passkeys === 0;
  if ((way === 'link' && asksOwner) || (isOfPerson && accounts.length > 1) || mayHavePasskey) {
    void import('./welcome').then((script) => script.welcome(owner, mayHavePasskey));
  }
}
