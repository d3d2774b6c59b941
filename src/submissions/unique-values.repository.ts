import { Injectable } from '@nestjs/common';
import { sha256Of } from '../platform/crypto/digests.rules';
import { Database } from '../platform/database/database';
import { UniqueValueJobEntity } from './submission.entity';

export interface ClaimableSubmission {
  id: string;
  receivedAt: Date;
  value: unknown;
}

export interface UniqueValue {
  id: string;
  receivedAt: Date;
  text: string;
}

/** Claims values and counts places for the submissions that existed before a limit was set. */
@Injectable()
export class UniqueValuesRepository {
  constructor(private readonly database: Database) {}

  /** Deletes all claims of a locked form, and starts a job for the values of a field; null starts none. */
  async restart(formId: string, field: string | null): Promise<void> {
    await this.database.query('delete from unique_values where form_id = $1', [formId]);
    await this.finish(formId);
    if (field !== null) await this.database.repository(UniqueValueJobEntity).insert({ formId, field });
  }

  async countPlaces(formId: string): Promise<void> {
    await this.database.query('delete from place_counts where form_id = $1', [formId]);
    await this.database.query(COUNT_PLACES, [formId]);
  }

  /** Locks the job of a form or, without a form, the one that has waited the longest, and skips jobs that are locked. */
  next(formId: string | null): Promise<UniqueValueJobEntity | null> {
    const lock = { mode: 'pessimistic_write', onLocked: 'skip_locked' } as const;
    const where = formId === null ? {} : { formId };
    return this.database.repository(UniqueValueJobEntity).findOne({ where, order: { touchedAt: 'ASC' }, lock });
  }

  isPending(formId: string): Promise<boolean> {
    return this.database.repository(UniqueValueJobEntity).existsBy({ formId });
  }

  page({ formId, field, afterReceivedAt, afterId }: UniqueValueJobEntity): Promise<ClaimableSubmission[]> {
    return this.database.query(PAGE, [formId, field, afterReceivedAt, afterId, CLAIMED_AT_ONCE]);
  }

  /** Claims each value for the first of these submissions that has it, unless another submission holds the value. */
  async claim(formId: string, claims: readonly UniqueValue[]): Promise<void> {
    const rows = claims.map(({ id, receivedAt, text }) => ({
      id,
      received_at: receivedAt,
      digest: `\\x${sha256Of(text).toString('hex')}`,
    }));
    await this.database.query(CLAIM, [formId, JSON.stringify(rows)]);
  }

  async advance(formId: string, { receivedAt, id }: ClaimableSubmission): Promise<void> {
    const edit = { afterReceivedAt: receivedAt, afterId: id, touchedAt: () => 'now()' };
    await this.database.repository(UniqueValueJobEntity).update({ formId }, edit);
  }

  async finish(formId: string): Promise<void> {
    await this.database.repository(UniqueValueJobEntity).delete({ formId });
  }
}

const COUNT_PLACES = `
  insert into place_counts (form_id, field, option, taken)
    select f.id, c.field, c.option, count(*)
      from forms f
        join submissions s on s.form_id = f.id and s.state = 'accepted'
        cross join lateral chosen_options(f.settings -> 'intake', s.fields) c
      where f.id = $1
      group by f.id, c.field, c.option`;

export const CLAIMED_AT_ONCE = 5_000;

const PAGE = `
  select id, received_at, fields -> $2 as value from submissions
  where form_id = $1 and state = 'accepted' and (received_at, id) > ($3, $4::uuid)
  order by received_at, id limit $5`;

const CLAIM = `
  insert into unique_values (form_id, digest, submission_id, received_at, holds)
    select $1, c.digest, c.id, c.received_at,
        row_number() over (partition by c.digest order by c.received_at, c.id) = 1
          and not exists (select from unique_values h where h.form_id = $1 and h.digest = c.digest and h.holds)
      from json_to_recordset($2::json) as c (id uuid, received_at timestamptz, digest bytea)
    on conflict (form_id, digest, submission_id) do nothing`;
