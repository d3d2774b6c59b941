import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { IS_VISIBLE, visibilityOf } from '../forms/form-visibility.rules';
import { Database } from '../platform/database/database';

@Injectable()
export class ExportsRepository {
  constructor(private readonly database: Database) {}

  /** True while the form is there and the caller may see it. */
  async isVisible(caller: Caller, formId: string): Promise<boolean> {
    return (await this.database.query(VISIBLE, [...visibilityOf(caller), formId])).length > 0;
  }

  async exists(formId: string): Promise<boolean> {
    return (await this.database.query(EXISTS, [formId])).length > 0;
  }
}

const EXISTS = 'select from forms where id = $1 and deleted_at is null';

const VISIBLE = `select from forms f where ${IS_VISIBLE} and f.id = $3`;
