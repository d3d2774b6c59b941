import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { Database } from '../../../platform/database/database';
import { maskedFileLink } from '../../../submissions/files/file-link.rules';
import type { Definition } from '../../definition/definition.types';
import { columnsOf } from './run-lease.repository';
import type { Lease, LeasedRun, StepRow } from './run.types';

/** Reads leased runs with everything that their worker needs. */
@Injectable()
export class LeasedRunsRepository {
  /** Definitions by version id. A version never changes. */
  private readonly definitions = new LRUCache<string, Definition>({ max: 500 });

  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /**
   * Leaves out runs whose lease was lost in the meantime. Called after the statement that has claimed them, which may have waited for
   * the last write of another worker, and would still see the steps as they were before that write.
   */
  async read(leases: readonly Lease[]): Promise<LeasedRun[]> {
    const rows = await this.database.query<LeasedRunRow>(READ, columnsOf(leases));
    const definitions = await this.definitionsOf(rows.flatMap(({ versionId }) => versionId ?? []));
    return rows.flatMap((row) => {
      const definition = row.versionId === null ? row.definition : definitions.get(row.versionId);
      return definition ? [this.runOf(row, definition)] : [];
    });
  }

  /** By version id. Versions that were deleted with their form in the meantime have no entry. */
  private async definitionsOf(versionIds: readonly string[]): Promise<Map<string, Definition>> {
    const known = new Map(
      versionIds.flatMap((id): [string, Definition][] => {
        const definition = this.definitions.get(id);
        return definition ? [[id, definition]] : [];
      }),
    );
    const missing = [...new Set(versionIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    for (const { id, definition } of await this.database.query<VersionRow>(DEFINITIONS, [missing])) {
      this.definitions.set(id, definition);
      known.set(id, definition);
    }
    return known;
  }

  private runOf({ versionId: _, steps, start, ...row }: LeasedRunRow, definition: Definition): LeasedRun {
    const masked = { url: maskedFileLink(this.config.baseUrl), url_expires_at: null };
    const files = start.files.map((file) => ({ ...file, ...masked }));
    return { ...row, definition, start: { ...start, files }, steps: steps.map(stepOf) };
  }
}

interface VersionRow {
  id: string;
  definition: Definition;
}

type LeasedRunRow = Omit<LeasedRun, 'steps' | 'definition'> & {
  steps: StepInJson[];
  /** Null for a test, which has a definition of its own instead. */
  versionId: string | null;
  definition: Definition | null;
};
type StepDates = Pick<StepRow, 'dueAt' | 'startedAt' | 'completedAt'>;
type StepInJson = Omit<StepRow, keyof StepDates> & Record<keyof StepDates, string | null>;

const stepOf = (step: StepInJson): StepRow => ({
  ...step,
  dueAt: dateOf(step.dueAt),
  startedAt: dateOf(step.startedAt),
  completedAt: dateOf(step.completedAt),
});

const dateOf = (text: string | null): Date | null => (text === null ? null : new Date(text));

const START = `
  json_build_object(
    'submission', json_build_object(
      'id', r.submission_id,
      'source', coalesce(s.source, r.input ->> 'source'),
      'received_at', coalesce(to_char(s.received_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), r.input ->> 'received_at'),
      'has_files', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0) > 0,
      'file_count', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0)),
    'form', json_build_object('id', f.id, 'name', f.name),
    'run', json_build_object('id', r.id, 'workflow_version', r.workflow_version),
    'fields', coalesce(s.fields, r.input -> 'fields', '{}'::json),
    'files', coalesce((
      select json_agg(json_build_object('id', id, 'field', field, 'filename', filename, 'content_type', content_type,
        'size_bytes', size_bytes, 'sha256', encode(sha256, 'hex')) order by position)
      from submission_files where form_id = r.form_id and submission_id = r.submission_id), '[]'))`;

/**
 * The runs are looked up by their ids before anything else is compared: a planner without statistics otherwise reads the index of all
 * open runs as well.
 */
const READ = `
  with r as materialized (
    select * from workflow_runs where id = any($1::uuid[])
  )
  select r.id, r.origin_run_id as "originRunId", r.account_id as "accountId", r.workflow_id as "workflowId", r.run_kind as "runKind",
    r.workflow_version_id as "versionId", r.definition, r.reserved_points as "reservedPoints", r.lease_number as "leaseNumber",
    r.lost_leases as "lostLeases", r.created_at as "createdAt", now() as now, ${START} as start,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'status', status, 'port', port, 'output', output, 'changes', changes,
        'billedPoints', billed_points, 'attemptCount', attempt_count, 'errorCode', error_code, 'dueAt', due_at,
        'startedAt', started_at, 'completedAt', completed_at))
      from workflow_run_steps where run_id = r.id and form_id = r.form_id), '[]') as steps,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'isDisabled', disabled_at is not null))
      from workflow_channels where workflow_id = r.workflow_id), '[]') as "failingDestinations"
  from unnest($1::uuid[], $2::int[]) as lease (id, number)
    join r on r.id = lease.id and r.lease_number = lease.number and r.status = 'running'
    join forms f on f.id = r.form_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id and r.input is null`;

const DEFINITIONS = `select id, definition from workflow_versions where id = any($1::uuid[])`;
