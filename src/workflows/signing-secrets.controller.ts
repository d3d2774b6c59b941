import { Body, Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { FormIdParam } from '../forms/form.resolver';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { Resource } from '../api/operation/request-context';
import { MAX_PREVIOUS_SECRETS, OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { SigningSecretView } from './signing-secret-view.dto';
import { SigningSecretsService } from './signing-secrets.service';
import { type SigningNode, SigningNodeResolver, WorkflowResolver } from './workflow.resolver';
import type { StoredWorkflow } from './workflows.repository';
import { RotateSecretDto } from './workflow-input.dto';

const NodeId = ApiParam({
  name: 'node_id',
  description: 'The id of a webhook node of the workflow.',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,64}$' },
});

@FormIdParam
@ApiTags('Workflow')
@Controller('v1/forms/:form/workflow/signing-secrets')
export class SigningSecretsController {
  constructor(private readonly secrets: SigningSecretsService) {}

  @Get()
  @Operation({
    operationId: 'listSigningSecrets',
    summary: 'List the signing secrets of the webhook nodes of a workflow',
    description:
      'Returns one secret for each webhook node of the draft and of the published version. Receivers verify signatures with it as in Standard Webhooks 1.0. Read-only keys are refused, since the secrets are shown.',
    scope: 'workflows:write',
    bucket: 'read',
    showsSecrets: true,
    resource: WorkflowResolver,
    reply: { type: SigningSecretView, isList: true },
  })
  async list(@Resource(WorkflowResolver) stored: StoredWorkflow): Promise<SigningSecretView[]> {
    const secrets = await this.secrets.list(stored);
    return secrets.map((secret) => SigningSecretView.from(secret));
  }

  @Post(':node_id/rotate')
  @NodeId
  @Operation({
    operationId: 'rotateSigningSecret',
    summary: 'Rotate the signing secret of a webhook node',
    description:
      'The previous secret signs as well during the overlap, so that the receiver can change over in its own time. ' +
      `Up to ${MAX_PREVIOUS_SECRETS} previous secrets can sign, each until its own overlap ends. With \`overlap_seconds: 0\` every earlier secret ends at once.`,
    scope: 'workflows:write',
    bucket: 'write',
    resource: SigningNodeResolver,
    idempotencyKey: 'optional',
    body: { type: RotateSecretDto, example: { overlap_seconds: 3600 }, optional: true },
    reply: { type: SigningSecretView },
    errors: ['too_many_secrets'],
  })
  async rotate(@Resource(SigningNodeResolver) node: SigningNode, @Body() body?: RotateSecretDto): Promise<Reply<SigningSecretView>> {
    const { overlap_seconds: overlapSeconds = OVERLAP_SECONDS.default } = body ?? {};
    const rotated = await this.secrets.rotate(node.workflowId, node.nodeId, overlapSeconds);
    return Reply.of(SigningSecretView.from(rotated)).withSecrets('secret', 'previous_secret', 'previous');
  }
}
