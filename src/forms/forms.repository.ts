import { Injectable } from '@nestjs/common';
import { IsNull, Not, type SelectQueryBuilder } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import type { PageStart } from '../api/pagination/cursors';
import { columnsOf, jsonOf, rowsFromJson } from '../platform/database/columns';
import { Database } from '../platform/database/database';
import { normalizedTo } from '../platform/text/normalization.rules';
import { escapeLike } from '../platform/text/text.rules';
import { FieldEntity } from './definition/field.entity';
import { FormEntity, FormStatsEntity, type FormStatus } from './form.entity';
import { IS_VISIBLE, visibilityOf, visibleForm } from './form.rules';
import type { FormCounts } from './form-view.dto';

export interface FormFilter {
  status?: FormStatus;
  search?: string;
}

export type CountedForm = FormEntity & { counts: FormCounts };
export type FormWithFields = CountedForm & { fields: FieldEntity[] };

/** The only writer of `forms`. Reads for a caller begin with the forms that the caller may see. */
@Injectable()
export class FormsRepository {
  constructor(private readonly database: Database) {}

  async visible(caller: Caller, id: string): Promise<FormEntity | null> {
    return (await this.database.queryOne<FormEntity>(VISIBLE, [...visibilityOf(caller), id])) ?? null;
  }

  /** The forms among these that the caller may see, with their counters and fields, in one statement. */
  async visibleWithFields(caller: Caller, ids: string[]): Promise<FormWithFields[]> {
    const found = await this.database.query<FormRow>(VISIBLE_WITH_FIELDS, [...visibilityOf(caller), ids]);
    return found.map(({ fields, ...row }) => {
      const counts = countsIn({ ...row, fieldCount: fields.length });
      return { ...row, counts, fields: rowsFromJson<FieldEntity>(FieldEntity, fields) };
    });
  }

  fieldsOf(formId: string): Promise<FieldEntity[]> {
    return this.database.repository(FieldEntity).find({ where: { formId, deletedAt: IsNull() }, order: { position: 'ASC', id: 'ASC' } });
  }

  /** The fields by position, then the deleted fields by creation. */
  async presentAndDeletedFieldsOf(formId: string): Promise<FieldEntity[]> {
    const present = await this.fieldsOf(formId);
    const where = { formId, deletedAt: Not(IsNull()) };
    return [...present, ...(await this.database.repository(FieldEntity).find({ where, order: { id: 'ASC' } }))];
  }

  /** At most `limit` forms from a position on, newest first. */
  async newestFirst(caller: Caller, { status, search }: FormFilter, start: PageStart | null, limit: number): Promise<CountedForm[]> {
    const isBackwards = start?.direction === 'previous';
    const order = isBackwards ? 'ASC' : 'DESC';
    const query = this.database
      .repository(FormEntity)
      .createQueryBuilder('f')
      .where(...visibleForm(caller, 'f'))
      .orderBy({ 'f.created_at': order, 'f.id': order })
      .limit(limit);
    if (status) query.andWhere('f.status = :status', { status });
    if (search) query.andWhere(...nameContains(search));
    if (start) query.andWhere(`(f.created_at, f.id) ${isBackwards ? '>' : '<'} (:at, :from)`, boundOf(start));
    const forms = await withCounts(query);
    return isBackwards ? forms.reverse() : forms;
  }

  find(id: string): Promise<FormEntity | null> {
    return this.database.repository(FormEntity).findOneBy({ id, deletedAt: IsNull() });
  }

  lock(id: string): Promise<FormEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(FormEntity).findOne({ where: { id, deletedAt: IsNull() }, lock });
  }

  async countsOf(id: string): Promise<FormCounts> {
    return countsIn((await this.database.queryOne<FormCounts>(COUNTS, [id]))!);
  }

  /** True if the form has ever received a submission, even one that is deleted by now. */
  hasReceivedSubmission(id: string): Promise<boolean> {
    return this.database.repository(FormStatsEntity).existsBy({ formId: id, firstSubmissionAt: Not(IsNull()) });
  }

  /** Locks the counters, so that no submission is stored until the transaction ends. */
  lockStats(formId: string): Promise<FormStatsEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(FormStatsEntity).findOneOrFail({ where: { formId }, lock });
  }

  /** The number of forms of an account, under a lock that serializes the creation of forms. */
  async countUnderLock(accountId: string): Promise<number> {
    await this.database.advisoryLock(`forms of ${accountId}`);
    return this.database.repository(FormEntity).countBy({ accountId, deletedAt: IsNull() });
  }

  async insert(form: FormEntity): Promise<void> {
    await this.database.repository(FormEntity).insert(form);
    await this.database.repository(FormStatsEntity).insert({ formId: form.id });
  }

  async update(id: string, edit: Partial<FormEntity>): Promise<void> {
    await this.database.repository(FormEntity).update({ id }, edit);
  }

  async delete(id: string): Promise<void> {
    await this.database.repository(FormEntity).delete({ id });
  }

  /** Locks the form that was deleted first, unless another process is purging it. */
  lockDeleted(): Promise<Pick<FormEntity, 'id' | 'accountId'> | undefined> {
    return this.database.queryOne(LOCK_DELETED);
  }

  /** Deletes a batch of the rows that belong to a deleted form. False when nothing was left. */
  async purgeBatch(id: string): Promise<boolean> {
    const purged = await this.database.query(PURGE_BATCH, [id]);
    return purged.length > 0;
  }
}

