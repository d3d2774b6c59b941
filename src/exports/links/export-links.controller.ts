import { Body, Controller, Delete, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { CreatedExportLinkView, CreateExportLinkDto, ExportLinkView } from './export-link.dto';
import { ExportLinkResolver } from './export-link.resolver';
import type { ExportLink } from './export-link.entity';
import { ExportLinksService } from './export-links.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/export-links')
export class ExportLinksController {
  constructor(private readonly links: ExportLinksService) {}

  @Get()
  @Operation({
    operationId: 'listExportLinks',
    summary: 'List the export links of a form that have not ended, newest first',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    reply: { type: ExportLinkView, isList: true },
  })
  async list(@Resource(FormResolver) form: FormEntity): Promise<ExportLinkView[]> {
    return (await this.links.list(form)).map((link) => ExportLinkView.from(link));
  }

  @Post()
  @Operation({
    operationId: 'createExportLink',
    summary: 'Create an address at which a spreadsheet reads the submissions',
    description:
      'Whoever has the address can read the newest 50,000 submissions as csv without an API key, until it expires or is deleted, the form is deleted, or the key that made it may not read the form any more. A form can have 20.',
    scope: 'submissions:read',
    bucket: 'write',
    resource: FormResolver,
    idempotencyKey: 'optional',
    body: { type: CreateExportLinkDto, example: { name: 'Sales sheet', expires_in: 2_592_000 } },
    reply: { type: CreatedExportLinkView, status: 201 },
  })
  async create(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @Body() body: CreateExportLinkDto,
  ): Promise<Reply<CreatedExportLinkView>> {
    const { link, url } = await this.links.create(caller, form, CreateExportLinkDto.toRequest(body));
    return Reply.of(CreatedExportLinkView.from(link, url)).withSecrets('url');
  }

  @Delete(':link')
  @ApiParam({ name: 'link', description: 'The id of an export link of the form.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'deleteExportLink',
    summary: 'Delete an export link, which ends at once',
    scope: 'submissions:read',
    bucket: 'write',
    resource: ExportLinkResolver,
    reply: { type: null },
  })
  async delete(@Resource(ExportLinkResolver) link: ExportLink): Promise<Reply> {
    await this.links.delete(link);
    return Reply.deleted();
  }
}
