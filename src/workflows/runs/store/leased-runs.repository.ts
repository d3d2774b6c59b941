import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { maskedFileLink } from '../../../files/file-link.rules';
import { type Config, CONFIG } from '../../../platform/config/config';
import { jsonOf, rowsFromJson } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../model/definition.types';
import { IS_ACTIVE, MAY_RUN } from './run-conditions.sql';
import type { Lease, LeasedRun } from './run.types';
import { SENT_FIELDS } from './sent-fields.sql';
import { type MailingForm, visitorMailDefaults } from './visitor-mail-defaults.rules';
import { WorkflowRunStepEntity } from './workflow-run.entity';

/** Another worker holds the run, or the run was cancelled or deleted. This worker must neither write nor send anything for it. */
export class LeaseLost extends Error {}

@Injectable()
export class LeasedRunsRepository {
  /** Versions by id, cached without expiry since they never change. */
  private readonly versions = new LRUCache<string, VersionRow>({ max: 500 });

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Leases the longest due runs, except those of deleted forms and suspended accounts. Concurrent claims do not wait for each other. */
  claim(owner: string, limit: number): Promise<Lease[]> {
    return this.database.query<Lease>(CLAIM, [owner, limit]);
  }

  /** Resolves with the ids of the runs whose leases were renewed; the others are lost or were released. */
  async renew(leases: readonly Lease[]): Promise<Set<string>> {
    const renewed = await this.database.query<{ id: string }>(RENEW, columnsOf(leases));
    return new Set(renewed.map(({ id }) => id));
  }

  /** True when a run has been due for two seconds and no worker holds it. */
  async hasOrphans(): Promise<boolean> {
    return (await this.database.query(ORPHANED)).length > 0;
  }

  /**
   * Reads leased runs, without those whose lease was lost meanwhile. Claiming does not return the runs, since its statement may have waited
   * for the last write of another worker, and would still see the steps from before that write.
   */
  async read(leases: readonly Lease[]): Promise<LeasedRun[]> {
    const rows = await this.database.query<LeasedRunRow>(READ, columnsOf(leases));
    const versions = await this.versionsOf(rows.flatMap(({ versionId }) => versionId ?? []));
    return rows.flatMap((row) => {
      const version = row.versionId === null ? { definition: row.definition!, escapesJson: true } : versions.get(row.versionId);
      return version ? [this.runOf(row, version)] : [];
    });
  }

  /** The versions by id; undefined for a version that was deleted with its form meanwhile. */
  private async versionsOf(versionIds: readonly string[]): Promise<Map<string, VersionRow | undefined>> {
    const versions = new Map(versionIds.map((id) => [id, this.versions.get(id)]));
    const missing = [...versions.keys()].filter((id) => !versions.get(id));
    if (missing.length === 0) return versions;
    for (const version of await this.database.query<VersionRow>(VERSIONS, [missing])) {
      this.versions.set(version.id, version);
      versions.set(version.id, version);
    }
    return versions;
  }

  private runOf(
    { versionId: _, steps, start, form, ...row }: LeasedRunRow,
    { definition, escapesJson }: Omit<VersionRow, 'id'>,
  ): LeasedRun {
    const masked = { url: maskedFileLink(this.config.baseUrl), url_expires_at: null };
    const files = start.files.map((file) => ({ ...file, ...masked }));
    return {
      ...row,
      definition,
      escapesJson,
      start: { ...start, files, visitor_mails: visitorMailDefaults(form, start, row.runKind === 'test') },
      steps: rowsFromJson<WorkflowRunStepEntity>(WorkflowRunStepEntity, steps),
    };
  }
}

const columnsOf = (leases: readonly Lease[]): [string[], number[]] => [
  leases.map(({ id }) => id),
  leases.map(({ leaseNumber }) => leaseNumber),
];

/** The time for which a run is leased, and for which each write extends the lease. */
export const LEASE_DURATION = `interval '30 seconds'`;

/**
 * A due run that still has an owner was left by a worker that crashed. Here and below, rows are joined by the whole primary key: without
 * statistics the planner expects many runs with the same id, and reads the whole table.
 */
const CLAIM = `
  with due as materialized (
    select form_id, id from workflow_runs
    where ${IS_ACTIVE} and due_at <= now() and ${MAY_RUN}
    order by due_at limit $2 for no key update skip locked
  )
  update workflow_runs r set
      lease_number = lease_number + 1, lease_owner = $1, due_at = now() + ${LEASE_DURATION}, status = 'running',
      started_at = coalesce(started_at, now()),
      lost_leases = case when lease_owner is null then 0 else lost_leases + 1 end
    from due where r.form_id = due.form_id and r.id = due.id
    returning r.id, r.lease_number`;

