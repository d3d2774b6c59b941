import { Injectable } from '@nestjs/common';
import { FormOnPath } from '../forms/form-on-path';
import type { Caller } from '../platform/auth/caller';
import { PathResource } from '../platform/http/path-resource';
import type { PathParameters } from '../platform/http/path-resource';
import { SigningSecrets } from './signing-secrets.service';

export interface SigningNode {
  workflowId: string;
  nodeId: string;
}

/** The webhook node of `/v1/forms/{form}/workflow/signing-secrets/{node_id}`, of a form that the caller may see. */
@Injectable()
export class SigningNodeOnPath extends PathResource<SigningNode> {
  constructor(
    private readonly forms: FormOnPath,
    private readonly secrets: SigningSecrets,
  ) {
    super();
  }

  async find(caller: Caller, path: PathParameters): Promise<SigningNode | null> {
    const form = await this.forms.find(caller, path);
    if (!form) return null;
    const { workflowId, nodeIds } = await this.secrets.nodesOf(form.id);
    const nodeId = nodeIds.find((id) => id === path.node_id);
    return nodeId === undefined ? null : { workflowId, nodeId };
  }
}
