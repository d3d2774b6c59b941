import type { CapabilitiesView } from 'form-collection-client';
import { api } from '../api';
import { store, watch } from '../store';
import { viewCache } from '../view';
import { connection, patientFetch, sessionEndsAt } from './session';

export type Scope = CapabilitiesView['scopes'][number];

/** Whom a session belongs to. */
interface Owner {
  account: { id: string; name: string };
  /** Null for a session of the account's owner, who has signed in by a link without a key. */
  key: { id: string; name: string } | null;
}

/** The rights and the owner of the session; null until they are known. */
export const session = store<{ rights: CapabilitiesView | null; owner: Owner | null }>({ rights: null, owner: null });

/** True where the session has these scopes. */
export const maySee = (...scopes: Scope[]): boolean => scopes.every((scope) => session.rights?.scopes.includes(scope));

/** True once it is known that the session lacks this scope. */
export const isKept = (scope: Scope): boolean => session.rights !== null && !maySee(scope);

/** True where the session has these scopes and may write. Buttons that would be refused are not shown. */
export const may = (...scopes: Scope[]): boolean => session.rights?.writes_enabled === true && maySee(...scopes);

const FRESH_MS = 20_000;
let reading: { all: Promise<void>; atMs: number } | null = null;
let isOwnerDue = true;

/** Reads the rights, or again when they may be others by now: a key is narrowed, or the service accepts no changes for a while. */
export function refreshRights(): Promise<void> {
  if (!reading || Date.now() - reading.atMs > FRESH_MS) reading = { all: read(), atMs: Date.now() };
  return reading.all;
}

/** Reads both now, and again each time that somebody has signed in. */
export const followRights = (): unknown =>
  watch(() => {
    void connection.signIns;
    [reading, isOwnerDue] = [null, true];
    refreshRights().catch(() => undefined); // the page says itself that the service is away
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

/** Once another account has signed in, everything that the page has read is forgotten. */
async function readOwner(): Promise<void> {
  const answer = await patientFetch('console/session');
  if (!answer.ok) return;
  const { data } = (await answer.json()) as { data: Owner };
  const isOther = session.owner && session.owner.account.id !== data.account.id;
  [session.owner, isOwnerDue] = [data, false];
  if (!isOther) return;
  viewCache.clear();
  location.reload();
}
