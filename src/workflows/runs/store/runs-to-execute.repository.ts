import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { type Config, CONFIG } from '../../../platform/config/config';
import { jsonOf, rowsFromJson } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import { maskedFileLink } from '../../../files/file-link.rules';
import type { Definition } from '../../model/definition.types';
import { columnsOf } from './run-lease.repository';
import type { Lease, LeasedRun } from './run.types';
import { WorkflowRunStepEntity } from './workflow-run.entity';

/** Reads leased runs with everything that their worker needs. */
@Injectable()
export class RunsToExecuteRepository {
  /** Versions by id, which never change. */
  private readonly versions = new LRUCache<string, VersionRow>({ max: 500 });

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
    const versions = await this.versionsOf(rows.flatMap(({ versionId }) => versionId ?? []));
    return rows.flatMap((row) => {
      const version = row.versionId === null ? { definition: row.definition!, escapesJson: true } : versions.get(row.versionId);
      return version ? [this.runOf(row, version)] : [];
    });
  }

  /** The versions by id. One that was deleted with its form in the meantime has no entry. */
  private async versionsOf(versionIds: readonly string[]): Promise<Map<string, VersionRow>> {
    const known = new Map(
      versionIds.flatMap((id): [string, VersionRow][] => {
        const version = this.versions.get(id);
        return version ? [[id, version]] : [];
      }),
    );
    const missing = [...new Set(versionIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    for (const version of await this.database.query<VersionRow>(VERSIONS, [missing])) {
      this.versions.set(version.id, version);
      known.set(version.id, version);
    }
    return known;
  }

  private runOf({ versionId: _, steps, start, ...row }: LeasedRunRow, { definition, escapesJson }: Omit<VersionRow, 'id'>): LeasedRun {
    const masked = { url: maskedFileLink(this.config.baseUrl), url_expires_at: null };
    const files = start.files.map((file) => ({ ...file, ...masked }));
    return {
      ...row,
      definition,
      escapesJson,
      start: { ...start, files },
      steps: rowsFromJson<WorkflowRunStepEntity>(WorkflowRunStepEntity, steps),
    };
  }
}

interface VersionRow {
  id: string;
  definition: Definition;
  escapesJson: boolean;
}

type LeasedRunRow = Omit<LeasedRun, 'steps' | 'definition' | 'escapesJson'> & {
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
      'file_count', coalesce(s.file_count, (r.input ->> 'file_count')::int, 0)),
    'form', json_build_object('id', f.id, 'name', f.name),
    'labels', coalesce((
      select json_object_agg(name, label) from fields where form_id = f.id and deleted_at is null and label is not null), '{}'),
    'run', json_build_object('id', r.id, 'workflow_version', r.workflow_version),
    'fields', coalesce(s.fields, r.input -> 'fields', '{}'::json),
    'other', coalesce(s.other_values, r.input -> 'other_values', '{}'::json),
    'files', case when s.file_count = 0 then '[]' else coalesce((
      select json_agg(json_build_object('id', id, 'field', field, 'filename', filename, 'content_type', content_type,
        'size_bytes', size_bytes, 'sha256', encode(sha256, 'hex')) order by position)
      from submission_files where form_id = r.form_id and submission_id = r.submission_id), '[]') end)`;

/**
 * The runs are looked up by their ids before anything else is compared: a planner without statistics otherwise reads the index of all
 * open runs as well.
 */
const READ = `
  with r as materialized (
    select * from workflow_runs where id = any($1::uuid[])
  )
  select r.id, r.origin_run_id, r.account_id, r.workflow_id, r.run_kind, r.input -> 'mail' as test_mail,
    r.workflow_version_id as version_id, r.definition, r.reserved_points, r.lease_number,
    r.lost_leases, r.created_at, now() as now, ${START} as start,
    coalesce((select json_agg(${jsonOf(WorkflowRunStepEntity, 'step')})
      from workflow_run_steps step where step.run_id = r.id and step.form_id = r.form_id), '[]') as steps,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'isDisabled', disabled_at is not null))
      from failing_destinations where workflow_id = r.workflow_id), '[]') as failing_destinations
  from unnest($1::uuid[], $2::int[]) as lease (id, number)
    join r on r.id = lease.id and r.lease_number = lease.number and r.status = 'running'
    join forms f on f.id = r.form_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id and r.input is null`;

const VERSIONS = `select id, definition, escapes_json from workflow_versions where id = any($1::uuid[])`;
