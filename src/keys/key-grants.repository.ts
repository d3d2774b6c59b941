import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';

/** The only writer of `api_key_grants`. Rows go with their key or their form. */
@Injectable()
export class KeyGrantsRepository {
  constructor(private readonly database: Database) {}

  /** Those of these forms that the account has. */
  async existing(accountId: string, formIds: readonly string[]): Promise<string[]> {
    if (formIds.length === 0) return [];
    return (await this.database.query<{ id: string }>(EXISTING, [accountId, formIds])).map(({ id }) => id);
  }

  /** Grants these forms of the key's own account to it, and no others any more. */
  async replace(keyId: string, accountId: string, formIds: readonly string[]): Promise<void> {
    await this.database.query('delete from api_key_grants where api_key_id = $1 and not form_id = any($2::uuid[])', [keyId, formIds]);
    await this.grant(keyId, accountId, formIds);
  }

  /** Grants forms of the key's own account to it and returns the ids of those that exist. */
  async grant(keyId: string, accountId: string, formIds: readonly string[]): Promise<string[]> {
    const granted = await this.database.query<{ id: string }>(GRANT, [keyId, formIds, accountId]);
    return granted.map(({ id }) => id);
  }
}

const GRANT = `
  insert into api_key_grants (api_key_id, form_id)
  select $1, id from forms where id = any($2::uuid[]) and account_id = $3 and deleted_at is null
  on conflict do nothing returning form_id as id`;

const EXISTING = 'select id from forms where account_id = $1 and id = any($2::uuid[]) and deleted_at is null';

/** The forms of the key `k` that are there, in order. */
export const GRANTED_FORM_IDS = `
  array(select f.id from api_key_grants g join forms f on f.id = g.form_id
    where g.api_key_id = k.id and f.deleted_at is null order by f.id)`;
