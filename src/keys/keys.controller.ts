import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import type { FieldError } from '../api/errors/api-error';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Errors, Granted, LockedResource, Resource } from '../api/operation/request-context';
import { KeyRecheck, KeyChangeRecheck, NewKeyRecheck, RotationRecheck } from './key-recheck';
import type { Grantor } from './key-ceiling.rules';
import { CreateKeyDto, ListKeysDto, NewPersonDto, RevokeKeyDto, RotateKeyDto, UpdateKeyDto } from './key-input.dto';
import { InvitationsService } from './invitations.service';
import { CreatedKeyView, IssuedKeyView, KeyView } from './key-view.dto';
import { KeyPrecondition, KeyResolver, RevocableKeyResolver } from './key.resolver';
import { keyEtag, type KeyRow } from './key.rules';
import { type IssuedKey, KeysService } from './keys.service';
import { PeopleService } from './people.service';
import { requestedIn } from './requested-rights.rules';

const CEILING = 'Nobody gives, changes or ends what is more than they have themselves: scopes, forms, limits and life.';

const KeyId = ApiParam({ name: 'key', description: 'The id of a key of the account.', type: 'string', format: 'uuid' });

@ApiTags('Keys')
@Controller('v1/keys')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly people: PeopleService,
    private readonly invitations: InvitationsService,
    private readonly recheck: KeyRecheck,
  ) {}

  @Get()
  @Operation({
    operationId: 'listKeys',
    summary: 'List the API keys of the account, newest first',
    description:
      'Keys that were revoked or have expired are listed for 90 days. The value of a key is never shown again, and of its forms only those that the caller sees.',
    scope: 'keys:manage',
    bucket: 'read',
    query: ListKeysDto,
    reply: { type: KeyView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: ListKeysDto): Promise<Reply<KeyView[]>> {
    const { rows, nextCursor } = await this.keys.page(caller, ListKeysDto.toFilter(query), query);
    const grantor = await this.recheck.grantorOf(caller);
    return Reply.of(rows.map((key) => KeyView.from(key, grantor))).withPage({ next_cursor: nextCursor });
  }

  @Post()
  @Operation({
    operationId: 'createKey',
    summary: 'Create an API key, or invite a person',
    description: `${CEILING} With the kind \`person\` somebody gets a mail with a link, and signs in to the console with these rights from then on; where the service sends no mails (\`invitation\` is null), a sign-in link does it. Without \`expires_in\` it lasts a year, or as long as the key that makes it if that ends before. \`key\` is the value, which is shown only in this answer.`,
    scope: 'keys:manage',
    bucket: 'write',
    freshProof: true,
    audit: 'keys create',
    idempotencyKey: 'required',
    recheck: NewKeyRecheck,
    body: {
      type: CreateKeyDto,
      furtherErrors: true,
      example: { name: 'Spreadsheet of the museum', scopes: ['forms:read', 'submissions:read'], expires_in: 2_592_000 },
    },
    reply: { type: CreatedKeyView, status: 201, etag: true, created: KeyPrecondition, location: true },
    errors: ['key_quota_exceeded', 'person_exists'],
  })
  async create(
    @Granted(NewKeyRecheck) grantor: Grantor,
    @Body() body: CreateKeyDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<CreatedKeyView>> {
    if (body.kind === 'person') return this.createPerson(grantor, body, errors);
    const issued = await this.keys.createBy(grantor, body.name!, requestedIn(body), errors);
    return replyWith(issued, grantor).withLocation(`/v1/keys/${issued.key.id}`);
  }

  private async createPerson(grantor: Grantor, body: CreateKeyDto, errors: readonly FieldError[]): Promise<Reply<CreatedKeyView>> {
    const personIn = () => NewPersonDto.toPerson(body.person!);
    const person = await this.people.createBy(grantor, personIn, requestedIn(body), [...errors, ...this.invitations.errorsOfKind()]);
    const invitation = (await this.invitations.inviteIfPossible(person)) ? ('sent_to_mailbox' as const) : null;
    return Reply.of({ ...KeyView.from(person, grantor), invitation })
      .withEtag(keyEtag(person))
      .withLocation(`/v1/keys/${person.id}`);
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
  async read(@CurrentCaller() caller: Caller, @Resource(KeyResolver) key: KeyRow): Promise<Reply<KeyView>> {
    const grantor = await this.recheck.grantorOf(caller);
    const view = KeyView.from(key, grantor);
    const reply = Reply.of(view).withEtag(keyEtag(key));
    // The ETag covers neither the exposure nor the forms of the caller.
    return view.exposed_at !== null || grantor.formIds !== null ? reply.withoutNotModified() : reply;
  }

  @Patch(':key')
  @KeyId
  @Operation({
    operationId: 'updateKey',
    summary: 'Rename an API key, or take rights from it',
    description: `Rights, limits and life can only be reduced, since somebody else may know the value: for more rights create another key. ${CEILING} Of the keys that may manage all keys of the account, the one that lasts longest keeps its rights.`,
    scope: 'keys:manage',
    bucket: 'write',
    freshProof: true,
    audit: 'keys update',
    resource: KeyResolver,
    ifMatch: KeyPrecondition,
    recheck: KeyChangeRecheck,
    body: { type: UpdateKeyDto, example: { name: 'Spreadsheet of the library' }, mergePatch: true, furtherErrors: true },
    reply: { type: KeyView, etag: true },
    errors: ['key_ended', 'last_managing_key'],
  })
  async update(
    @Granted(KeyChangeRecheck) grantor: Grantor,
    @LockedResource(KeyPrecondition) key: KeyRow,
    @Body() body: UpdateKeyDto,
    @Errors() errors: readonly FieldError[],
  ): Promise<Reply<KeyView>> {
    const changed = await this.keys.changeBy(grantor, key, { ...requestedIn(body), name: body.name }, errors);
    const view = KeyView.from(changed, grantor);
    return Reply.of(view).withEtag(keyEtag(changed)).withRevisions(key.revision, changed.revision);
  }

  @Post(':key/rotate')
  @KeyId
  @Operation({
    operationId: 'rotateKey',
    summary: 'Rotate an API key',
    description: `The replaced value is still accepted during the overlap, so that programs can change over one by one, but it may not write keys. Without an overlap all earlier values end at once, and with them sessions and links of the key. ${CEILING} \`key\` is the new value, which is shown only in this answer.`,
    scope: 'keys:manage',
    bucket: 'write',
    freshProof: true,
    audit: 'keys rotate',
    resource: KeyResolver,
    idempotencyKey: 'required',
    recheck: RotationRecheck,
    body: { type: RotateKeyDto, example: { overlap_seconds: 3600 }, optional: true },
    reply: { type: IssuedKeyView, etag: true, created: KeyPrecondition },
    errors: ['person_without_value', 'key_ended', 'too_many_secrets'],
  })
  async rotate(
    @Granted(RotationRecheck) grantor: Grantor,
    @Resource(KeyResolver) key: KeyRow,
    @Body() body?: RotateKeyDto,
  ): Promise<Reply<IssuedKeyView>> {
    const issued = await this.keys.rotateBy(grantor, key, RotateKeyDto.toOverlapSeconds(body));
    return replyWith(issued, grantor).withRevisions(issued.key.revision - 1, issued.key.revision);
  }

  @Delete(':key')
  @KeyId
  @Operation({
    operationId: 'revokeKey',
    summary: 'Revoke an API key',
    description: `Within five seconds it ends everywhere, with its sessions and links. ${CEILING} A key may always revoke itself, unless of those that may manage all keys of the account it is the one that lasts longest. Works also in maintenance and while the account is suspended.`,
    scope: 'keys:manage',
    bucket: 'destructive',
    freshProof: true,
    audit: 'keys revoke',
    isForEmergencies: true,
    isExempt: ({ keyId }, { key }) => key === keyId,
    resource: RevocableKeyResolver,
    ifMatch: KeyPrecondition,
    ifMatchIsOptional: true,
    recheck: KeyRecheck,
    query: RevokeKeyDto,
    reply: { type: null },
    errors: ['last_managing_key'],
  })
  async revoke(
    @Granted(KeyRecheck) grantor: Grantor,
    @LockedResource(KeyPrecondition) key: KeyRow,
    @Query() { descendants = false }: RevokeKeyDto,
  ): Promise<Reply> {
    const [{ revision }, ...others] = await this.keys.revokeBy(grantor, key, descendants);
    return Reply.deleted()
      .withRevisions(revision, revision + 1)
      .withFurther(others.map(({ id, revision: before }) => ({ resourceId: id, revisions: { before, after: before + 1 } })));
  }
}

const replyWith = ({ key, text }: IssuedKey, grantor: Grantor): Reply<IssuedKeyView> =>
  Reply.of({ ...KeyView.from(key, grantor), key: text })
    .withSecrets('key')
    .withEtag(keyEtag(key));