async function withCounts(forms: SelectQueryBuilder<FormEntity>): Promise<CountedForm[]> {
  const query = forms.innerJoin(FormStatsEntity, 's', 's.form_id = f.id');
  for (const [name, sql] of Object.entries(COUNT_COLUMNS)) query.addSelect(sql, name);
  const { entities, raw } = await query.getRawAndEntities<FormCounts>();
  return entities.map((form, index) => Object.assign(form, { counts: countsIn(raw[index]!) }));
}

/** The storage of an account is summed up only where a plan limits it and the form takes files. */
const LIMITS = `(
  select json_build_object('now', now(), 'isSuspended', a.suspended_at is not null,
      'isQuotaReached', coalesce(s.month = date_trunc('month', now() at time zone 'utc')::date
        and s.month_count >= p.form_submissions_per_month, false),
      'isStorageFull', exists (select from fields d where d.form_id = s.form_id and d.type = 'file' and d.deleted_at is null) and (
        coalesce(s.stored_bytes >= (o.settings #>> '{intake,max_stored_bytes}')::numeric, false)
        or coalesce(p.stored_bytes_max <= case when p.stored_bytes_max is not null then (
            select sum(t.stored_bytes) from forms e join form_stats t on t.form_id = e.id where e.account_id = o.account_id
          ) end, false)))
    from forms o join accounts a on a.id = o.account_id join plans p on p.name = a.plan where o.id = s.form_id)`;

const COUNT_COLUMNS: Record<keyof FormCounts, string> = {
  fieldCount: '(select count(*)::int from fields where fields.form_id = s.form_id and fields.deleted_at is null)',
  submissionsCount: 's.submissions_count',
  unreadCount: 's.unread_count',
  latestSubmissionAt: 's.latest_submission_at',
  storedBytes: 's.stored_bytes::float8',
  limits: LIMITS,
};

function countsIn(row: FormCounts): FormCounts {
  const counts = Object.fromEntries(COUNTERS.map((name) => [name, row[name]])) as unknown as FormCounts;
  return { ...counts, limits: { ...row.limits, now: new Date(row.limits.now) } }; // a time in JSON is a text
}

const COUNTERS = Object.keys(COUNT_COLUMNS) as (keyof FormCounts)[];

const FIELDS_AS_JSON = `(
  select coalesce(json_agg(${jsonOf(FieldEntity, 'field')} order by field.position, field.id), '[]')
  from fields field where field.form_id = f.id and field.deleted_at is null)`;

/** The length of `fields` is the number of fields. */
type FormRow = FormEntity & Omit<FormCounts, 'fieldCount'> & { fields: object[] };

const VISIBLE = `select ${columnsOf(FormEntity, 'f')} from forms f where ${IS_VISIBLE} and f.id = $3`;

const VISIBLE_WITH_FIELDS = `
  select ${columnsOf(FormEntity, 'f')}, s.submissions_count, s.unread_count,
    s.latest_submission_at, ${COUNT_COLUMNS.storedBytes} as stored_bytes, ${LIMITS} as limits, ${FIELDS_AS_JSON} as fields
  from forms f join form_stats s on s.form_id = f.id
  where ${IS_VISIBLE} and f.id = any($3::uuid[])`;

const COUNTS = `
  select ${COUNT_COLUMNS.fieldCount} as field_count, s.submissions_count, s.unread_count, s.latest_submission_at,
    ${COUNT_COLUMNS.storedBytes} as stored_bytes, ${LIMITS} as limits
  from form_stats s where s.form_id = $1`;

const LOCK_DELETED = `
  select id, account_id from forms where deleted_at is not null order by deleted_at limit 1 for update skip locked`;

/** Limits a batch to some ten milliseconds, during which the balance of the account is locked. */
const PURGED_AT_ONCE = 500;

/**
 * Deletes the rows that the deletion of a form cascades to, also of other repositories, in batches. Each batch uses an index, since a scan
 * of whole tables would take longer the bigger the form is. Each deletion repeats the form because rows of different partitions can have
 * the same `ctid`.
 */
const PURGE_BATCH = `
  with runs as (
    delete from workflow_runs where form_id = $1 and ctid = any(array(
      select ctid from workflow_runs where form_id = $1 order by created_at desc, id desc limit ${PURGED_AT_ONCE}
    )) returning 1
  ), received as (
    delete from submissions where form_id = $1 and ctid = any(array(
      select ctid from submissions where form_id = $1 order by id limit ${PURGED_AT_ONCE}
    )) returning 1
  ), keys as (
    delete from submission_idempotency_keys where form_id = $1 and ctid = any(array(
      select ctid from submission_idempotency_keys where form_id = $1 order by key_hash limit ${PURGED_AT_ONCE}
    )) returning 1
  )
  select 1 from runs union all select 1 from received union all select 1 from keys`;

/** One condition for each Unicode form of the text, so that the index on names can serve them. */
function nameContains(search: string): [condition: string, parameters: Record<string, string>] {
  const forms = [...new Set([search, normalizedTo('NFC', search), normalizedTo('NFD', search)])];
  const condition = forms.map((_, index) => `f.name ilike :pattern${index}`).join(' or ');
  return [`(${condition})`, Object.fromEntries(forms.map((text, index) => [`pattern${index}`, `%${escapeLike(text)}%`]))];
}

const boundOf = ({ position: { at, id } }: PageStart) => ({ at, from: id });
