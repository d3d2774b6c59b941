import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import type { ExposedPlace } from './exposed-keys.rules';

/** Notes of secrets that their whole values were seen where they do not belong. */
@Injectable()
export class ExposedKeysRepository {
  constructor(private readonly database: Database) {}

  /** The digests of those of these secrets that have not been noted lately. */
  notNoted(lookupIds: readonly string[]): Promise<{ lookupId: string; digest: Buffer }[]> {
    return this.database.query(NOT_NOTED, [lookupIds]);
  }

  /** The form is told to the account that owns both. Resolves with the ids of the keys. */
  async note(lookupIds: readonly string[], place: ExposedPlace, formId: string): Promise<string[]> {
    const noted = await this.database.query<{ id: string }>(NOTE, [lookupIds, place, formId]);
    return noted.map(({ id }) => id);
  }
}

/** Once an hour, so that a page that sends a key each time does not make a hot row of it. */
const IS_DUE = `(s.exposed_at is null or s.exposed_at < now() - interval '1 hour')`;

const NOT_NOTED = `select lookup_id, digest from api_key_secrets s where lookup_id = any($1) and ${IS_DUE}`;

const NOTE = `
  update api_key_secrets s set exposed_at = now(), exposed_in = $2, exposed_form_id = f.id
    from api_keys k left join forms f on f.id = $3 and f.account_id = k.account_id
    where s.lookup_id = any($1) and ${IS_DUE} and k.id = s.api_key_id
    returning k.id`;
