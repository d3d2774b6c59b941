import { Injectable } from '@nestjs/common';
import { columnsOf } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { type DueNotice, MAX_LINES, type NoticeMail } from './mail-lines.rules';
import { NoticeEntity } from './notice.entity';

/** Reads and writes of `notices` which recipient was told what. */
@Injectable()
export class NoticeMailsRepository {
  constructor(private readonly database: Database) {}

  /** The notices of which a mail may have to tell, the longest waiting of each recipient first. */
  due(): Promise<DueNotice[]> {
    return this.database.query(DUE);
  }

  /** The digests of the recipients that had a mail within the hour. */
  async mailedLately(): Promise<Set<string>> {
    return new Set((await this.database.query<{ digest: string }>(MAILED_LATELY)).map(({ digest }) => digest));
  }

  /** Marks the lines of a mail as told, before it is sent. Returns false when some have been told or have changed since. */
  async claim({ digest, lines }: NoticeMail): Promise<boolean> {
    if ((await this.mailedLately()).has(digest)) return false;
    const claimed = await this.database.query(CLAIM, [...partsOf(lines), digest]);
    return claimed.length === lines.length;
  }

  /** Takes back the marks of a mail that the server has refused. The time stays, so that it is tried again in an hour. */
  async unclaim({ digest, lines }: NoticeMail): Promise<void> {
    await this.database.query(UNCLAIM, [...partsOf(lines), digest]);
  }

  async markTold({ lines }: NoticeMail): Promise<void> {
    await this.database.query(MARK_TOLD, [lines.map(({ notice }) => notice.id)]);
  }

  async markDone(notices: readonly DueNotice[]): Promise<void> {
    if (notices.length > 0) await this.database.query(MARK_DONE, [notices.map(({ id }) => id), notices.map(({ closedAt }) => closedAt)]);
  }
}

const partsOf = (lines: NoticeMail['lines']) => [lines.map(({ notice }) => notice.id), lines.map(({ phase }) => phase)];

/**
 * Leaves out those that nobody could be told, such as of forms whose settings turn these mails off. The first ones of each list of
 * recipients come before the further ones of all others, so that nobody waits for a recipient of thousands.
 */
const DUE = `
  select ${columnsOf(NoticeEntity, 'n')}, f.name as form_name, a.name as account_name, f.settings #>> '{page,language}' as language,
      array(select jsonb_array_elements_text(coalesce(f.settings #> '{notifications,to}', '[]'))) as form_recipients,
      a.notify_email as account_email, now() as read_at
    from notices n join accounts a on a.id = n.account_id left join forms f on f.id = n.form_id
    where n.is_due and (n.form_id is null or f.deleted_at is null)
      and coalesce((f.settings #>> '{notices,mail}')::boolean, true)
      and (a.notify_email is not null or coalesce(jsonb_array_length(f.settings #> '{notifications,to}'), 0) > 0)
    order by row_number() over (partition by n.account_id, f.settings #>> '{notifications,to}' order by n.opened_at, n.id), n.opened_at, n.id
    limit ${100 * MAX_LINES}`;

const MAILED_LATELY = `
  select distinct m.key as digest from notices n cross join jsonb_each(n.mails) m
    where n.mailed_at > now() - interval '1 hour' and (m.value ->> 'at')::timestamptz > now() - interval '1 hour'`;

const LINES = `unnest($1::uuid[], $2::text[]) as line (id, phase) where n.id = line.id`;

/** A notice that has closed or opened again since it was read is in another phase. */
const CLAIM = `
  update notices n set mailed_at = now(), mails = n.mails
      || jsonb_build_object($3::text, coalesce(n.mails -> $3, '{}') || jsonb_build_object(line.phase, now(), 'at', now()))
    from ${LINES} and (n.closed_at is null) = (line.phase = 'opened') and n.mails #> array[$3, line.phase] is null
    returning n.id`;

const UNCLAIM = `
  update notices n set mails = jsonb_set(n.mails, array[$3], (n.mails -> $3) - line.phase)
    from ${LINES} and n.mails ? $3`;

const MARK_TOLD = 'update notices set told_at = coalesce(told_at, now()) where id = any($1::uuid[])';

/** Unless it has changed since it was read. */
const MARK_DONE = `
  update notices n set is_due = false from unnest($1::uuid[], $2::timestamptz[]) as told (id, closed_at)
    where n.id = told.id and n.closed_at is not distinct from told.closed_at`;
