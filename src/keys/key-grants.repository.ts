import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';

/** The only writer of `api_key_forms`. Rows go with their key or their form. */
@Injectable()
export class KeyGrantsRepository {
  constructor(private readonly database: Database) {}

  /** Grants forms of the key's own account to it and returns the ids of those that exist. */
  async grant(keyId: string, accountId: string, formIds: readonly string[]): Promise<string[]> {
    const granted = await this.database.query<{ id: string }>(GRANT, [keyId, formIds, accountId]);
    return granted.map(({ id }) => id);
  }
}

const GRANT = `
  insert into api_key_forms (api_key_id, form_id)
  select $1, id from forms where id = any($2::uuid[]) and account_id = $3 and deleted_at is null
  returning form_id as id`;
