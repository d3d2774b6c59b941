import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { AuditEventEntity } from '../api/audit/audit-event.entity';
import { Clock } from '../platform/clock';
import { Sealer } from '../platform/crypto/sealer';
import { SecretKeys } from '../platform/crypto/secret-keys';
import { Database } from '../platform/database/database';
import { Transactions } from '../platform/database/transactions';
import { OperatorError } from '../platform/errors/operator-error';
import { AccountSecretEntity } from './account-secret.entity';
import { MAX_SECRET_BYTES } from './account-secret.rules';

/** A secret as lists show it. Its value can be replaced, but never read. */
export type ListedSecret = Omit<AccountSecretEntity, 'sealed'>;

/** The secrets that workflows of an account may use in what they send. Each change is one transaction and leaves an audit event. */
@Injectable()
export class AccountSecretsService {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    private readonly transactions: Transactions,
    private readonly clock: Clock,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'account-secret');
  }

  /** Creates or replaces; workflows use the new value from their next step on. */
  async set(accountId: string, name: string, value: string): Promise<void> {
    refuseUnfit(value);
    await this.transactions.run(async () => {
      const sealed = this.sealer.seal(value, boundTo(accountId, name));
      await this.database.query(SET, [accountId, name, sealed, this.clock.now()]);
      await this.audit(accountId, 'secrets set', name);
    });
  }

  list(accountId: string): Promise<ListedSecret[]> {
    const select = { accountId: true, name: true, createdAt: true, updatedAt: true };
    return this.database.repository(AccountSecretEntity).find({ select, where: { accountId }, order: { name: 'ASC' } });
  }

  async names(accountId: string): Promise<string[]> {
    return (await this.list(accountId)).map(({ name }) => name);
  }

  remove(accountId: string, name: string): Promise<void> {
    return this.transactions.run(async () => {
      const { affected } = await this.database.repository(AccountSecretEntity).delete({ accountId, name });
      if (!affected) throw new OperatorError(`The account has no secret "${name}". "secrets list" shows those it has.`);
      await this.audit(accountId, 'secrets remove', name);
    });
  }

  /** The values of those that are set, by name. */
  async open(accountId: string, names: readonly string[]): Promise<Record<string, string>> {
    if (names.length === 0) return {};
    const rows = await this.database.repository(AccountSecretEntity).findBy({ accountId, name: In([...names]) });
    return Object.fromEntries(rows.map((row) => [row.name, this.opened(row)]));
  }

  private opened({ accountId, name, sealed }: AccountSecretEntity): string {
    const value = this.sealer.open(sealed, boundTo(accountId, name));
    if (!value) throw new Error('A secret of an account cannot be opened: it was moved, or APP_SECRET changed.');
    return value.toString();
  }

  private async audit(accountId: string, action: string, name: string): Promise<void> {
    await this.database.repository(AuditEventEntity).insert({ accountId, action, resourceId: name });
  }
}

function refuseUnfit(value: string): void {
  if (value === '') throw new OperatorError('The value of a secret must not be empty.');
  if (Buffer.byteLength(value) <= MAX_SECRET_BYTES) return;
  throw new OperatorError(`The value of a secret can take at most ${MAX_SECRET_BYTES / 1024} KiB.`);
}

const SET = `
  insert into account_secrets (account_id, name, sealed, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`;

const boundTo = (accountId: string, name: string): string => `${accountId}|${name}`;
