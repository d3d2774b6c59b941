import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../../../platform/config/config';
import { CONFIG } from '../../../platform/config/config.token';
import { Database } from '../../../platform/database/database';
import { maskedFileLink } from '../../../submissions/files/file-link.rules';
import type { LeasedRun, StepRow } from './run.types';

/** Reads a run with everything that the worker needs that holds it. */
@Injectable()
export class LeasedRunsRepository {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null when the lease was lost or the run was deleted in the meantime. */
  async read(runId: string, leaseNumber: number): Promise<LeasedRun | null> {
    const row = await this.database.queryOne<LeasedRunRow>(READ, [runId, leaseNumber]);
    if (!row) return null;
    const masked = { url: maskedFileLink(this.config.baseUrl), url_expires_at: null };
    const files = row.start.files.map((file) => ({ ...file, ...masked }));
    return { ...row, start: { ...row.start, files }, steps: row.steps.map(stepOf) };
  }
}

type LeasedRunRow = Omit<LeasedRun, 'steps'> & { steps: StepInJson[] };
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

const READ = `
  select r.id, r.origin_run_id as "originRunId", r.account_id as "accountId", r.workflow_id as "workflowId", r.run_kind as "runKind",
    coalesce(r.definition, v.definition) as definition, r.reserved_points as "reservedPoints", r.lease_number as "leaseNumber",
    r.lost_leases as "lostLeases", r.created_at as "createdAt", now() as now, ${START} as start,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'status', status, 'port', port, 'output', output, 'changes', changes,
        'billedPoints', billed_points, 'attemptCount', attempt_count, 'errorCode', error_code, 'dueAt', due_at,
        'startedAt', started_at, 'completedAt', completed_at))
      from workflow_run_steps where run_id = r.id), '[]') as steps,
    coalesce((select json_agg(json_build_object('nodeId', node_id, 'isDisabled', disabled_at is not null))
      from workflow_channels where workflow_id = r.workflow_id), '[]') as "failingDestinations"
  from workflow_runs r
    join forms f on f.id = r.form_id
    left join workflow_versions v on v.id = r.workflow_version_id
    left join submissions s on s.form_id = r.form_id and s.id = r.submission_id and r.input is null
  where r.id = $1 and r.lease_number = $2 and r.status = 'running'`;
