import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { requireStillAllowed } from '../api/operation/still-allowed';
import type { FormEntity } from '../forms/form.entity';
import { FormIdParam, FormResolver } from '../forms/form.resolver';
import { Clock } from '../platform/time';
import { ExportSubmissionsDto } from './export-input.dto';
import { fileNameOf, sendFile } from './export-stream';
import { CSV_TYPE, type ExportFormat } from './export.types';
import { ExportsService } from './exports.service';

const CONTENT_TYPES: Record<ExportFormat, string> = {
  csv: CSV_TYPE,
  ndjson: 'application/x-ndjson',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/export')
export class ExportsController {
  constructor(
    private readonly exports: ExportsService,
    private readonly clock: Clock,
  ) {}

  @Get()
  @Operation({
    operationId: 'exportSubmissions',
    summary: 'Export the submissions of a form, newest or oldest first',
    description:
      'All submissions that the filters let through, in one file. A key can export once at a time. When something fails on the way, or the key may not read the submissions any more, the connection breaks off: a file that ends as HTTP has it is whole. HEAD answers with the same headers.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    query: ExportSubmissionsDto,
    reply: { type: 'bytes', content: Object.values(CONTENT_TYPES).map((type) => type.split(';')[0]!) },
    errors: ['export_running'],
  })
  async export(
    @CurrentCaller() caller: Caller,
    @Resource(FormResolver) form: FormEntity,
    @Query() query: ExportSubmissionsDto,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const file = { name: fileNameOf(form.name, this.clock.now(), query.format), contentType: CONTENT_TYPES[query.format] };
    const running = await this.exports.write(caller, form, query, () => requireStillAllowed(request));
    await sendFile(file, running, request, response);
  }
}
