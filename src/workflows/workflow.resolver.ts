import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, Precondition, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { isId } from '../platform/ids.rules';
import { channelsOf } from './definition/channels.rules';
import { allSigningNodeIds } from './signing-secrets.service';
import type { WorkflowEntity, WorkflowVersionEntity } from './workflow.entity';
import { MAX_VERSION, workflowEtag } from './workflow.rules';
import { WorkflowVersionsRepository } from './workflow-versions.repository';
import { type StoredWorkflow, WorkflowsRepository } from './workflows.repository';

/** Resolves `/v1/forms/{form}/workflow` together with the published version. */
@Injectable()
export class WorkflowResolver extends ResourceResolver<StoredWorkflow> {
  constructor(private readonly workflows: WorkflowsRepository) {
    super();
  }

  async find(caller: Caller, { form = '' }: PathParameters): Promise<StoredWorkflow | null> {
    return isId(form) ? this.workflows.visible(caller, form) : null;
  }

  idsOf({ workflow }: StoredWorkflow): ResourceIds {
    return { formId: workflow.formId, resourceId: null };
  }
}

/** Edits, publishing and tests of a workflow require its current ETag. */
@Injectable()
export class WorkflowPrecondition extends Precondition<WorkflowEntity> {
  constructor(private readonly workflows: WorkflowsRepository) {
    super();
  }

  lock(formId: string): Promise<WorkflowEntity | null> {
    return this.workflows.lockOf(formId);
  }

  etagOf(workflow: WorkflowEntity): string {
    return workflowEtag(workflow);
  }
}

export interface VersionOfForm {
  formId: string;
  version: WorkflowVersionEntity;
}

/** Resolves `/v1/forms/{form}/workflow/versions/{version}` for forms that the caller may see. */
@Injectable()
export class WorkflowVersionResolver extends ResourceResolver<VersionOfForm> {
  constructor(private readonly versions: WorkflowVersionsRepository) {
    super();
  }

  async find(caller: Caller, { form = '', version: text }: PathParameters): Promise<VersionOfForm | null> {
    const number = versionNumberIn(text);
    const version = number && isId(form) && (await this.versions.visible(caller, form, number));
    return version ? { formId: form, version } : null;
  }

  idsOf({ formId, version }: VersionOfForm): ResourceIds {
    return { formId, resourceId: version.id };
  }
}

function versionNumberIn(text = ''): number | null {
  const version = /^[1-9]\d{0,9}$/.test(text) ? Number(text) : Infinity;
  return version <= MAX_VERSION ? version : null;
}

export interface SigningNode {
  formId: string;
  workflowId: string;
  nodeId: string;
}

/** Resolves `/v1/forms/{form}/workflow/signing-secrets/{node_id}` for forms that the caller may see. */
@Injectable()
export class SigningNodeResolver extends ResourceResolver<SigningNode> {
  constructor(private readonly workflows: WorkflowResolver) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<SigningNode | null> {
    const stored = await this.workflows.find(caller, path);
    const nodeId = stored && allSigningNodeIds(stored).find((id) => id === path.node_id);
    return nodeId ? { formId: stored.workflow.formId, workflowId: stored.workflow.id, nodeId } : null;
  }

  idsOf({ formId, nodeId }: SigningNode): ResourceIds {
    return { formId, resourceId: nodeId };
  }
}

export type ChannelNode = SigningNode;

/** Resolves `/v1/forms/{form}/workflow/channels/{node_id}`: a node of the published version that sends, whether or not it is off. */
@Injectable()
export class ChannelNodeResolver extends ResourceResolver<ChannelNode> {
  constructor(private readonly workflows: WorkflowResolver) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<ChannelNode | null> {
    const stored = await this.workflows.find(caller, path);
    const channel = channelsOf(stored?.version?.definition ?? NOTHING).find(({ node_id: id }) => id === path.node_id);
    return stored && channel ? { formId: stored.workflow.formId, workflowId: stored.workflow.id, nodeId: channel.node_id } : null;
  }

  idsOf({ formId, nodeId }: ChannelNode): ResourceIds {
    return { formId, resourceId: nodeId };
  }
}

const NOTHING = { nodes: [] };
