import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import type { FormNoticeKind, NoticeDetail } from './notice.entity';

/** Writes `notices` and `notice_passes`. */
@Injectable()
export class NoticesRepository {
  constructor(private readonly database: Database) {}

  /** Serializes all writes to notices until the transaction ends. */
  lock(): Promise<void> {
    return this.database.advisoryLock(LOCK);
  }

  /** Records an event of a form. A deleted form has none. */
  async record(formId: string, kind: FormNoticeKind, detail: NoticeDetail): Promise<void> {
    const reopened = await this.database.query(REOPEN, [formId, kind, detail]);
    if (reopened.length > 0) return;
    await this.database.query(END_CLOSED, [formId, kind]);
    await this.database.query(INSERT_EVENT, [newId(), formId, kind, detail]);
  }
}

const LOCK = 'notices';

/** Goes on with the notice that is open, or that was closed less than a day ago, whose owner knows of it. */
const REOPEN = `
  update notices set detail = $3, seen_at = now(), closed_at = null, ended_at = null
    where id = (
      select id from notices
        where form_id = $1 and kind = $2 and (closed_at is null or closed_at > now() - interval '1 day')
        order by opened_at desc limit 1
    ) returning 1`;

const END_CLOSED = 'update notices set ended_at = now() where form_id = $1 and kind = $2 and ended_at is null';

const INSERT_EVENT = `
  insert into notices (id, account_id, form_id, kind, detail)
    select $1, account_id, id, $3, $4 from forms where id = $2 and deleted_at is null`;
