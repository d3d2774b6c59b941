import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import type { Position } from '../api/pagination/cursors';
import { visibilityOf } from '../forms/form.rules';
import { columnsOf } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { newId } from '../platform/ids.rules';
import { NoticeEntity } from './notice.entity';
import type { ChangedNotice, EndedNotice } from './notice-changes.rules';
import type { FoundNotice, LastingNotice, NoticeEvent } from './notice.types';

export type ListedNotice = NoticeEntity & { formName: string | null };

/** Writes `notices` and `notice_passes`, but for the mails. */
@Injectable()
export class NoticesRepository {
  constructor(private readonly database: Database) {}

  /** Serializes all writes to notices until the transaction ends. */
  lock(): Promise<void> {
    return this.database.advisoryLock('notices');
  }

  /** Returns false when another process holds the lock. */
  tryLock(): Promise<boolean> {
    return this.database.tryAdvisoryLock('notices');
  }

  /** Counts a pass of the task. The first one finds what was so before. */
  async beginPass(): Promise<{ number: number; isFirst: boolean }> {
    return (await this.database.queryOne<{ number: number; isFirst: boolean }>(BEGIN_PASS))!;
  }

  /** The notices of the forms of a page that last; without a page those of the accounts. */
  lasting(page?: readonly [after: string, until: string]): Promise<LastingNotice[]> {
    return page ? this.database.query(LASTING_OF_FORMS, [...page]) : this.database.query(LASTING_OF_ACCOUNTS);
  }

  /** Goes on with those that ended within a day, and opens the others. */
  async open(found: readonly FoundNotice[], isMuted: boolean): Promise<void> {
    if (found.length === 0) return;
    const rows = JSON.stringify(
      found.map(({ accountId, formId, kind, detail, subjects, about }) => [newId(), accountId, formId, kind, detail, subjects, about]),
    );
    await this.database.query(GO_ON, [rows]);
    await this.database.query(OPEN, [rows, isMuted]);
  }

  async change(changed: readonly ChangedNotice[]): Promise<void> {
    if (changed.length === 0) return;
    const rows = changed.map(({ id, detail, subjects, about, mails, isRenewed }) => [id, detail, subjects, about, mails, isRenewed]);
    await this.database.query(CHANGE, [JSON.stringify(rows)]);
  }

  /** Without a mail server no mail waits for one. */
  async end(ended: readonly EndedNotice[], hasMail: boolean): Promise<void> {
    if (ended.length === 0) return;
    const told = ended.filter(({ isTold }) => isTold && hasMail).map(({ id }) => id);
    await this.database.query(END, [ended.map(({ id }) => id), told]);
  }

  /** Records an event of a form. A deleted form has none. */
  async record({ formId, kind, detail }: NoticeEvent): Promise<void> {
    const reopened = await this.database.query(REOPEN, [formId, kind, detail]);
    if (reopened.length > 0) return;
    await this.database.query(END_CLOSED, [formId, kind]);
    await this.database.query(INSERT_EVENT, [newId(), formId, kind, detail]);
  }

  /** The open ones of a form. */
  ofForm(formId: string): Promise<NoticeEntity[]> {
    return this.database.query(OPEN_OF_FORM, [formId]);
  }

  list(caller: Caller, isOpen: boolean, after: Position | null, limit: number): Promise<ListedNotice[]> {
    const statement = isOpen ? LIST_OPEN : LIST_CLOSED;
    return this.database.query(statement, [...visibilityOf(caller), ...seesKeys(caller), after?.at ?? null, after?.id ?? null, limit]);
  }

  async visible(caller: Caller, id: string): Promise<ListedNotice | null> {
    return (await this.database.queryOne<ListedNotice>(VISIBLE, [...visibilityOf(caller), ...seesKeys(caller), id])) ?? null;
  }

  /** Resolves with the time at which it was closed, now or before. */
  async close(id: string): Promise<Date> {
    return (await this.database.queryOne<{ closedAt: Date }>(CLOSE, [id]))!.closedAt;
  }

  /** Deletes one batch of notices that were closed ninety days ago, and returns its size. */
  sweep(): Promise<number> {
    return this.database.deleteBatch('notices', `closed_at < now() - interval '90 days' and ended_at is not null`, 'closed_at');
  }
}

/** The ends of keys are for those that may manage keys. */
const seesKeys = ({ scopes }: Caller): [boolean] => [scopes.has('keys:manage')];

const BEGIN_PASS = `
  update notice_passes p set passed_at = now(), number = p.number + 1 from notice_passes before
    returning before.number::float8 as number, before.passed_at is null as is_first`;

