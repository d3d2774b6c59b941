import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../api/auth/caller';
import { ofVisibleForm } from '../../../forms/form.rules';
import { jsonOf, rowsFromJson } from '../../../platform/database/columns';
import { Database } from '../../../platform/database/database';
import type { Definition } from '../../model/definition.types';
import type { StoredFields } from './run-sources.repository';
import { WorkflowRunEntity, WorkflowRunStepEntity } from './workflow-run.entity';

/** A run with everything that is shown of it. */
export interface RunDetails {
  run: WorkflowRunEntity;
  /** The executed definition: the copy of a test, or that of the version. */
  definition: Definition;
  /** Nodes that the run has not reached have none. */
  steps: WorkflowRunStepEntity[];
  /** The submission of a production run; null for a test and when it is deleted. */
  submission: StoredFields | null;
  /** The number of the version that is published now; 0 before the first publishing. */
  publishedVersion: number;
}

/** Reads single runs together with their steps, their definition and their submission. */
@Injectable()
export class RunDetailsRepository {
  constructor(private readonly database: Database) {}

  /** The run, if it belongs to the form and the caller may see the form. One statement. */
  async visible(caller: Caller, formId: string, id: string): Promise<RunDetails | null> {
    const query = this.database
      .repository(WorkflowRunEntity)
      .createQueryBuilder('r')
      .where({ formId, id })
      .andWhere(...ofVisibleForm(caller, 'r'));
    for (const [name, sql] of Object.entries(SELECTED)) query.addSelect(sql, name);
    const { entities, raw } = await query.getRawAndEntities<Selected>();
    if (!entities[0] || !raw[0]) return null;
    const { executed, steps, submission, publishedVersion } = raw[0];
    return {
      run: entities[0],
      definition: executed,
      publishedVersion,
      steps: rowsFromJson<WorkflowRunStepEntity>(WorkflowRunStepEntity, steps),
      submission: submission && { ...submission, receivedAt: new Date(submission.receivedAt) },
    };
  }
}

interface Selected {
  executed: Definition;
  publishedVersion: number;
  steps: object[];
  submission: (Omit<StoredFields, 'receivedAt'> & { receivedAt: string }) | null;
}

const SELECTED: Record<keyof Selected, string> = {
  executed: 'coalesce(r.definition, (select v.definition from workflow_versions v where v.id = r.workflow_version_id))',
  publishedVersion: '(select w.published_version from workflows w where w.id = r.workflow_id)',
  steps: `(
    select coalesce(json_agg(${jsonOf(WorkflowRunStepEntity, 'step')}), '[]')
    from workflow_run_steps step where step.run_id = r.id and step.form_id = r.form_id)`,
  submission: `(
    select json_build_object('id', s.id, 'source', s.source, 'receivedAt', s.received_at, 'fileCount', s.file_count, 'fields', s.fields,
      'otherValues', s.other_values)
    from submissions s where s.form_id = r.form_id and s.id = r.submission_id and r.input is null)`,
};
