import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import { Operation } from '../api/operation/operation';
import { Resource } from '../api/resource/parameters';
import type { SigningNode } from './signing-node.resolver';
import { SigningNodeResolver } from './signing-node.resolver';
import { SigningSecretView } from './signing-secret-view.dto';
import { SigningSecretsService } from './signing-secrets.service';
import { RotateSecretDto } from './workflow-input.dto';

const NodeId = ApiParam({ name: 'node_id', description: 'The id of a webhook node of the workflow.', type: 'string' });

@FormIdParam
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/signing-secrets')
export class SigningSecretsController {
  constructor(private readonly secrets: SigningSecretsService) {}

  @Get()
  @Operation({
    summary: 'List the secrets that sign what the webhook nodes of a workflow send',
    description:
      'One for each webhook node of the draft and the published version. Give it to the receiver, who can then check signatures by Standard Webhooks 1.0.',
    scope: 'workflows:write',
    bucket: 'read',
    resource: FormResolver,
    reply: { type: SigningSecretView, isList: true },
  })
  async list(@Resource(FormResolver) form: { id: string }): Promise<SigningSecretView[]> {
    const secrets = await this.secrets.list(form.id);
    return secrets.map((secret) => SigningSecretView.from(secret));
  }

  @Post(':node_id/rotate')
  @NodeId
  @Operation({
    summary: 'Give a webhook node a new signing secret',
    description: 'The secret so far signs as well for a while, so that the receiver need not change over at once.',
    scope: 'workflows:write',
    bucket: 'write',
    resource: SigningNodeResolver,
    body: { type: RotateSecretDto, example: { overlap_seconds: 3600 }, optional: true },
    reply: { type: SigningSecretView },
  })
  async rotate(
    @Resource(SigningNodeResolver) node: SigningNode,
    @Body() body?: RotateSecretDto,
  ): Promise<SigningSecretView> {
    const { overlap_seconds: overlapSeconds = DAY_SECONDS } = body ?? {};
    return SigningSecretView.from(await this.secrets.rotate(node.workflowId, node.nodeId, overlapSeconds));
  }
}

const DAY_SECONDS = 24 * 60 * 60;
