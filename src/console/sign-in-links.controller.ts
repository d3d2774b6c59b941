import { Body, Controller, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { Resource } from '../api/operation/request-context';
import { KeyRecheck } from '../keys/key-recheck';
import { KeyResolver } from '../keys/key.resolver';
import type { KeyRow } from '../keys/key.rules';
import { ConsoleLinksService } from './console-links.service';
import { CreateSignInLinkDto, SignInLinkView } from './sign-in-link.dto';

@ApiTags('Keys')
@Controller('v1/keys/:key/sign-in-links')
export class SignInLinksController {
  constructor(private readonly links: ConsoleLinksService) {}

  @Post()
  @ApiParam({ name: 'key', description: 'The id of a key of the account.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'createSignInLink',
    summary: 'Create a link with which a person signs in to the console with the rights of a key',
    description:
      'Whoever opens the link first is signed in, once, for twelve hours at most, and needs another link after that. A new link ends those before it, which have not been used; the end of the key ends all of them and their sessions. Nobody gives more than he has: the rights of the key have to be within those of the caller.',
    scope: 'keys:manage',
    bucket: 'write',
    freshProof: true,
    audit: 'keys sign_in_link',
    resource: KeyResolver,
    idempotencyKey: 'required',
    recheck: KeyRecheck,
    body: { type: CreateSignInLinkDto, example: { expires_in: 86_400 }, optional: true },
    reply: { type: SignInLinkView, status: 201 },
    errors: ['key_ended'],
  })
  async create(@Resource(KeyResolver) key: KeyRow, @Body() body?: CreateSignInLinkDto): Promise<Reply<SignInLinkView>> {
    return Reply.of(SignInLinkView.from(await this.links.createFor(key, CreateSignInLinkDto.lifetimeOf(body)))).withSecrets('url');
  }
}
