import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormId, FormOnPath } from '../forms/form-on-path';
import { ApiOperation } from '../platform/http/operation';
import { OnPath } from '../platform/http/parameters';
import type { SigningNode } from './signing-node-on-path';
import { SigningNodeOnPath } from './signing-node-on-path';
import { SigningSecretView } from './signing-secret-view.dto';
import { SigningSecrets } from './signing-secrets.service';
import { RotateSecretDto } from './workflow-input.dto';

const NodeId = ApiParam({ name: 'node_id', description: 'The id of a webhook node of the workflow.', type: 'string' });

@FormId
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/signing-secrets')
export class SigningSecretsController {
  constructor(private readonly secrets: SigningSecrets) {}

  @Get()
  @ApiOperation({
    summary: 'List the secrets that sign what the webhook nodes of a workflow send',
    description:
      'One for each webhook node of the draft and the published version. Give it to the receiver, who can then check signatures by Standard Webhooks 1.0.',
    scope: 'workflows:write',
    bucket: 'read',
    on: FormOnPath,
    reply: { type: SigningSecretView, isList: true },
  })
  async list(@OnPath() form: { id: string }): Promise<SigningSecretView[]> {
    const secrets = await this.secrets.list(form.id);
    return secrets.map((secret) => SigningSecretView.from(secret));
  }

  @Post(':node_id/rotate')
  @NodeId
  @ApiOperation({
    summary: 'Give a webhook node a new signing secret',
    description: 'The secret so far signs as well for a while, so that the receiver need not change over at once.',
    scope: 'workflows:write',
    bucket: 'write',
    on: SigningNodeOnPath,
    body: { type: RotateSecretDto, example: { overlap_seconds: 3600 }, optional: true },
    reply: { type: SigningSecretView },
  })
  async rotate(@OnPath() node: SigningNode, @Body() body?: RotateSecretDto): Promise<SigningSecretView> {
    const { overlap_seconds: overlapSeconds = DAY_SECONDS } = body ?? {};
    return SigningSecretView.from(await this.secrets.rotate(node.workflowId, node.nodeId, overlapSeconds));
  }
}

const DAY_SECONDS = 24 * 60 * 60;
