import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { AccountsService } from '../accounts/accounts.service';
import { AuditEventEntity } from '../api/audit/audit-event.entity';
import type { Scope } from '../api/auth/scopes';
import { makeSecret, parseSecret } from '../api/auth/secret-format.rules';
import type { IssuedSecret } from '../api/auth/secret-format.rules';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { isId } from '../platform/id.rules';
import { newId } from '../platform/ids';
import { ApiKeyEntity } from './api-key.entity';
import { ApiKeySecretEntity } from './api-key-secret.entity';
import { SecretDigests } from './secret-digests';

export interface KeyRequest {
  accountId: string;
  name: string;
  scopes: readonly Scope[];
  /** The forms that the key may see; null for all of the account. */
  formIds: readonly string[] | null;
  expiresAt: Date;
  isReadOnly: boolean;
  readPerMinute: number | null;
  writePerMinute: number | null;
  destructivePerMinute: number | null;
}

/** A key with its text, which is shown this once and can be told by nobody afterwards. */
export interface IssuedKey {
  key: ApiKeyEntity;
  text: string;
}

/** Issues, rotates and revokes keys, for the operator. Each change is one transaction and leaves an audit event. */
@Injectable()
export class KeysService {
  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly accounts: AccountsService,
    private readonly digests: SecretDigests,
  ) {}

  issue(request: KeyRequest, text: string = makeSecret('fck').text): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      await this.database.advisoryLock(`keys of ${request.accountId}`);
      await this.refuseBeyondPlan(request.accountId);
      const key = newKey(request);
      await this.database.repository(ApiKeyEntity).insert(key);
      await this.grant(key, request.formIds ?? []);
      await this.addSecret(key.id, parsed(text));
      await this.audit(key, 'keys create');
      return { key, text };
    });
  }

  list(accountId?: string): Promise<ApiKeyEntity[]> {
    const where = accountId ? { accountId } : {};
    return this.database.repository(ApiKeyEntity).find({ where, order: { createdAt: 'ASC', id: 'ASC' } });
  }

  /** A new secret for the same key; the old one keeps working for the overlap, so that no client has to switch at once. */
  rotate(id: string, overlapSeconds: number): Promise<IssuedKey> {
    return this.transactions.run(async () => {
      const key = await this.locked(id);
      if (key.expiresAt <= new Date()) throw new OperatorError('The key has expired. "keys create" makes another one.');
      await this.database.query(
        `update api_key_secrets set expires_at = least(coalesce(expires_at, 'infinity'), now() + make_interval(secs => $2)) where api_key_id = $1`,
        [id, overlapSeconds],
      );
      const secret = makeSecret('fck');
      await this.addSecret(id, secret);
      await this.audit(key, 'keys rotate');
      return { key, text: secret.text };
    });
  }

  revoke(id: string): Promise<ApiKeyEntity> {
    return this.transactions.run(async () => {
      const key = await this.locked(id);
      const revokedAt = new Date();
      await this.database.repository(ApiKeyEntity).update({ id }, { revokedAt });
      await this.audit(key, 'keys revoke');
      return { ...key, revokedAt };
    });
  }

  async hasAny(): Promise<boolean> {
    return this.database.repository(ApiKeyEntity).exists();
  }

  private async locked(id: string): Promise<ApiKeyEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    const key = isId(id)
      ? await this.database.repository(ApiKeyEntity).findOne({ where: { id, revokedAt: IsNull() }, lock })
      : null;
    if (key) return key;
    throw new OperatorError(`There is no key "${id}" that is not revoked. "keys list" shows the ids.`);
  }

  private async refuseBeyondPlan(accountId: string): Promise<void> {
    const { keysMax } = await this.accounts.planOf(accountId);
    if (keysMax === null) return;
    const count = await this.database.repository(ApiKeyEntity).countBy({ accountId, revokedAt: IsNull() });
    if (count >= keysMax) throw new OperatorError(`The plan allows ${keysMax} keys. Revoke one, or change the plan.`);
  }

  private async grant(key: ApiKeyEntity, formIds: readonly string[]): Promise<void> {
    const granted = await this.database.query<{ id: string }>(
      `insert into api_key_forms (api_key_id, form_id)
       select $1, id from forms where id = any($2::uuid[]) and account_id = $3 and deleted_at is null
       returning form_id as id`,
      [key.id, formIds.filter(isId), key.accountId],
    );
    const missing = formIds.filter((formId) => !granted.some(({ id }) => id === formId));
    if (missing.length > 0) throw new OperatorError(`The account has no form ${missing.join(', ')}.`);
  }

  private async addSecret(apiKeyId: string, { id, secret }: Pick<IssuedSecret, 'id' | 'secret'>): Promise<void> {
    const row = { lookupId: id, apiKeyId, digest: this.digests.of(secret), expiresAt: null, createdAt: new Date() };
    await this.database.repository(ApiKeySecretEntity).insert(row);
  }

  private async audit({ id, accountId }: ApiKeyEntity, action: string): Promise<void> {
    await this.database.repository(AuditEventEntity).insert({ accountId, action, resourceId: id });
  }
}

function newKey(request: KeyRequest): ApiKeyEntity {
  return {
    id: newId(),
    accountId: request.accountId,
    name: request.name,
    scopes: [...request.scopes],
    formAccessMode: request.formIds ? 'selected' : 'all',
    writesEnabled: !request.isReadOnly,
    readPerMinute: request.readPerMinute,
    writePerMinute: request.writePerMinute,
    destructivePerMinute: request.destructivePerMinute,
    expiresAt: request.expiresAt,
    revokedAt: null,
    lastUsedAt: null,
    createdAt: new Date(),
  };
}

function parsed(text: string): { id: string; secret: string } {
  const found = parseSecret('fck', text);
  if (found) return found;
  throw new OperatorError('This is no well-formed API key. "keys generate" makes one.');
}
