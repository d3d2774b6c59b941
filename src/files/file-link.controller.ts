import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { PublicRoute } from '../api/operation/operation';
import { FileDownloadsService } from './file-downloads.service';
import { documentOpening } from './file-link-document';
import { FilesService } from './files.service';

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
    await this.downloads.send(await this.files.ofToken(token), request, response);
  }
}
