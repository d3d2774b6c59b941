import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { Cursors, type Page } from '../api/pagination/cursors';
import type { PagedDto } from '../api/pagination/page.dto';
import { olderTemplateWarnings } from './definition/json-templates';
import { expectedOptions, missedOptions } from './definition/missed-options.rules';
import { sendsToVisitors, visitorMailWarnings } from './definition/visitor-mail-warnings.rules';
import { optionsIn } from './definition-check.service';
import type { WorkflowEntity } from './workflow.entity';
import { isDirty } from './workflow.rules';
import { type ListedVersion, WorkflowVersionsRepository } from './workflow-versions.repository';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

@Injectable()
export class WorkflowsService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly versions: WorkflowVersionsRepository,
    private readonly cursors: Cursors,
  ) {}

  /**
   * Warns the owner about the published version: templates that can render to invalid JSON, options that fields do not have, and mails to
   * visitors that go out in part or could not be published any more.
   */
  async warningsOf({ workflow, version, validates, settings }: StoredWorkflow): Promise<string[]> {
    const expected = version && validates ? expectedOptions(version.definition) : [];
    if (!version || (version.escapesJson && expected.length === 0 && !sendsToVisitors(version))) return [];
    const fields = await this.workflows.fields(workflow.formId);
    return [
      ...(await olderTemplateWarnings(version, fields)),
      ...missedOptions(expected, optionsIn(fields)),
      ...visitorMailWarnings(version, fields, settings),
    ];
  }

  async isDirty(workflow: WorkflowEntity): Promise<boolean> {
    return isDirty(workflow, await this.workflows.published(workflow));
  }

  listVersions({ keyId }: Caller, formId: string, query: PagedDto): Promise<Page<ListedVersion>> {
    const scope = { list: 'versions', keyId, formId, filters: {} };
    return this.cursors.page(scope, query, {
      find: (start, limit) => this.versions.newestFirst(formId, start?.position.id ?? null, limit),
      positionOf: ({ publishedAt: at, id }) => ({ at, id }),
    });
  }
}
