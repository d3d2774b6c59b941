import { Injectable } from '@nestjs/common';
import { Sealer } from '../../platform/crypto/sealer';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { Database } from '../../platform/database/database';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import { Reply } from './reply';
import { IdempotencyRecordEntity } from './idempotency-record.entity';

/** The identity of a record: the same key of another caller or operation belongs to another record. */
type RecordKey = Pick<IdempotencyRecordEntity, 'apiKeyId' | 'operation' | 'keyHash'>;

export type KeyClaim = RecordKey & Pick<IdempotencyRecordEntity, 'fingerprint' | 'requestId'>;

/** The only writer of `idempotency_records`. It writes in the transaction of the request, so that a crash leaves no record. */
@Injectable()
export class IdempotencyRecordsRepository {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'idempotency');
  }

  /** True for the first request with its key. Waits while another request with the same key is running. */
  async claim({ apiKeyId, operation, keyHash, fingerprint, requestId }: KeyClaim): Promise<boolean> {
    const claimed = await this.database.query(CLAIM, [apiKeyId, operation, keyHash, fingerprint, requestId]);
    return claimed.length > 0;
  }

  find({ apiKeyId, operation, keyHash }: RecordKey): Promise<IdempotencyRecordEntity | null> {
    return this.database.repository(IdempotencyRecordEntity).findOneBy({ apiKeyId, operation, keyHash });
  }

  async store({ apiKeyId, operation, keyHash }: RecordKey, status: number, reply: Reply): Promise<void> {
    const key = { apiKeyId, operation, keyHash };
    const { open, secret } = split(reply);
    await this.database.repository(IdempotencyRecordEntity).update(key, {
      status,
      reply: open as object,
      sealed: secret && this.sealer.seal(JSON.stringify(secret), boundTo(key)),
      etag: reply.etag ?? null,
      location: reply.location ?? null,
    });
  }

  /** The stored reply; its ETag only if that is still current. */
  replyOf(record: IdempotencyRecordEntity, currentEtag: string | null): Reply {
    const secrets = this.secretsOf(record);
    const reply = Reply.of({ ...(record.reply as object), ...secrets }).withSecrets(...Object.keys(secrets ?? {}));
    if (record.status) reply.withStatus(record.status);
    if (record.location) reply.withLocation(record.location);
    if (record.etag && record.etag === currentEtag) reply.withEtag(record.etag);
    reply.headers = { 'Idempotency-Replayed': 'true', 'Original-Request-Id': record.requestId };
    return reply;
  }

  /** Deletes the stored replies to an account that contain one of these ids. A repeated request is then executed again. */
  async deleteMentioning(accountId: string, ids: readonly string[]): Promise<void> {
    await this.database.query(DELETE_MENTIONING, [accountId, ids]);
  }

  @PeriodicTask({ name: 'sweep of stored replies', processes: 'api', everySeconds: HOURLY })
  deleteExpired(): Promise<number> {
    return this.database.deleteBatch('idempotency_records', 'expires_at <= now()', 'expires_at');
  }

  private secretsOf(record: IdempotencyRecordEntity): object | null {
    if (!record.sealed) return null;
    const secrets = this.sealer.openOrThrow(record.sealed, boundTo(record), 'A stored reply');
    return JSON.parse(secrets.toString()) as object;
  }
}

const CLAIM = `
  insert into idempotency_records as r (api_key_id, operation, key_hash, fingerprint, request_id, expires_at)
  values ($1, $2, $3, $4, $5, now() + interval '24 hours')
  on conflict (api_key_id, operation, key_hash) do update
    set fingerprint = excluded.fingerprint, request_id = excluded.request_id, expires_at = excluded.expires_at,
        status = null, reply = null, sealed = null, etag = null, location = null
    where r.expires_at <= now()
  returning 1`;

const DELETE_MENTIONING = `
  delete from idempotency_records r using api_keys k
  where k.id = r.api_key_id and k.account_id = $1
    and exists (select from unnest($2::text[]) id where position(id in concat(r.reply::text, r.location)) > 0)`;

/** Binds the encrypted members to their record, so that a copy in another record cannot be decrypted. */
const boundTo = ({ apiKeyId, operation, keyHash }: RecordKey): string => [apiKeyId, operation, keyHash.toString('hex')].join('|');

function split({ data, secrets }: Reply): { open: unknown; secret: object | null } {
  if (secrets.length === 0) return { open: data, secret: null };
  const entries = Object.entries(data as object);
  const isSecret = ([name]: [string, unknown]) => secrets.includes(name);
  return { open: Object.fromEntries(entries.filter((entry) => !isSecret(entry))), secret: Object.fromEntries(entries.filter(isSecret)) };
}
