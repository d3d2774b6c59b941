import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { type PathParameters, type ResourceIds, ResourceResolver } from '../api/operation/resource-resolver';
import { allSigningNodeIds } from './signing-secrets.service';
import { WorkflowResolver } from './workflow.resolver';

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
