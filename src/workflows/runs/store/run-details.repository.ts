import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { ofVisibleForm } from '../../../forms/form.rules';
import { columnsOf, jsonOf, rowsFromJson } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../model/definition.types';
import { WorkflowEntity, WorkflowVersionEntity } from '../../workflow.entity';
import { ALREADY_DELIVERED } from '../../definition/schedule.rules';
import { IS_OF_KEPT } from './run-conditions.sql';
import { SENT_FIELDS } from './sent-fields.sql';
import { WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

export interface StoredFields {
  id: string;
  source: string;
  receivedAt: Date;
  fileCount: number;
  fields: Record<string, unknown>;
  otherValues: Record<string, unknown> | null;
  /** The names of other values beyond the limits; null for none. */
  otherValuesDropped: string[] | null;
  addressConfirmed: boolean;
}

export interface RunDetails {
  run: WorkflowRunEntity;
  /** The executed definition: the copy of the draft for a test, else that of the version. */
  definition: Definition;
  /** Nodes that the run has not reached have no step. */
  steps: WorkflowRunStepEntity[];
  /** The submission of a production run; null for a test, and when the submission was deleted. */
  submission: StoredFields | null;
  /** True when the submission is in the trash, where nobody reads it. */
  isTrashed: boolean;
  /** The number of the version that is published now; 0 before the first publishing. */
  publishedVersion: number;
}

@Injectable()
export class RunDetailsRepository {
  constructor(private readonly database: Database) {}

  /** Reads the run in one statement; null unless it belongs to the form and the caller may see the form. */
  async visible(caller: Caller, formId: string, id: string): Promise<RunDetails | null> {
    const query = this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'));
    for (const [name, sql] of Object.entries(SELECTED)) query.addSelect(sql, name);
    const { entities, raw } = await query.getRawAndEntities<Selected>();
    if (!entities[0] || !raw[0]) return null;
    const { executed, steps, submission, isTrashed, publishedVersion } = raw[0];
    return {
      run: entities[0],
      definition: executed,
      publishedVersion,
      isTrashed,
      steps: rowsFromJson<WorkflowRunStepEntity>(WorkflowRunStepEntity, steps),
      submission: submission && { ...submission, receivedAt: new Date(submission.receivedAt) },
    };
  }

  async definitionOf({ definition, workflowVersionId }: WorkflowRunEntity): Promise<Definition> {
    if (definition) return definition;
    const version = await this.database.repository(WorkflowVersionEntity).findOneByOrFail({ id: workflowVersionId! });
    return version.definition;
  }

  publishedVersion({ workflowId }: WorkflowRunEntity): Promise<WorkflowVersionEntity | null> {
    return this.database
      .repository(WorkflowVersionEntity)
      .createQueryBuilder('v')
      .innerJoin(WorkflowEntity, 'w', 'w.id = v.workflow_id and w.published_version = v.version')
      .where({ workflowId })
      .getOne();
  }

  /** The steps of all destinations that a run of the chain has delivered to, one for each node. */
  deliveredOf({ formId, submissionId, id, originRunId }: WorkflowRunEntity): Promise<WorkflowRunStepEntity[]> {
    return this.database.query(DELIVERED, [formId, submissionId, originRunId ?? id, ALREADY_DELIVERED]);
  }

  /** The submission with this id, unless it is in the trash, or for null the newest submission of the form. */
  async submission(formId: string, id: string | null): Promise<StoredFields | null> {
    const found =
      id === null
        ? await this.database.queryOne<StoredFields>(NEWEST, [formId])
        : await this.database.queryOne<StoredFields>(BY_ID, [formId, id]);
    return found ?? null;
  }

  /** The object names of files by the ids of the files. Deleted files have no entry. */
  async objectNames(formId: string, submissionId: string, fileIds: string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; name: string }>(OBJECTS, [formId, submissionId, fileIds]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  fieldsOf(formId: string): Promise<FieldDefinition[]> {
    return this.database.query<FieldDefinition>(FIELDS, [formId]);
  }
}

interface Selected {
  executed: Definition;
  publishedVersion: number;
  isTrashed: boolean;
  steps: object[];
  submission: (Omit<StoredFields, 'receivedAt'> & { receivedAt: string }) | null;
}

const SELECTED: Record<keyof Selected, string> = {
  executed: 'coalesce(r.definition, (select v.definition from workflow_versions v where v.id = r.workflow_version_id))',
  publishedVersion: '(select w.published_version from workflows w where w.id = r.workflow_id)',
  isTrashed: `not (${IS_OF_KEPT})`,
  steps: `(
    select coalesce(json_agg(${jsonOf(WorkflowRunStepEntity, 'step')}), '[]')
    from workflow_run_steps step where step.run_id = r.id and step.form_id = r.form_id)`,
  submission: `(
    select json_build_object('id', s.id, 'source', s.source, 'receivedAt', s.received_at, 'fileCount', s.file_count,
      'fields', coalesce(${SENT_FIELDS}, s.fields),
      'otherValues', s.other_values, 'otherValuesDropped', s.other_values_dropped,
      'addressConfirmed', coalesce(s.address_confirmed_at <= r.created_at, false))
    from submissions s where s.form_id = r.form_id and s.id = r.submission_id and r.input is null)`,
};

/** Includes skipped steps, since the earlier run that made the delivery may have been deleted. */
const DELIVERED = `
  select distinct on (s.node_id) ${columnsOf(WorkflowRunStepEntity, 's')}
  from workflow_runs r join workflow_run_steps s on s.form_id = r.form_id and s.run_id = r.id
  where r.form_id = $1 and r.submission_id = $2 and $3 in (r.id, r.origin_run_id)
    and s.node_kind = 'destination' and (s.status = 'succeeded' or s.error_code = $4)
  order by s.node_id, s.status desc`;

/** A combined statement would get a plan that searches for the id in the order of `received_at`. */
const OF_FORM = `
  select id, source, received_at, file_count, fields, other_values, other_values_dropped, address_confirmed_at is not null as address_confirmed
  from submissions where form_id = $1`;
const NEWEST = `${OF_FORM} and state = 'accepted' order by received_at desc, id desc limit 1`;
const BY_ID = `${OF_FORM} and id = $2 and state <> 'trashed'`;

const OBJECTS = `
  select id, object_name as name from submission_files where form_id = $1 and submission_id = $2 and id = any($3::uuid[])`;

const FIELDS = `
  select name, label, type, required, options, preset as validation from fields where form_id = $1 and deleted_at is null order by position`;
