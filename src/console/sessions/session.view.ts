import type { FoundSession, ListedSession } from '../session.types';
import { wireOf } from '../../platform/text/wire.rules';
import type { AccountOfSession } from '../session.types';

/** A session as its person sees it. */
export const sessionView = (session: ListedSession): object =>
  wireOf(session, 'id', 'browser', 'network', 'openedBy', 'passkeyName', 'accountName', 'createdAt', 'lastUsedAt', 'expiresAt', 'current');

/** The session of the request: who is there, in which account, how long, and where else they may go. */
export function currentSessionView(session: FoundSession, accounts: readonly AccountOfSession[]): object {
  const { accountId, accountName, keyId, keyName, isConsole, personAddress, sessionId } = session;
  return {
    account: { id: accountId, name: accountName },
    key: isConsole ? null : { id: keyId, name: keyName },
    person: personAddress === null ? null : { address: personAddress, name: keyName },
    session: { id: sessionId, ...wireOf(session, 'openedBy', 'expiresAt', 'idleSeconds', 'provesAddress', 'provedAt') },
    accounts: accounts.map(({ id, name, keyId: personId, keyName: personName, current }) => {
      return { account: { id, name }, key: { id: personId, name: personName }, current };
    }),
    passkey_count: session.passkeyCount,
    expires_at: session.expiresAt.toISOString(),
  };
}
