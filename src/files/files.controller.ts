import { Body, Controller, Delete, Get, Post, Req, Res } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import type { Caller } from '../api/auth/caller';
import { Operation } from '../api/operation/operation';
import { Reply } from '../api/operation/reply';
import { CurrentCaller, Resource } from '../api/operation/request-context';
import { requireStillAllowed } from '../api/operation/still-allowed';
import { FormIdParam } from '../forms/form.resolver';
import { FileDownloadsService } from './file-downloads.service';
import { CreateFileLinkDto, FileLinkView, FileView } from './file-view.dto';
import type { FilesOfSubmission } from './file.resolver';
import { FileResolver, SubmissionFilesResolver } from './file.resolver';
import { FilesService } from './files.service';
import type { SubmissionFileEntity } from './submission-file.entity';

const SubmissionIdParam = ApiParam({
  name: 'submission',
  description: 'The id of a submission of the form.',
  type: 'string',
  format: 'uuid',
});
const FileIdParam = ApiParam({ name: 'file', description: 'The id of a file of the submission.', type: 'string', format: 'uuid' });

@FormIdParam
@SubmissionIdParam
@ApiTags('Files')
@Controller('v1/forms/:form/submissions/:submission/files')
export class FilesController {
  constructor(
    private readonly files: FilesService,
    private readonly downloads: FileDownloadsService,
  ) {}

  @Get()
  @Operation({
    operationId: 'listFiles',
    summary: 'List the files of a submission',
    scope: 'submissions:read',
    bucket: 'read',
    resource: SubmissionFilesResolver,
    reply: { type: FileView, isList: true },
  })
  list(@Resource(SubmissionFilesResolver) { files }: FilesOfSubmission): FileView[] {
    return files.map((file) => FileView.from(file));
  }

  @Get(':file')
  @FileIdParam
  @Operation({
    operationId: 'downloadFile',
    summary: 'Download a file',
    description: 'The bytes as an attachment. `Range` is ignored. HEAD answers with the same headers.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FileResolver,
    ifNoneMatch: true,
    reply: { type: 'bytes', etag: true },
  })
  download(@Resource(FileResolver) file: SubmissionFileEntity, @Req() request: Request, @Res() response: Response): Promise<void> {
    return this.downloads.send(file, () => requireStillAllowed(request), request, response);
  }

  @Post(':file/links')
  @FileIdParam
  @Operation({
    operationId: 'createFileLink',
    summary: 'Create a link to a file',
    description:
      'Whoever has the link can download the file without an API key until it expires, the file is deleted, or the key that made it may not read the file any more.',
    scope: 'submissions:read',
    bucket: 'write',
    resource: FileResolver,
    body: { type: CreateFileLinkDto, example: { expires_in: 3600 }, optional: true },
    reply: { type: FileLinkView, status: 201 },
  })
  link(
    @CurrentCaller() caller: Caller,
    @Resource(FileResolver) file: SubmissionFileEntity,
    @Body() body?: CreateFileLinkDto,
  ): FileLinkView {
    return FileLinkView.from(this.files.link(caller, file, CreateFileLinkDto.lifetimeOf(body)));
  }

  @Delete(':file')
  @FileIdParam
  @Operation({
    operationId: 'deleteFile',
    summary: 'Delete a file',
    description: 'The submission stays, with one file less. Links to the file end at once.',
    scope: 'submissions:delete',
    bucket: 'destructive',
    freshProof: true,
    resource: FileResolver,
    reply: { type: null },
  })
  async delete(@Resource(FileResolver) file: SubmissionFileEntity): Promise<Reply> {
    await this.files.delete(file);
    return Reply.deleted();
  }
}
