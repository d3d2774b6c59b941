import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Caller } from '../../api/auth/caller';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller } from '../../api/operation/request-context';
import { PagedDto } from '../../api/pagination/page.dto';
import { ExportLinkOfFormView } from './export-link.dto';
import { ExportLinksService } from './export-links.service';

@ApiTags('Submissions')
@Controller('v1/export-links')
export class AllExportLinksController {
  constructor(private readonly links: ExportLinksService) {}

  @Get()
  @Operation({
    operationId: 'listAllExportLinks',
    summary: 'List the export links of all forms that have not ended, newest first',
    scope: 'submissions:read',
    bucket: 'read',
    query: PagedDto,
    reply: { type: ExportLinkOfFormView, isList: true, page: 'forward' },
    errors: ['invalid_cursor'],
  })
  async list(@CurrentCaller() caller: Caller, @Query() query: PagedDto): Promise<Reply<ExportLinkOfFormView[]>> {
    const { rows, nextCursor } = await this.links.listAll(caller, query);
    return Reply.of(rows.map((link) => ExportLinkOfFormView.of(link))).withPage({ next_cursor: nextCursor });
  }
}
