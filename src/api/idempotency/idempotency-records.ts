import { Injectable } from '@nestjs/common';
import { Sealer } from '../../platform/crypto/sealer';
import { SecretKeys } from '../../platform/crypto/secret-keys';
import { Database } from '../../platform/database/database';
import { Reply } from '../reply/reply';
import { IDEMPOTENCY_RETENTION_HOURS } from './idempotency-key.rules';
import { IdempotencyRecordEntity } from './idempotency-record.entity';

/** Which request of whom: the same key of another caller or for another operation is another record. */
export interface Claim {
  apiKeyId: string;
  operation: string;
  keyHash: Buffer;
  fingerprint: Buffer;
  requestId: string;
}

/** Claims and stored replies. All of it happens in the transaction of the request, so that a crash leaves neither half. */
@Injectable()
export class IdempotencyRecords {
  private readonly sealer: Sealer;

  constructor(
    private readonly database: Database,
    keys: SecretKeys,
  ) {
    this.sealer = new Sealer(keys, 'idempotency');
  }

  /** True when this request is the first of its key. Waits for a request with the same key that is still running. */
  async claim({ apiKeyId, operation, keyHash, fingerprint, requestId }: Claim): Promise<boolean> {
    const claimed = await this.database.query(CLAIM, [
      apiKeyId,
      operation,
      keyHash,
      fingerprint,
      requestId,
      `${IDEMPOTENCY_RETENTION_HOURS} hours`,
    ]);
    return claimed.length > 0;
  }

  async find({ apiKeyId, operation, keyHash }: Claim): Promise<IdempotencyRecordEntity | null> {
    return this.database.repository(IdempotencyRecordEntity).findOneBy({ apiKeyId, operation, keyHash });
  }

  async store(claim: Claim, status: number, reply: Reply): Promise<void> {
    const { open, secret } = split(reply);
    const { apiKeyId, operation, keyHash } = claim;
    await this.database.repository(IdempotencyRecordEntity).update(
      { apiKeyId, operation, keyHash },
      {
        status,
        reply: open as object,
        sealed: secret && this.sealer.seal(JSON.stringify(secret), boundTo(claim)),
        etag: reply.etag ?? null,
        location: reply.location ?? null,
      },
    );
  }

  /** The stored reply as it was; the ETag only when `currentEtag` says that it still holds. */
  replay(record: IdempotencyRecordEntity, currentEtag: string | null): Reply {
    const secret = record.sealed && this.sealer.open(record.sealed, boundTo(record));
    if (record.sealed && !secret)
      throw new Error('A stored reply cannot be opened: it was moved, or APP_SECRET changed.');
    const reply = Reply.of({ ...(record.reply as object), ...(secret && (JSON.parse(secret.toString()) as object)) });
    if (record.status) reply.withStatus(record.status);
    if (record.location) reply.withLocation(record.location);
    if (record.etag && record.etag === currentEtag) reply.withEtag(record.etag);
    reply.headers = { 'Idempotency-Replayed': 'true', 'Original-Request-Id': record.requestId };
    return reply;
  }

  /** Deletes what has expired, in batches. */
  async sweep(): Promise<number> {
    const swept = await this.database.query(SWEEP);
    return swept.length;
  }
}

/** A record that has expired counts as absent and is taken over. */
const CLAIM = `
  insert into idempotency_records as r (api_key_id, operation, key_hash, fingerprint, request_id, expires_at)
  values ($1, $2, $3, $4, $5, now() + $6::interval)
  on conflict (api_key_id, operation, key_hash) do update
    set fingerprint = excluded.fingerprint, request_id = excluded.request_id, expires_at = excluded.expires_at,
        status = null, reply = null, sealed = null, etag = null, location = null
    where r.expires_at <= now()
  returning 1`;

const SWEEP = `
  delete from idempotency_records where ctid = any(array(
    select ctid from idempotency_records where expires_at <= now() order by expires_at limit 1000 for update skip locked
  )) returning 1`;

const boundTo = ({ apiKeyId, operation, keyHash }: Pick<Claim, 'apiKeyId' | 'operation' | 'keyHash'>): string =>
  [apiKeyId, operation, keyHash.toString('hex')].join('|');

function split(reply: Reply): { open: unknown; secret: object | null } {
  if (reply.secrets.length === 0) return { open: reply.data, secret: null };
  const entries = Object.entries(reply.data as object);
  const isSecret = ([name]: [string, unknown]) => reply.secrets.includes(name);
  return {
    open: Object.fromEntries(entries.filter((entry) => !isSecret(entry))),
    secret: Object.fromEntries(entries.filter(isSecret)),
  };
}
