import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { newId } from '../../platform/ids.rules';
import { HOURLY, PeriodicTask } from '../../platform/lifecycle/periodic-tasks';
import type { ImportTarget, StoredImport } from './import.types';

/** The only writer of `import_batches`. An import can be undone for a day by the clock of the database. */
@Injectable()
export class ImportBatchesRepository {
  constructor(private readonly database: Database) {}

  async add({ formId, importId }: Pick<ImportTarget, 'formId' | 'importId'>, submissionIds: readonly string[]): Promise<void> {
    if (submissionIds.length > 0) await this.database.query(ADD, [formId, importId, newId(), submissionIds]);
  }

  /** Returns the imports of a form that can be undone, newest first. */
  list(formId: string): Promise<StoredImport[]> {
    return this.database.query<StoredImport>(`${LIST} group by import_id order by min(stored_at) desc, import_id limit 100`, [
      formId,
      null,
    ]);
  }

  async find(formId: string, importId: string): Promise<StoredImport | null> {
    return (await this.database.queryOne<StoredImport>(`${LIST} group by import_id`, [formId, importId])) ?? null;
  }

  /** Returns the time until which a retention of the form waits; null when none does. */
  async deletesFrom(formId: string): Promise<Date | null> {
    return (await this.database.queryOne<{ until: Date }>(DELETES_FROM, [formId]))?.until ?? null;
  }

  /** Removes some batches of an import and returns the ids of their submissions. */
  async take({ id, formId }: StoredImport, batches: number): Promise<string[]> {
    const taken = await this.database.query<{ submissionIds: string[] }>(TAKE, [formId, id, batches]);
    return taken.flatMap(({ submissionIds }) => submissionIds);
  }

  @PeriodicTask({ name: 'sweep of undoable imports', processes: 'worker', everySeconds: HOURLY })
  async removeExpired(): Promise<boolean> {
    return (await this.database.query(REMOVE_EXPIRED)).length > 0;
  }
}

const ADD = 'insert into import_batches (form_id, import_id, id, submission_ids) values ($1, $2, $3, $4)';

const LIST = `
  select import_id as id, $1::uuid as form_id, sum(cardinality(submission_ids))::int as stored, min(stored_at) as imported_at,
      min(stored_at) + interval '1 day' as undo_until
    from import_batches
    where form_id = $1 and ($2::uuid is null or import_id = $2) and stored_at > now() - interval '1 day'`;

const DELETES_FROM = `
  select until from (select (retention_before ->> 'until')::timestamptz as until from forms where id = $1) waiting where until > now()`;

const TAKE = `
  delete from import_batches where (form_id, import_id, id) in (
    select form_id, import_id, id from import_batches where form_id = $1 and import_id = $2 order by id limit $3 for update
  ) returning submission_ids`;

const REMOVE_EXPIRED = `
  delete from import_batches where (form_id, import_id, id) in (
    select form_id, import_id, id from import_batches where stored_at <= now() - interval '1 day' limit 500 for update skip locked
  ) returning 1`;