const LASTING = `
  select n.id, n.account_id, n.form_id, n.kind, n.detail, n.subjects, n.about, n.closed_at, n.is_muted, n.mails,
      n.seen_at < now() - interval '7 days' as is_quiet
    from notices n`;

const LASTING_OF_FORMS = `${LASTING} join forms f on f.id = n.form_id
    where n.ended_at is null and n.form_id > $1 and n.form_id <= $2 and f.deleted_at is null`;

const LASTING_OF_ACCOUNTS = `${LASTING} where n.ended_at is null and n.form_id is null`;

const FOUND = `
  select (r ->> 0)::uuid as id, (r ->> 1)::uuid as account_id, (r ->> 2)::uuid as form_id, r ->> 3 as kind, r -> 4 as detail,
      array(select jsonb_array_elements_text(r -> 5)) as subjects, array(select jsonb_array_elements_text(r -> 6)) as about
    from jsonb_array_elements($1::jsonb) r`;

/** One about something more is new. */
const GO_ON = `
  update notices n set detail = x.detail, subjects = x.subjects, about = x.about, seen_at = now(), closed_at = null, ended_at = null,
      is_due = not n.is_muted
    from (${FOUND}) x
    where n.id = (
      select o.id from notices o
        where o.account_id = x.account_id and o.form_id is not distinct from x.form_id and o.kind = x.kind
          and o.ended_at > now() - interval '1 day' and x.subjects <@ o.subjects
        order by o.ended_at desc limit 1)`;

const OPEN = `
  insert into notices (id, account_id, form_id, kind, detail, subjects, about, is_muted, is_due)
    select id, account_id, form_id, kind, detail, subjects, about, $2, not $2 from (${FOUND}) x
    on conflict (account_id, coalesce(form_id, account_id), kind) where ended_at is null do nothing`;

/** One that is about something more opens again. */
const CHANGE = `
  update notices n set detail = r -> 1, subjects = array(select jsonb_array_elements_text(r -> 2)),
      about = array(select jsonb_array_elements_text(r -> 3)), mails = r -> 4, seen_at = now(),
      closed_at = case when (r ->> 5)::boolean then null else n.closed_at end,
      told_at = case when (r ->> 5)::boolean then null else n.told_at end,
      is_muted = n.is_muted and not (r ->> 5)::boolean, is_due = n.is_due or (r ->> 5)::boolean
    from jsonb_array_elements($1::jsonb) r where n.id = (r ->> 0)::uuid`;

const END = `
  update notices set ended_at = now(), closed_at = coalesce(closed_at, now()), is_due = not is_muted and id = any($2::uuid[])
    where id = any($1::uuid[]) and ended_at is null`;

/** Goes on with the notice that is open, or that was closed less than a day ago, whose owner knows of it. */
const REOPEN = `
  update notices set detail = $3, seen_at = now(), closed_at = null, ended_at = null, is_due = not is_muted
    where id = (
      select id from notices
        where form_id = $1 and kind = $2 and (closed_at is null or closed_at > now() - interval '1 day')
        order by opened_at desc limit 1
    ) returning 1`;

const END_CLOSED = 'update notices set ended_at = now(), is_due = false where form_id = $1 and kind = $2 and ended_at is null';

const INSERT_EVENT = `
  insert into notices (id, account_id, form_id, kind, detail)
    select $1, account_id, id, $3, $4 from forms where id = $2 and deleted_at is null`;

const COLUMNS = columnsOf(NoticeEntity, 'n');

const OPEN_OF_FORM = `select ${COLUMNS} from notices n where n.form_id = $1 and n.closed_at is null order by n.opened_at, n.id`;

/** Those of the forms that a key sees. Those of the account are for keys with access to all forms. */
const IS_VISIBLE = `n.account_id = $1 and case
    when n.form_id is null then $2::uuid is null and (n.kind <> 'key_ends' or $3)
    else f.deleted_at is null and ($2::uuid is null
      or exists (select from api_key_grants g where g.form_id = n.form_id and g.api_key_id = $2)) end`;

const LISTED = `select ${COLUMNS}, f.name as form_name from notices n left join forms f on f.id = n.form_id`;

const listOf = (condition: string) => `${LISTED}
    where ${IS_VISIBLE} and ${condition} and ($4::timestamptz is null or (n.opened_at, n.id) < ($4, $5::uuid))
    order by n.opened_at desc, n.id desc limit $6`;

const LIST_OPEN = listOf('n.closed_at is null');
const LIST_CLOSED = listOf('n.closed_at is not null');

const VISIBLE = `${LISTED} where n.id = $4 and ${IS_VISIBLE}`;

const CLOSE = `
  update notices set closed_at = coalesce(closed_at, now()), is_due = is_due and closed_at is not null where id = $1 returning closed_at`;
