import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import { FormStatsEntity } from '../forms/form-stats.entity';
import { FormEntity } from '../forms/form.entity';
import { isOfVisibleForm } from '../forms/visible-form.rules';
import type { Caller } from '../api/auth/caller';
import type { Row } from '../platform/database/database';
import { Database } from '../platform/database/database';
import { FieldEntity } from './field.entity';

/** The only statements on single fields; each names the form as well. */
@Injectable()
export class FieldsRepository {
  constructor(private readonly database: Database) {}

  /** Whether there is such a field of such a form, and the caller may see both. */
  isVisible(caller: Caller, formId: string, id: string): Promise<boolean> {
    return this.database
      .repository(FieldEntity)
      .createQueryBuilder('field')
      .where({ formId, id, deletedAt: IsNull() })
      .andWhere(...isOfVisibleForm(caller, 'field'))
      .getExists();
  }

  /** The fields that are not deleted, in their order. */
  inOrder(formId: string): Promise<FieldEntity[]> {
    return this.database
      .repository(FieldEntity)
      .find({ where: { formId, deletedAt: IsNull() }, order: { position: 'ASC', id: 'ASC' } });
  }

  async insert(field: Omit<FieldEntity, 'id'>): Promise<FieldEntity> {
    const row = { ...field } as FieldEntity;
    await this.database.repository(FieldEntity).insert(row as Row<FieldEntity>); // which fills in the id
    return row;
  }

  async update({ formId, id }: FieldEntity, changes: Partial<FieldEntity>): Promise<void> {
    await this.database.repository(FieldEntity).update({ formId, id }, changes as Row<FieldEntity>);
  }

  /** Gives each field the position of its id in the list. */
  async place(formId: string, ids: string[]): Promise<void> {
    await this.database.query(
      `update fields set position = placed.ordinal - 1
         from unnest($2::bigint[]) with ordinality as placed (id, ordinal)
        where fields.form_id = $1 and fields.id = placed.id and fields.position <> placed.ordinal - 1`,
      [formId, ids],
    );
  }

  stats(formId: string): Promise<FormStatsEntity> {
    return this.database.repository(FormStatsEntity).findOneByOrFail({ formId });
  }

  /** The form that the request has locked goes one revision on. */
  async saveRevision({ id, revision, updatedAt }: FormEntity): Promise<void> {
    await this.database.repository(FormEntity).update({ id }, { revision, updatedAt });
  }
}
