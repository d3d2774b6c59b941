import { Injectable } from '@nestjs/common';
import { FormResolver } from '../forms/form.resolver';
import type { Caller } from '../api/auth/caller';
import { ResourceResolver } from '../api/resource/resource-resolver';
import type { PathParameters, ResourceIds } from '../api/resource/resource-resolver';
import { SigningSecretsService } from './signing-secrets.service';

export interface SigningNode {
  formId: string;
  workflowId: string;
  nodeId: string;
}

/** The webhook node of `/v1/forms/{form}/workflow/signing-secrets/{node_id}`, of a form that the caller may see. */
@Injectable()
export class SigningNodeResolver extends ResourceResolver<SigningNode> {
  constructor(
    private readonly forms: FormResolver,
    private readonly secrets: SigningSecretsService,
  ) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<SigningNode | null> {
    const form = await this.forms.find(caller, path);
    if (!form) return null;
    const { workflowId, nodeIds } = await this.secrets.nodesOf(form.id);
    const nodeId = nodeIds.find((id) => id === path.node_id);
    return nodeId === undefined ? null : { formId: form.id, workflowId, nodeId };
  }

  idsOf({ formId, nodeId }: SigningNode): ResourceIds {
    return { formId, resourceId: nodeId };
  }
}
