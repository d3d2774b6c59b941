import { Controller, Get, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { ListKeysDto } from './key-input.dto';
import { KeyView } from './key-view.dto';
import { KeyResolver } from './key.resolver';
import { keyEtag } from './key-caller.rules';
import type { KeyInFull } from './key.types';
import { ManagedKeysService } from './managed-keys.service';

const KeyId = ApiParam({ name: 'key', description: 'The id of a key of the account.', type: 'string', format: 'uuid' });

@ApiTags('Keys')
@Controller('v1/keys')
export class KeysController {
  constructor(private readonly keys: ManagedKeysService) {}

  @Get()
  @Operation({
    operationId: 'listKeys',
    summary: 'List the API keys of the account, newest first',
    description: 'Keys that were revoked or have expired are listed for 90 days. The value of a key is never shown again.',
    scope: 'keys:manage',
    bucket: 'read',
    query: ListKeysDto,
    reply: { type: KeyView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListKeysDto): Promise<Reply<KeyView[]>> {
    const { rows, nextCursor } = await this.keys.list(caller, ListKeysDto.toFilter(query), query);
    return Reply.of(rows.map((key) => KeyView.from(key, caller.keyId))).withPage({ next_cursor: nextCursor });
  }

  @Get(':key')
  @KeyId
  @Operation({
    operationId: 'getKey',
    summary: 'Get an API key without its value',
    scope: 'keys:manage',
    bucket: 'read',
    resource: KeyResolver,
    ifNoneMatch: true,
    reply: { type: KeyView, etag: true },
  })
  read(@CurrentCaller() caller: Caller, @Resource(KeyResolver) key: KeyInFull): Reply<KeyView> {
    const reply = Reply.of(KeyView.from(key, caller.keyId)).withEtag(keyEtag(key));
    const isExposed = key.secrets.some(({ exposedAt }) => exposedAt !== null);
    return isExposed ? reply.withoutNotModified() : reply; // the ETag does not cover it
  }
}
