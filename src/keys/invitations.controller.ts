import { Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { Resource } from '../api/operation/request-context';
import { InvitationView } from './invitation.dto';
import { InvitationsService } from './invitations.service';
import { KeyRecheck } from './key-recheck';
import { KeyResolver } from './key.resolver';
import type { KeyRow } from './key.rules';

@ApiTags('Keys')
@Controller('v1/keys/:key/invitations')
export class InvitationsController {
  constructor(private readonly invitations: InvitationsService) {}

  @Post()
  @ApiParam({ name: 'key', description: 'The id of a person of the account.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'createInvitation',
    summary: 'Send a person the invitation again',
    description:
      'The mail has a link that signs in once within seven days, and ends the links of earlier invitations. An account sends ten invitations an hour at most. The rights of the person have to be within those of the caller.',
    scope: 'keys:manage',
    bucket: 'write',
    freshProof: true,
    audit: 'keys invite',
    resource: KeyResolver,
    idempotencyKey: 'optional',
    recheck: KeyRecheck,
    reply: { type: InvitationView, status: 202 },
    errors: ['mail_not_configured', 'key_ended', 'validation_failed'],
  })
  async create(@Resource(KeyResolver) key: KeyRow): Promise<Reply<InvitationView>> {
    return Reply.of(InvitationView.from(await this.invitations.invite(key)));
  }
}
