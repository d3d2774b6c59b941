import { Injectable } from '@nestjs/common';
import type { PageStart } from '../api/pagination/cursors';
import { columnsOf } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { ApiKeyEntity } from './api-key.entity';
import { GRANTED_FORM_IDS } from './key-grants.repository';
import type { KeyFilter, KeyInFull, KeySecret, KeyStatus } from './key.types';

/** Keys without those of consoles, as keys of their account see them, for 90 days after their end, and as the operator does. Only reads. */
@Injectable()
export class ManagedKeysRepository {
  constructor(private readonly database: Database) {}

  /** At most `limit` keys from a position on, newest first. */
  async list(accountId: string, { status, createdByKeyId }: KeyFilter, start: PageStart | null, limit: number): Promise<KeyInFull[]> {
    const parameters: unknown[] = [accountId, limit];
    const place = (value: unknown): string => `$${parameters.push(value)}`;
    const conditions = [
      status && HAS_STATUS[status],
      createdByKeyId && `k.created_by_key_id = ${place(createdByKeyId)}`,
      start && `(k.created_at, k.id) < (${place(start.position.at)}, ${place(start.position.id)})`,
    ].filter(Boolean);
    const sql = [OF_ACCOUNT, ...conditions].join(' and ') + NEWEST_FIRST;
    return inFull(await this.database.queryPlanned<FoundInFull>(sql, parameters)); // planned, since an account may have two keys or thousands
  }

  /** Those of these keys that the account has. */
  findAll(accountId: string, ids: readonly string[]): Promise<KeyInFull[]> {
    return this.read(`${OF_ACCOUNT} and k.id = any($2)`, [accountId, ids]);
  }

  /** The key with this id; null also for one of another account, that of the console, and one that ended long ago. */
  async find(accountId: string, id: string): Promise<KeyInFull | null> {
    return (await this.findAll(accountId, [id]))[0] ?? null;
  }

  /** The same of any account, locked until the transaction ends. */
  async lock(id: string): Promise<KeyInFull | null> {
    return (await this.read(`${OF_ANY_ACCOUNT} and k.id = $1 for update of k`, [id]))[0] ?? null;
  }

  /** All keys, of one account, or the one with an id, however long ago they ended; oldest first. */
  ofOperator(accountId: string | null, id: string | null): Promise<KeyInFull[]> {
    return this.read(OF_OPERATOR, [accountId, id]);
  }

  private async read(sql: string, parameters: unknown[]): Promise<KeyInFull[]> {
    return inFull(await this.database.query<FoundInFull>(sql, parameters));
  }
}

/** A row of `OF_ANY_ACCOUNT`. */
type FoundInFull = KeyInFull & { secrets: Json<KeySecret>[] };

const inFull = (rows: FoundInFull[]): KeyInFull[] => rows.map((row) => ({ ...row, secrets: row.secrets.map(secretFrom) }));

/** Times are text in JSON. */
type Json<Row> = { [Name in keyof Row]: Date extends Row[Name] ? string | Exclude<Row[Name], Date> : Row[Name] };

const secretFrom = ({ createdAt, expiresAt, exposedAt, ...secret }: Json<KeySecret>): KeySecret => ({
  ...secret,
  createdAt: new Date(createdAt),
  expiresAt: expiresAt === null ? null : new Date(expiresAt),
  exposedAt: exposedAt === null ? null : new Date(exposedAt),
});

const SECRETS = `
  (select coalesce(json_agg(json_build_object(
      'lookupId', s.lookup_id, 'createdAt', s.created_at, 'expiresAt', s.expires_at, 'exposedAt', s.exposed_at,
      'exposedIn', s.exposed_in, 'exposedFormId', s.exposed_form_id
    ) order by s.expires_at is null desc, s.created_at desc, s.lookup_id), '[]')
    from api_key_secrets s where s.api_key_id = k.id and (s.expires_at is null or s.expires_at > now()))`;

const IS_REMEMBERED = `least(k.revoked_at, k.expires_at) > now() - interval '90 days'`;

const KEYS = `
  select ${columnsOf(ApiKeyEntity, 'k')}, ${SECRETS} as secrets, ${GRANTED_FORM_IDS} as form_ids, now() as read_at
  from api_keys k where not k.is_console`;

const OF_ANY_ACCOUNT = `${KEYS} and ${IS_REMEMBERED}`;

const OF_ACCOUNT = `${OF_ANY_ACCOUNT} and k.account_id = $1`;

const OF_OPERATOR = `
  ${KEYS} and ($1::uuid is null or k.account_id = $1) and ($2::uuid is null or k.id = $2) order by k.created_at, k.id`;

const NEWEST_FIRST = ' order by k.created_at desc, k.id desc limit $2';

const IS_ACTIVE = 'k.revoked_at is null and k.expires_at > now()';

const HAS_STATUS: Record<KeyStatus, string> = {
  active: IS_ACTIVE,
  expiring: `${IS_ACTIVE} and k.expires_at <= now() + interval '14 days'`,
  expired: 'k.revoked_at is null and k.expires_at <= now()',
  revoked: 'k.revoked_at is not null',
};
