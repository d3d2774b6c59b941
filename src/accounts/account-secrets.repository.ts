import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../platform/database/database';
import type { ListedSecret } from './account-secret.entity';
import { AccountSecretEntity } from './account-secret.entity';

/** The statements on `account_secrets`. */
@Injectable()
export class AccountSecretsRepository {
  constructor(private readonly database: Database) {}

  list(accountId: string): Promise<ListedSecret[]> {
    const select = { accountId: true, name: true, createdAt: true, updatedAt: true };
    return this.database.repository(AccountSecretEntity).find({ select, where: { accountId }, order: { name: 'ASC' } });
  }

  find(accountId: string, names: readonly string[]): Promise<AccountSecretEntity[]> {
    return this.database.repository(AccountSecretEntity).findBy({ accountId, name: In([...names]) });
  }

  /** Creates the secret, or replaces the value of the one that exists. */
  async upsert(secret: Omit<AccountSecretEntity, 'createdAt'>): Promise<void> {
    const { accountId, name, sealed, updatedAt } = secret;
    await this.database.query(UPSERT, [accountId, name, sealed, updatedAt]);
  }

  /** False when the account has no such secret. */
  async delete(accountId: string, name: string): Promise<boolean> {
    const { affected } = await this.database.repository(AccountSecretEntity).delete({ accountId, name });
    return affected === 1;
  }
}

const UPSERT = `
  insert into account_secrets (account_id, name, sealed, created_at, updated_at) values ($1, $2, $3, $4, $4)
  on conflict (account_id, name) do update set sealed = excluded.sealed, updated_at = excluded.updated_at`;
