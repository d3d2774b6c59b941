import { Injectable } from '@nestjs/common';
import { Database } from '../../../platform/database/database';
import type { RunKey } from './runs.repository';

/** What people decide about runs, besides cancelling and retrying them. */
@Injectable()
export class RunControlRepository {
  constructor(private readonly database: Database) {}

  /** Notes that nothing more has to be done about these runs. One for which that is known keeps its time. */
  async dismiss(runs: readonly RunKey[]): Promise<void> {
    await this.database.query(DISMISS, [runs.map(({ id }) => id)]);
  }

  /** Takes that back. */
  async recall({ formId, id }: RunKey): Promise<void> {
    await this.database.query('update workflow_runs set dismissed_at = null where form_id = $1 and id = $2', [formId, id]);
  }

  /** Makes the waiting steps of a locked run due that no worker holds, and the run with them. False when none waits. */
  async makeDue({ formId, id }: RunKey): Promise<boolean> {
    return (await this.database.query(MAKE_DUE, [formId, id])).length > 0;
  }
}

/** The time is never before the end of the run, which may be by the clock of another machine. Locked in the order of ids, as everywhere. */
const DISMISS = `
  with listed as materialized (
    select form_id, id from workflow_runs
    where id = any($1::uuid[]) and (dismissed_at is null or dismissed_at < completed_at) order by id for no key update
  )
  update workflow_runs r set dismissed_at = greatest(now(), r.completed_at)
  from listed where r.form_id = listed.form_id and r.id = listed.id`;

const MAKE_DUE = `
  with steps as (
    update workflow_run_steps set due_at = now() where form_id = $1 and run_id = $2 and status = 'waiting' returning form_id, run_id
  )
  update workflow_runs r set due_at = now()
  where r.form_id = $1 and r.id = $2 and exists (select from steps) returning r.id`;
