import { Injectable } from '@nestjs/common';
import { ApiError, notFound } from '../../api/errors/api-error';
import { AuditEventsRepository } from '../../api/operation/audit-events.repository';
import { KeysService } from '../../keys/keys.service';
import { Transactions } from '../../platform/database/transactions';
import { isUuid } from '../../platform/ids.rules';
import { ConsoleSecretsRepository } from '../console-secrets.repository';
import type { AccountOfSession, FoundSession, ListedSession, NewSession } from '../session.types';

/** Lists and ends the sessions of a person, and takes a session to another account of the person. */
@Injectable()
export class SessionListService {
  constructor(
    private readonly transactions: Transactions,
    private readonly secrets: ConsoleSecretsRepository,
    private readonly keys: KeysService,
    private readonly auditEvents: AuditEventsRepository,
  ) {}

  of(sessionId: string): Promise<ListedSession[]> {
    return this.secrets.list(sessionId);
  }

  accountsOf({ sessionId, provesAddress }: FoundSession): Promise<AccountOfSession[]> | [] {
    return provesAddress ? this.secrets.accountsOf(sessionId) : [];
  }

  /** Throws 404 for a session that is not among those of the list. */
  endOne(session: FoundSession, id: string, requestId: string): Promise<void> {
    return this.transactions.run(async () => {
      if (!isUuid(id) || !(await this.secrets.endOne(session.sessionId, id))) throw notFound();
      await this.audit(session, requestId, 'console end_session');
    });
  }

  endOthers(session: FoundSession, requestId: string): Promise<void> {
    return this.transactions.run(async () => {
      if ((await this.secrets.endOthers(session.sessionId)) > 0) await this.audit(session, requestId, 'console end_sessions');
    });
  }

  /** Throws 404 for an account in which the address of the session has nobody. */
  switchTo({ sessionId }: FoundSession, accountId: string, requestId: string): Promise<NewSession> {
    return this.transactions.run(async () => {
      const session = await this.secrets.switchTo(sessionId, accountId);
      if (!session) throw new ApiError('resource_not_found', { message: NO_ACCOUNT });
      await this.keys.noteUse(session.keyId);
      await this.audit(session, requestId, 'POST /console/session');
      return session;
    });
  }

  private audit({ accountId, keyId }: Pick<NewSession, 'accountId' | 'keyId'>, requestId: string, action: string): Promise<void> {
    return this.auditEvents.insert({ accountId, apiKeyId: keyId, resourceId: keyId, actor: 'console', requestId, action });
  }
}

const NO_ACCOUNT = 'There is no such account for this address, or this session may not go there. Sign in by mail to see all of them.';
