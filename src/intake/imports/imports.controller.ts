import { Controller, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import type { Caller } from '../../api/auth/caller';
import { arrivalOf, mediaTypeOf } from '../../api/body/body-reader';
import { ApiError, validationFailed } from '../../api/errors/api-error';
import { untilGone } from '../../api/http/until-gone';
import { Operation } from '../../api/operation/operation';
import { Reply } from '../../api/operation/reply';
import { CurrentCaller, Resource } from '../../api/operation/request-context';
import { requireStillAllowed } from '../../api/operation/still-allowed';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { ImportSubmissionsDto } from './import-query.dto';
import { ImportView } from './import-view.dto';
import { IMPORT_TYPES, type ImportType } from './import.types';
import { ImportsService } from './imports.service';
import { ReceivedFiles } from './received-files';

const EXAMPLES: Record<ImportType, string> = {
  'text/csv': 'email,received_at\nada@example.com,2026-11-20T21:26:00Z\n',
  'application/x-ndjson': '{"fields":{"email":"ada@example.com"},"received_at":"2026-11-20T21:26:00Z","source_id":"17"}\n',
};

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/import')
export class ImportsController {
  constructor(
    private readonly imports: ImportsService,
    private readonly files: ReceivedFiles,
    private readonly forms: FormResolver,
  ) {}

  @Post()
  @Operation({
    operationId: 'importSubmissions',
    summary: 'Import submissions from a file',
    description:
      'Each row is validated like a submission, keeps its time and has the source `api`, with the time of the import in `imported_at`. It starts no run, sends no mail and takes nothing of the quota. The file is looked through before its first row is stored, and rows are stored in batches. An account imports one file at a time, in a dry run too, and an import ends with its connection: after a connection that broke off, send the file again, and rows with a source id are stored once. A csv has a header, whose columns are those of the fields by name, by label or by `column.{field}`. Each line of ndjson is an object with `fields` and, if it has them, `received_at`, `source_id` and `other_values`.',
    scope: { allOf: ['submissions:update', 'forms:update'] },
    bucket: 'write',
    resource: FormResolver,
    query: ImportSubmissionsDto,
    stream: { examples: EXAMPLES },
    reply: { type: ImportView },
    errors: ['import_running'],
  })
  async import(
    @Resource(FormResolver) form: FormEntity,
    @Query() query: ImportSubmissionsDto,
    @CurrentCaller() caller: Caller,
    @Req() request: Request,
  ): Promise<Reply<ImportView>> {
    const type = importTypeOf(request);
    const misplaced = type === 'text/csv' ? [] : ImportSubmissionsDto.ofCsvOnly(query);
    if (misplaced.length > 0)
      throw validationFailed(misplaced.map((path) => ({ path, message: 'must be left out unless the file is csv' })));
    const options = ImportSubmissionsDto.toOptions(query, type);
    const sees = async (id: string): Promise<boolean> => (await this.forms.find(caller, { id })) !== null;
    const importing = { check: () => requireStillAllowed(request), signal: untilGone(request, request.res!), sees };
    const view = ImportView.from(await this.files.with(request, (file) => this.imports.import(form.id, file, options, importing)));
    return options.isDryRun ? Reply.of(view).withRevisions(form.revision, form.revision) : Reply.of(view); // a dry run publishes no event
  }
}

/** Returns the type of the file in a request. Throws 415 for any other type. */
function importTypeOf(request: Request): ImportType {
  const media = mediaTypeOf(request.headers['content-type']);
  const type = media?.isUtf8 ? IMPORT_TYPES.find((accepted) => accepted === media.type) : undefined;
  if (type) return type;
  throw new ApiError('unsupported_media_type', {
    message: `Send the file as ${IMPORT_TYPES.join(' or ')}. ${arrivalOf(request.headers['content-type'])} The encoding is told by a byte order mark, or by charset in the query.`,
    headers: { Accept: IMPORT_TYPES.join(', ') },
  });
}
