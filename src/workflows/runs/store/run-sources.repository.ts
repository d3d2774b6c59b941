import { Injectable } from '@nestjs/common';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { columnsOf } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../model/definition.types';
import { WorkflowEntity, WorkflowVersionEntity } from '../../workflow.entity';
import { ALREADY_DELIVERED } from '../../definition/schedule.rules';
import { type WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

/** The part of a submission that a run reads. */
export interface StoredFields {
  id: string;
  source: string;
  receivedAt: Date;
  fileCount: number;
  fields: Record<string, unknown>;
  /** Null for none. */
  otherValues: Record<string, unknown> | null;
}

/** The rows of other tables from which runs are created and shown. Nothing is written here. */
@Injectable()
export class RunSourcesRepository {
  constructor(private readonly database: Database) {}

  /** The definition that a run executes: the copy of a test, or that of its version. */
  async definitionOf({ definition, workflowVersionId }: WorkflowRunEntity): Promise<Definition> {
    if (definition) return definition;
    const version = await this.database.repository(WorkflowVersionEntity).findOneByOrFail({ id: workflowVersionId! });
    return version.definition;
  }

  /** The version of the run's workflow that is published now; null without one. */
  publishedVersion({ workflowId }: WorkflowRunEntity): Promise<WorkflowVersionEntity | null> {
    return this.database
      .repository(WorkflowVersionEntity)
      .createQueryBuilder('v')
      .innerJoin(WorkflowEntity, 'w', 'w.id = v.workflow_id and w.published_version = v.version')
      .where({ workflowId })
      .getOne();
  }

  /** The steps of all destinations that the run, or an earlier one of its chain of retries, has delivered: one for each node. */
  deliveredOf({ formId, submissionId, id, originRunId }: WorkflowRunEntity): Promise<WorkflowRunStepEntity[]> {
    return this.database.query(DELIVERED, [formId, submissionId, originRunId ?? id, ALREADY_DELIVERED]);
  }

  /** The submission with this id, or the newest of the form. */
  async submission(formId: string, id: string | null): Promise<StoredFields | null> {
    const found =
      id === null
        ? await this.database.queryOne<StoredFields>(NEWEST, [formId])
        : await this.database.queryOne<StoredFields>(BY_ID, [formId, id]);
    return found ?? null;
  }

  /** The names of the objects of files, by the ids of the files. Deleted files have no entry. */
  async objectNames(formId: string, submissionId: string, fileIds: string[]): Promise<Map<string, string>> {
    const rows = await this.database.query<{ id: string; name: string }>(OBJECTS, [formId, submissionId, fileIds]);
    return new Map(rows.map(({ id, name }) => [id, name]));
  }

  /** The fields of a form in their order. */
  fieldsOf(formId: string): Promise<FieldDefinition[]> {
    return this.database.query<FieldDefinition>(FIELDS, [formId]);
  }
}

/** An earlier run may be deleted already; then the skipped step of a later one tells of it. */
const DELIVERED = `
  select distinct on (s.node_id) ${columnsOf(WorkflowRunStepEntity, 's')}
  from workflow_runs r join workflow_run_steps s on s.form_id = r.form_id and s.run_id = r.id
  where r.form_id = $1 and r.submission_id = $2 and $3 in (r.id, r.origin_run_id)
    and s.node_kind = 'destination' and (s.status = 'succeeded' or s.error_code = $4)
  order by s.node_id, s.status desc`;

/** Two statements: one for both would get a plan that looks for the id in the order of the newest. */
const OF_FORM = 'select id, source, received_at, file_count, fields, other_values from submissions where form_id = $1';
const NEWEST = `${OF_FORM} and state = 'accepted' order by received_at desc, id desc limit 1`;
const BY_ID = `${OF_FORM} and id = $2`;

const OBJECTS = `
  select id, object_name as name from submission_files where form_id = $1 and submission_id = $2 and id = any($3::uuid[])`;

const FIELDS = `
  select name, label, type, required, options, preset as validation from fields where form_id = $1 and deleted_at is null order by position`;
