import { applyDecorators, Controller, Get, Param, Req, Res } from '@nestjs/common';
import * as swagger from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { documentErrors } from '../../api/openapi/error-document';
import { headerReferences } from '../../api/openapi/response-headers';
import { PublicRoute } from '../../api/operation/operation';
import { bytesOf } from '../../api/operation/operation-document';
import { Clock } from '../../platform/time';
import { CSV_TYPE } from '../export.types';
import { fileNameOf, sendFile } from '../export-stream';
import { ExportsService } from '../exports.service';
import { ExportLinksService } from './export-links.service';

const documentOpening = (): MethodDecorator =>
  applyDecorators(
    swagger.ApiOperation({
      operationId: 'openExportLink',
      summary: 'Read the submissions of a form by an export link',
      description:
        'Needs no API key. The newest 50,000 submissions as csv with `escape=spreadsheet`, for `IMPORTDATA` and the web queries of Excel. Sixty reads within an hour. Every token that does not open is the same 404.',
      security: [],
    }),
    swagger.ApiParam({ name: 'token', description: 'The token of a link.', schema: { type: 'string' } }),
    swagger.ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'Content-Disposition']),
      content: bytesOf(['text/csv']),
    }),
    ...documentErrors(['resource_not_found', 'rate_limit_exceeded']),
  );

/** Serves export links. The token in the address identifies the form and is the only credential. */
@swagger.ApiTags('Submissions')
@Controller('exports')
export class LinkedExportController {
  constructor(
    private readonly links: ExportLinksService,
    private readonly exports: ExportsService,
    private readonly clock: Clock,
  ) {}

  @Get(':token.csv')
  @PublicRoute()
  @documentOpening()
  async open(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const link = await this.links.open(token, request.method === 'HEAD');
    const file = { name: fileNameOf(link.formName, this.clock.now(), 'csv'), contentType: CSV_TYPE };
    const running = this.exports.writeLinked(link, () => this.links.requireOpen(link));
    await sendFile(file, running, request, response);
  }
}
