import { Injectable } from '@nestjs/common';
import { In } from 'typeorm';
import { Database } from '../platform/database/database';
import { AccountSecretEntity, type ListedSecret } from './account-secret.entity';

@Injectable()
export class AccountSecretsRepository {
  constructor(private readonly database: Database) {}

  list(accountId: string): Promise<ListedSecret[]> {
    const select = { accountId: true, name: true, hosts: true, createdAt: true, updatedAt: true };
    return this.database.repository(AccountSecretEntity).find({ select, where: { accountId }, order: { name: 'ASC' } });
  }

  find(accountId: string, names: readonly string[]): Promise<AccountSecretEntity[]> {
    return this.database.repository(AccountSecretEntity).findBy({ accountId, name: In([...names]) });
  }

  /** Creates the secret or replaces its value. With null, an existing secret keeps its hosts. Resolves with the hosts. */
  async upsert(secret: Omit<AccountSecretEntity, 'createdAt' | 'hosts'>, hosts: readonly string[] | null): Promise<string[]> {
    const { accountId, name, sealed, updatedAt } = secret;
    const [row] = await this.database.query<Pick<AccountSecretEntity, 'hosts'>>(UPSERT, [accountId, name, sealed, updatedAt, hosts]);
    return row!.hosts;
  }

  /** Resolves with false when the account has no secret of this name. */
  async setHosts(accountId: string, name: string, hosts: readonly string[]): Promise<boolean> {
    const { affected } = await this.database.repository(AccountSecretEntity).update({ accountId, name }, { hosts: [...hosts] });
    return affected === 1;
  }

  /** Resolves with false when the account has no secret of this name. */
  async delete(accountId: string, name: string): Promise<boolean> {
    const { affected } = await this.database.repository(AccountSecretEntity).delete({ accountId, name });
    return affected === 1;
  }
}

const UPSERT = `
  insert into account_secrets as stored (account_id, name, sealed, created_at, updated_at, hosts)
    values ($1, $2, $3, $4, $4, coalesce($5::text[], '{}'))
  on conflict (account_id, name) do update
    set sealed = excluded.sealed, updated_at = excluded.updated_at, hosts = coalesce($5::text[], stored.hosts)
  returning hosts`;
