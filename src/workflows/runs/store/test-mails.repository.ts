import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import { newId } from '../../../platform/ids.rules';

export interface ReachedLimit {
  bucket: 'test_mails' | 'mails';
  retryAfterSeconds: number;
}

/** Counts the mails that tests send among those of their account, in `notification_mails`. */
@Injectable()
export class TestMailsRepository {
  constructor(private readonly database: Database) {}

  /** Counts a mail unless a limit is reached. Other mails of the account wait until the transaction ends. */
  async take(accountId: string, formId: string): Promise<ReachedLimit | null> {
    await this.database.advisoryLock(`mails of ${accountId}`); // notifications take the same lock
    const reached = await this.database.queryOne<ReachedLimit>(REACHED, [accountId, MAX_TEST_MAILS]);
    if (reached) return reached;
    await this.database.query(COUNT, [newId(), accountId, formId]);
    return null;
  }
}

/** The limit of test mails of an account in an hour, which does not depend on its plan. */
export const MAX_TEST_MAILS = 10;

/** Compares with the clock instead of the start of the transaction, which may have waited for the lock. */
const REACHED = `
  select bucket, greatest(ceil(extract(epoch from sent_at + interval '1 hour' - clock_timestamp())), 1)::int as retry_after_seconds
  from (
    (select 'test_mails' as bucket, sent_at from notification_mails
      where account_id = $1 and is_test order by sent_at desc offset $2 - 1 limit 1)
    union all
    (select 'mails', sent_at from notification_mails
      where account_id = $1 and (select p.mails_per_hour from accounts a join plans p on p.name = a.plan where a.id = $1) is not null
      order by sent_at desc
      offset (select p.mails_per_hour - 1 from accounts a join plans p on p.name = a.plan where a.id = $1) limit 1)
  ) reached
  where sent_at > clock_timestamp() - interval '1 hour'
  order by sent_at desc limit 1`;

const COUNT = `
  insert into notification_mails (id, account_id, form_id, sent_at, is_test) values ($1, $2, $3, clock_timestamp(), true)`;