/** A late renewal must not postpone a released run. Runs are locked in the order of their ids, which prevents deadlocks. */
const RENEW = `
  with held as materialized (
    select form_id, id, lease_number, lease_owner, status from workflow_runs where id = any($1::uuid[]) order by id for no key update
  )
  update workflow_runs r set due_at = now() + ${LEASE_DURATION}
    from held join unnest($1::uuid[], $2::int[]) as lease (id, number) on lease.id = held.id and lease.number = held.lease_number
    where r.form_id = held.form_id and r.id = held.id and held.lease_owner is not null and held.status = 'running'
    returning r.id`;

const ORPHANED = `
  select from workflow_runs
  where ${IS_ACTIVE} and due_at < now() - interval '2 seconds' and ${MAY_RUN}
  order by due_at limit 1`;

interface VersionRow {
  id: string;
  definition: Definition;
  escapesJson: boolean;
}

type LeasedRunRow = Omit<LeasedRun, 'steps' | 'definition' | 'escapesJson'> & {
  form: MailingForm;
  steps: object[];
  /** Null for a test, which has a definition of its own instead. */
  versionId: string | null;
  definition: Definition | null;
};

const START = `
  json_build_object(
    'submission', json_build_object(
      'id', r.submission_id,
      'source', coalesce(s.source, r.input ->> 'source'),
      'received_at', coalesce(to_char(s.received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.input ->> 'received_at'),
      'has_files', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0) > 0,
      'file_count', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0),
      'address_confirmed', coalesce(s.address_confirmed_at <= r.created_at, (r.input ->> 'address_confirmed')::boolean, false)),
    'form', json_build_object('id', f.id, 'name', f.name),
    'labels', coalesce((
      select json_object_agg(name, coalesce(label, name) order by position) from fields where form_id = f.id and deleted_at is null), '{}'),
    'run', json_build_object('id', r.id, 'workflow_version', r.workflow_version),
    'fields', coalesce(${SENT_FIELDS}, s.fields, r.input -> 'fields', '{}'::json),
    'other', coalesce(s.other_values, r.input -> 'other_values', '{}'::json),
    'other_values_dropped', coalesce(to_json(s.other_values_dropped), r.input -> 'other_values_dropped', '[]'::json),
    'files', case when s.file_count = 0 then '[]' else coalesce((
      select json_agg(json_build_object('id', id, 'field', field, 'filename', filename, 'content_type', content_type,
        'size_bytes', size_bytes, 'sha256', encode(sha256, 'hex')) order by position)
      from submission_files where form_id = r.form_id and submission_id = r.submission_id), '[]') end)`;

/** The settings of the form for its mails to visitors, without the texts of its page. */
const FORM = `
  json_build_object('title', f.settings #>> '{page,title}', 'spam', f.settings -> 'spam', 'respondent', f.settings -> 'respondent',
    'notified', case when f.notifications_enabled then coalesce(nullif(f.settings #> '{notifications,to}', '[]'), jsonb_build_array(a.notify_email)) end)`;

const IS_RELEASED_LATE = `coalesce(s.released_at > coalesce(s.address_confirmed_at, s.received_at) + interval '72 hours', false)`;

/** Looks up runs by id first: without statistics the planner would read the index of all open runs as well. */
const READ = `
  with r as materialized (
    select * from workflow_runs where id = any($1::uuid[])
  )
  select r.id, r.origin_run_id, r.account_id, r.workflow_id, r.run_kind, r.input -> 'mail' as test_mail, s.signals ->> 'hops' as hops,
    r.workflow_version_id as version_id, r.definition, r.reserved_points, r.lease_number,
    r.lost_leases, r.created_at, now() as now, ${START} as start, ${FORM} as form,
    s.imported_at is not null as is_imported, ${IS_RELEASED_LATE} as is_released_late,
    coalesce((select json_agg(${jsonOf(WorkflowRunStepEntity, 'step')})
      from workflow_run_steps step where step.run_id = r.id and step.form_id = r.form_id), '[]') as steps,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'isDisabled', disabled_at is not null))
      from failing_destinations where workflow_id = r.workflow_id), '[]') as failing_destinations
  from unnest($1::uuid[], $2::int[]) as lease (id, number)
    join r on r.id = lease.id and r.lease_number = lease.number and r.status = 'running'
    join forms f on f.id = r.form_id
    join accounts a on a.id = r.account_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id and r.input is null`;

const VERSIONS = `select id, definition, escapes_json from workflow_versions where id = any($1::uuid[])`;
