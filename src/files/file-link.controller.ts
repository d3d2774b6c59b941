import { Controller, Get, Param, Req, Res, applyDecorators } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiParam, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../api/operation/operation';
import { FileDownloadsService } from './file-downloads.service';
import { FilesService } from './files.service';
import { documentErrors } from '../api/openapi/error-document';
import { bytesOf, documentNotModified, IF_NONE_MATCH } from '../api/operation/operation-document';
import { headerReferences } from '../api/openapi/response-headers';

const documentOpening = (): MethodDecorator =>
  applyDecorators(
    ApiOperation({
      operationId: 'openFileLink',
      summary: 'Download a file by its link',
      description:
        'Needs no API key. The headers are those of the download with a key. Every token that does not open is the same 404: forged, expired, or of a file that is deleted.',
      security: [],
    }),
    ApiParam({ name: 'token', description: 'The token of a link.', schema: { type: 'string' } }),
    ApiHeader(IF_NONE_MATCH),
    ApiResponse({
      status: 200,
      description: 'Done.',
      headers: headerReferences(['X-Request-Id', 'Content-Disposition', 'ETag']),
      content: bytesOf(),
    }),
    documentNotModified(),
    ...documentErrors(['resource_not_found']),
  );

/** The address of links to files. It needs no API key: the token names the file and the end of the link. */
@ApiTags('Files')
@Controller('files')
export class FileLinkController {
  constructor(
    private readonly files: FilesService,
    private readonly downloads: FileDownloadsService,
  ) {}

  @Get(':token')
  @PublicRoute()
  @documentOpening()
  async open(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { file, check } = await this.files.ofToken(token);
    await this.downloads.send(file, check, request, response);
  }
}
