import { Injectable } from '@nestjs/common';
import { Clock } from '../platform/time';
import { type FieldError, validationFailed, withFurther } from '../api/errors/api-error';
import { fingerprintOf } from '../platform/json/json.rules';
import type { Definition } from './model/definition.types';
import { SigningSecretsService } from './signing-secrets.service';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import type { WorkflowEntity } from './workflow.entity';
import { draftEdit } from './workflow.rules';
import { WorkflowsRepository } from './workflows.repository';

/** Edits the draft of a locked workflow. An edit that changes nothing creates no revision. */
@Injectable()
export class WorkflowDraftsService {
  constructor(
    private readonly workflows: WorkflowsRepository,
    private readonly versions: WorkflowVersionsRepository,
    private readonly secrets: SigningSecretsService,
    private readonly clock: Clock,
  ) {}

  /** The definition may be unfinished. Resolves with the workflow after the edit. */
  async replace(workflow: WorkflowEntity, definition: Definition): Promise<WorkflowEntity> {
    if (isDraft(fingerprintOf([definition]), workflow)) return workflow;
    return this.save(workflow, definition, null);
  }

  /** @param errors the errors that validation has found in the request */
  async restore(workflow: WorkflowEntity, version: number, errors: readonly FieldError[]): Promise<WorkflowEntity> {
    const isNumber = errors.every(({ path }) => path !== UNKNOWN_VERSION.path);
    const restored = isNumber ? await this.versions.find(workflow.formId, version) : null;
    if (!restored || errors.length > 0) throw validationFailed(withFurther(errors, restored ? [] : [UNKNOWN_VERSION]));
    const isRestored = workflow.draftRestoredFromVersionId === restored.id && isDraft(restored.fingerprint, workflow);
    return isRestored ? workflow : this.save(workflow, restored.definition, restored.id);
  }

  private async save(workflow: WorkflowEntity, definition: Definition, restoredFrom: string | null): Promise<WorkflowEntity> {
    const edit = draftEdit(workflow, definition, restoredFrom, this.clock.now());
    await this.workflows.saveDraft(workflow.id, edit);
    const edited = { ...workflow, ...edit };
    await this.secrets.ensureFor(edited);
    return edited;
  }
}

const UNKNOWN_VERSION = { path: 'version', message: 'must be the number of a published version' };

const isDraft = (fingerprint: Buffer, { draftDefinition }: WorkflowEntity): boolean => fingerprint.equals(fingerprintOf([draftDefinition]));
