import { Injectable } from '@nestjs/common';
import { In, IsNull } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import type { Row } from '../platform/database/database';
import { Database } from '../platform/database/database';
import type { Direction, Position } from '../api/pagination/cursors';
import { FieldEntity } from '../fields/field.entity';
import { FormStatsEntity } from './form-stats.entity';
import { FormEntity } from './form.entity';
import type { FormStatus } from './form.entity';
import type { FormCounts } from './form-view.dto';
import { isVisible } from './visible-form.rules';

export interface FormFilter {
  status?: FormStatus;
  search?: string;
}

export type CountedForm = FormEntity & { counts: FormCounts };

/** The only statements on forms; each begins with what the caller may see. */
@Injectable()
export class FormsRepository {
  constructor(private readonly database: Database) {}

  /** A form with its counters, if the caller may see it. */
  async visible(caller: Caller, id: string): Promise<CountedForm | null> {
    const [form] = await this.counted(caller, 'f.id = :id', { id }, 1);
    return form ?? null;
  }

  /** One page, newest first, and one more to tell whether there is another page. */
  async newestFirst(
    caller: Caller,
    filter: FormFilter,
    from: { position: Position; direction: Direction } | null,
    limit: number,
  ): Promise<CountedForm[]> {
    const conditions = ['true'];
    if (filter.status) conditions.push('f.status = :status');
    if (filter.search) conditions.push(`f.name ilike :pattern`);
    if (from) conditions.push(`(f.created_at, f.id) ${from.direction === 'next' ? '<' : '>'} (:at, :id)`);
    const values = {
      ...filter,
      pattern: `%${escapeLike(filter.search ?? '')}%`,
      at: from?.position.at,
      id: from?.position.id,
    };
    return this.counted(caller, conditions.join(' and '), values, limit + 1, from?.direction === 'previous');
  }

  /** The form, locked until the transaction ends; null when it was deleted meanwhile. */
  lock(id: string): Promise<FormEntity | null> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(FormEntity).findOne({ where: { id, deletedAt: IsNull() }, lock });
  }

  stats(formId: string): Promise<FormStatsEntity> {
    return this.database.repository(FormStatsEntity).findOneByOrFail({ formId });
  }

  /** Holds off everything that counts, so that rows go in the same order everywhere. */
  lockStats(formId: string): Promise<FormStatsEntity> {
    const lock = { mode: 'pessimistic_write' } as const;
    return this.database.repository(FormStatsEntity).findOneOrFail({ where: { formId }, lock });
  }

  /** How many forms the account has, under a lock that holds off other creations. */
  async countUnderLock(accountId: string): Promise<number> {
    await this.database.advisoryLock(`forms of ${accountId}`);
    return this.database.repository(FormEntity).countBy({ accountId, deletedAt: IsNull() });
  }

  async insert(form: FormEntity): Promise<void> {
    await this.database.repository(FormEntity).insert(form);
    await this.database.repository(FormStatsEntity).insert({ formId: form.id });
  }

  async update({ id }: FormEntity, changed: Partial<FormEntity>): Promise<void> {
    await this.database.repository(FormEntity).update({ id }, changed);
  }

  async delete(id: string): Promise<void> {
    await this.database.repository(FormEntity).delete({ id });
  }

  fieldsOf(formIds: string[]): Promise<FieldEntity[]> {
    const where = { formId: In(formIds), deletedAt: IsNull() };
    return this.database.repository(FieldEntity).find({ where, order: { position: 'ASC', id: 'ASC' } });
  }

  async insertFields(fields: Omit<FieldEntity, 'id'>[]): Promise<void> {
    if (fields.length > 0) await this.database.repository(FieldEntity).insert(fields as Row<FieldEntity>[]);
  }

  private async counted(
    caller: Caller,
    condition: string,
    values: object,
    limit: number,
    isBackwards = false,
  ): Promise<CountedForm[]> {
    const order = isBackwards ? 'ASC' : 'DESC';
    const query = this.database
      .repository(FormEntity)
      .createQueryBuilder('f')
      .innerJoin(FormStatsEntity, 's', 's.form_id = f.id')
      .addSelect('s.submissions_count', 'submissions_count')
      .addSelect('s.unread_count', 'unread_count')
      .addSelect('s.latest_submission_at', 'latest_submission_at')
      .addSelect(FIELD_COUNT, 'field_count')
      .where(...isVisible(caller, 'f'))
      .andWhere(condition, values)
      .orderBy({ 'f.created_at': order, 'f.id': order })
      .limit(limit);
    const { entities, raw } = await query.getRawAndEntities<CountsRow>();
    const forms = entities.map((form, index) => Object.assign(form, { counts: countsOf(raw[index]!) }));
    return isBackwards ? forms.reverse() : forms;
  }
}

interface CountsRow {
  submissions_count: number;
  unread_count: number;
  latest_submission_at: Date | null;
  field_count: string;
}

const FIELD_COUNT = '(select count(*) from fields where fields.form_id = f.id and fields.deleted_at is null)';

const countsOf = (row: CountsRow): FormCounts => ({
  fieldCount: Number(row.field_count),
  submissionsCount: row.submissions_count,
  unreadCount: row.unread_count,
  latestSubmissionAt: row.latest_submission_at,
});

/** So that `%` and `_` in a search stand for themselves. */
const escapeLike = (text: string): string => text.replace(/[\\%_]/g, (character) => `\\${character}`);
