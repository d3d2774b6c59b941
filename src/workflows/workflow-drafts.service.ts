import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/clock';
import { validationFailed } from '../api/errors/api-error';
import { fingerprintOf } from '../platform/json/canonical-json';
import type { Definition } from './definition/definition.types';
import { SigningSecretsService } from './signing-secrets.service';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import type { WorkflowEntity } from './workflow.entity';
import { draftEdit } from './workflow.rules';
import { WorkflowsRepository } from './workflows.repository';

/** Edits of the draft of a workflow that the request has locked. An edit without effect counts no revision. */
@Injectable()
export class WorkflowDraftsService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly versions: WorkflowVersionsRepository,
    private readonly secrets: SigningSecretsService,
    private readonly clock: Clock,
  ) {}

  /** Takes a definition of sound structure; it may be unfinished. Resolves with the workflow after the edit. */
  async replace(workflow: WorkflowEntity, definition: Definition): Promise<WorkflowEntity> {
    if (isDraft(fingerprintOf([definition]), workflow)) return workflow;
    return this.save(workflow, definition, null);
  }

  /** Makes the draft what was once published under this number. Resolves with the workflow after the edit. */
  async restore(workflow: WorkflowEntity, version: number): Promise<WorkflowEntity> {
    const restored = await this.versions.find(workflow.formId, version);
    if (!restored) throw validationFailed([UNKNOWN_VERSION]);
    const isRestored = workflow.draftRestoredFromVersionId === restored.id && isDraft(restored.fingerprint, workflow);
    return isRestored ? workflow : this.save(workflow, restored.definition, restored.id);
  }

  private async save(
    workflow: WorkflowEntity,
    definition: Definition,
    restoredFrom: string | null,
  ): Promise<WorkflowEntity> {
    const edit = draftEdit(workflow, definition, restoredFrom, this.clock.now());
    await this.workflows.saveDraft(workflow.id, edit);
    const edited = { ...workflow, ...edit };
    await this.secrets.ensureFor(edited);
    return edited;
  }
}

const UNKNOWN_VERSION = { path: 'version', message: 'must be the number of a published version' };

const isDraft = (fingerprint: Buffer, { draftDefinition }: WorkflowEntity): boolean =>
  fingerprint.equals(fingerprintOf([draftDefinition]));
