import type { KeyCapabilities } from 'form-collection-client';
import { api } from '../api';
import { store, watch } from '../store';
import { viewCache } from '../view';
import { connection } from './connection';
import { patientFetch, sessionEndsAt } from './session';

export type Scope = KeyCapabilities['scopes'][number];

interface Owner {
  account: { id: string; name: string };
  /** Null for the owner of the account, who signed in by a link without a key. */
  key: { id: string; name: string } | null;
}

/** The rights and the owner of the session; null until they are loaded. */
export const session = store<{ rights: KeyCapabilities | null; owner: Owner | null }>({ rights: null, owner: null });

export const maySee = (...scopes: Scope[]): boolean => scopes.every((scope) => session.rights?.scopes.includes(scope));

/** True if the session is known to lack this scope. */
export const isKept = (scope: Scope): boolean => session.rights !== null && !maySee(scope);

/** True if the session has these scopes and may write. Buttons that the service would refuse are hidden. */
export const may = (...scopes: Scope[]): boolean => session.rights?.writes_enabled === true && maySee(...scopes);

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
