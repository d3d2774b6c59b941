import { Injectable } from '@nestjs/common';
import { Database } from '../platform/database/database';
import { GroupedReads } from '../platform/database/grouped-reads';
import type { Taken } from './availability.rules';
import type { FormState, IntakeForm } from './compiled-form';

/** Reads forms for the intake. Its routes are public, so the statements check no caller. */
@Injectable()
export class IntakeFormsRepository {
  private readonly states = new GroupedReads<FormState & { id: string }>();

  constructor(private readonly database: Database) {}

  find(formId: string): Promise<IntakeForm | undefined> {
    return this.database.queryOne<IntakeForm>(FIND, [formId]);
  }

  /** Returns the state of a form. One statement reads all states that are requested within one turn of the event loop. */
  stateOf(formId: string): Promise<FormState | null> {
    return this.states.one('', formId, (ids) => this.database.query<FormState & { id: string }>(STATES, [ids]));
  }

  /** Counts submissions and taken places, and returns the time of the database clock. */
  taken(formId: string): Promise<Taken | undefined> {
    return this.database.queryOne<Taken>(TAKEN, [formId]);
  }
}

/** The forms of a suspended account accept nothing, whatever their own status is. */
const IS_ENABLED = `f.status = 'enabled' and a.suspended_at is null`;

const STATES = `
  select f.id, f.revision, ${IS_ENABLED} as is_enabled, a.time_zone as account_time_zone
  from forms f join accounts a on a.id = f.account_id
  where f.id = any($1::uuid[]) and f.deleted_at is null`;

const FIND = `
  select f.id as form_id, f.account_id, f.revision, f.name, ${IS_ENABLED} as is_enabled, a.time_zone as account_time_zone, f.submission_token_digest as token_digest,
    coalesce(
      (select json_agg(json_build_object('digest', encode(digest, 'hex'), 'validUntil', valid_until))
        from retired_submission_tokens where form_id = f.id),
      '[]') as retired_tokens,
    f.allowed_origins, f.settings, f.validate_fields,
    coalesce(
      (select json_agg(json_build_object('name', name, 'label', label, 'type', type, 'required', required, 'options', options,
          'validation', preset) order by position)
        from fields where form_id = f.id and deleted_at is null),
      '[]') as fields
  from forms f join accounts a on a.id = f.account_id
  where f.id = $1 and f.deleted_at is null`;

const TAKEN = `
  select now() as now, s.submissions_count as submissions,
    coalesce((select json_agg(p) from place_counts p where p.form_id = s.form_id), '[]') as options
  from form_stats s where s.form_id = $1`;
