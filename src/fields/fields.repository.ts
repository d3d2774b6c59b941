import { Injectable } from '@nestjs/common';
import { IsNull } from 'typeorm';
import type { Caller } from '../api/auth/caller';
import { visibleForm } from '../forms/form.rules';
import { FormEntity } from '../forms/form.entity';
import type { Row } from '../platform/database/database';
import { Database } from '../platform/database/database';
import { FieldEntity } from '../forms/definition/field.entity';

/** A field, and the revision of its form, which is part of the ETag. */
export interface FieldOfForm {
  field: FieldEntity;
  formRevision: number;
}

/** The only writer of `fields`. Each statement also filters by the id of the form. */
@Injectable()
export class FieldsRepository {
  constructor(private readonly database: Database) {}

  /** The field and the revision of its form, read in one statement so that they match. Null unless the caller may see the form. */
  async visible(caller: Caller, formId: string, id: string): Promise<FieldOfForm | null> {
    const { entities, raw } = await this.database
      .repository(FieldEntity)
      .createQueryBuilder('field')
      .innerJoin(FormEntity, 'f', 'f.id = field.form_id')
      .addSelect('f.revision', 'formRevision')
      .where({ formId, id, deletedAt: IsNull() })
      .andWhere(...visibleForm(caller, 'f'))
      .getRawAndEntities<{ formRevision: number }>();
    return entities[0] && raw[0] ? { field: entities[0], formRevision: raw[0].formRevision } : null;
  }

  async insert(fields: readonly Omit<FieldEntity, 'id'>[]): Promise<FieldEntity[]> {
    const rows = fields.map((field) => ({ ...field }) as FieldEntity);
    if (rows.length > 0) await this.database.repository(FieldEntity).insert(rows as Row<FieldEntity>[]);
    return rows;
  }

  async update({ formId, id }: FieldEntity, changes: Partial<FieldEntity>): Promise<void> {
    await this.database.repository(FieldEntity).update({ formId, id }, changes as Row<FieldEntity>);
  }

  async reorder(formId: string, ids: readonly string[]): Promise<void> {
    await this.database.query(
      `update fields set position = placed.ordinal - 1
         from unnest($2::bigint[]) with ordinality as placed (id, ordinal)
        where fields.form_id = $1 and fields.id = placed.id and fields.position <> placed.ordinal - 1`,
      [formId, ids],
    );
  }
}
