import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { PagedDto } from '../api/pagination/page.dto';
import { CreateErasureDto, ErasureView } from './erasure.dto';
import { ErasureResolver } from './erasure.resolver';
import type { ErasureEntity } from './erasure.entity';
import { ErasuresService } from './erasures.service';

@ApiTags('Submissions')
@Controller('v1/erasures')
export class ErasuresController {
  constructor(private readonly erasures: ErasuresService) {}

  @Post()
  @Operation({
    operationId: 'createErasure',
    summary: 'Erase what is stored of a person',
    description:
      'Looks in all forms that the key sees for submissions with a value, and for tests of workflows and export links. Unless it is a dry run, these are deleted with their files, runs and mails, without a way back; the report tells who has got the data. Workers do it within seconds, or within minutes where there are millions of submissions.',
    scope: 'submissions:delete',
    bucket: 'destructive',
    freshProof: true,
    idempotencyKey: 'required',
    body: { type: CreateErasureDto, example: { value: 'ada@example.com', dry_run: true } },
    reply: { type: ErasureView, status: 202, location: true },
  })
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateErasureDto): Promise<Reply<ErasureView>> {
    const erasure = await this.erasures.create(caller, CreateErasureDto.toRequest(body));
    return Reply.of(ErasureView.from(erasure)).withLocation(`/v1/erasures/${erasure.id}`);
  }

  @Get()
  @Operation({
    operationId: 'listErasures',
    summary: 'List erasures, newest first',
    description: 'Those that this key has asked for; with a key that sees all forms, those of the account.',
    scope: { anyOf: ['submissions:read', 'submissions:delete'] },
    bucket: 'read',
    query: PagedDto,
    reply: { type: ErasureView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PagedDto): Promise<Reply<ErasureView[]>> {
    const { rows, nextCursor } = await this.erasures.list(caller, query);
    return Reply.of(rows.map((erasure) => ErasureView.from(erasure))).withPage({ next_cursor: nextCursor });
  }

  @Get(':erasure')
  @ApiParam({ name: 'erasure', description: 'The id of an erasure.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'getErasure',
    summary: 'Get an erasure with its report',
    scope: { anyOf: ['submissions:read', 'submissions:delete'] },
    bucket: 'read',
    resource: ErasureResolver,
    reply: { type: ErasureView },
  })
  get(@Resource(ErasureResolver) erasure: ErasureEntity): ErasureView {
    return ErasureView.from(erasure);
  }
}
