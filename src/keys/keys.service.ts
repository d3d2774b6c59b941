import { Injectable } from '@nestjs/common';
import { AccountsService } from '../accounts/accounts.service';
import { AuditEventsRepository } from '../api/operation/audit-events.repository';
import { type Scope, SCOPES } from '../api/auth/caller';
import { type IssuedSecret, makeSecret, parseSecret } from '../api/auth/secret-format.rules';
import { Clock } from '../platform/time';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { isId, newId } from '../platform/ids.rules';
import type { ApiKeyEntity } from './api-key.entity';
import { KeyGrantsRepository } from './key-grants.repository';
import { type ConsoleKey, KeysRepository } from './keys.repository';
import { SecretDigests } from './secret-digests';

export interface KeyRequest {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  /** The forms that the key may see; null for all forms of the account. */
  formIds: readonly string[] | null;
  expiresAt: Date;
  isReadOnly: boolean;
  readPerMinute: number | null;
  writePerMinute: number | null;
  destructivePerMinute: number | null;
}

/** A key with its text, which is shown once and cannot be recovered afterwards. */
export interface IssuedKey {
  key: ApiKeyEntity;
  text: string;
}

/** Issues, rotates and revokes keys, for the operator. Each change is one transaction and adds an audit event. */
@Injectable()
export class KeysService {
  constructor(
    private readonly transactions: Transactions,
    private readonly keys: KeysRepository,
    private readonly grants: KeyGrantsRepository,
    private readonly accounts: AccountsService,
    private readonly auditEvents: AuditEventsRepository,
    private readonly digests: SecretDigests,
    private readonly clock: Clock,
  ) {}

  issue(request: KeyRequest, text: string = makeSecret('fck').text): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      await this.refuseBeyondPlan(request.accountId);
      const key = this.newKey(request);
      await this.keys.insert(key);
      await this.grantForms(key, request.formIds ?? []);
      await this.addSecret(key.id, parsed(text));
      await this.audit(key, 'keys create');
      return { key, text };
    });
  }

  /** The key behind the links to the console of an account: its sessions have every scope. */
  consoleKeyOf(accountId: string): Promise<ConsoleKey> {
    return this.keys.ensureConsoleKey(accountId, SCOPES);
  }

  list(accountId?: string): Promise<ApiKeyEntity[]> {
    return this.keys.list(accountId);
  }

  /** Adds a new secret to the key. The old one keeps working for the overlap, so that clients can change over one by one. */
  rotate(id: string, overlapSeconds: number): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      const key = await this.lock(id);
      if (key.expiresAt <= this.clock.now()) throw new OperatorError(EXPIRED);
      await this.keys.expireSecrets(id, overlapSeconds);
      const secret = makeSecret('fck');
      await this.addSecret(id, secret);
      await this.audit(key, 'keys rotate');
      return { key, text: secret.text };
    });
  }

  revoke(id: string): Promise<ApiKeyEntity> {
    return this.transactions.run(async () => {
      const key = await this.lock(id);
      const revokedAt = this.clock.now();
      await this.keys.revoke(id, revokedAt);
      await this.audit(key, 'keys revoke');
      return { ...key, revokedAt };
    });
  }

  private async lock(id: string): Promise<ApiKeyEntity> {
    const key = isId(id) ? await this.keys.lock(id) : null;
    if (key) return key;
    throw new OperatorError(`There is no active key "${id}". "keys list" shows the ids.`);
  }

  private async refuseBeyondPlan(accountId: string): Promise<void> {
    const count = await this.keys.countUnderLock(accountId);
    const { keysMax } = await this.accounts.planOf(accountId);
    if (keysMax === null || count < keysMax) return;
    throw new OperatorError(`The plan allows ${keysMax} keys. Revoke a key, or change the plan.`);
  }

  private newKey({ formIds, isReadOnly, scopes, ...request }: KeyRequest): ApiKeyEntity {
    return {
      id: newId(),
      ...request,
      scopes: [...scopes],
      formAccessMode: formIds ? 'selected' : 'all',
      writesEnabled: !isReadOnly,
      isConsole: false,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: this.clock.now(),
      createdByKeyId: null,
      revision: 1,
    };
  }

  private async grantForms({ id, accountId }: ApiKeyEntity, formIds: readonly string[]): Promise<void> {
    const granted = await this.grants.grant(id, accountId, formIds.filter(isId));
    const missing = formIds.filter((formId) => !granted.includes(formId));
    if (missing.length > 0) throw new OperatorError(`The account has no form ${missing.join(', ')}.`);
  }

  private async addSecret(apiKeyId: string, { id, secret }: Pick<IssuedSecret, 'id' | 'secret'>): Promise<void> {
    const digest = this.digests.of(secret);
    await this.keys.insertSecret({ lookupId: id, apiKeyId, digest, createdAt: this.clock.now() });
  }

  private async audit({ id, accountId }: ApiKeyEntity, action: string): Promise<void> {
    await this.auditEvents.insert({ accountId, action, resourceId: id });
  }
}

const EXPIRED = 'The key has expired. "keys create" creates a new key.';

function parsed(text: string): { id: string; secret: string } {
  const found = parseSecret('fck', text);
  if (found) return found;
  throw new OperatorError('This is not a well-formed API key. "keys generate" makes one.');
}
