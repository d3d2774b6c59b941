import { Controller, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request } from 'express';
import { mediaTypeOf, refuseContentCoding } from '../../api/body/body-reader';
import { ApiError, validationFailed } from '../../api/errors/api-error';
import { Operation } from '../../api/operation/operation';
import { Resource } from '../../api/operation/request-context';
import type { FormEntity } from '../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../forms/form.resolver';
import { ImportSubmissionsDto, ImportView } from './import.dto';
import { IMPORT_TYPES, type ImportType, MAX_IMPORT_BYTES, type NamedColumns } from './import.types';
import { ImportsService } from './imports.service';
import { tooLarge, withMeteredBody } from '../multipart/metered-body';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/submissions/import')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  @Post()
  @Operation({
    operationId: 'importSubmissions',
    summary: 'Import submissions from a file',
    description:
      'Each row is validated like a submission, keeps its time and has the source `import`. It starts no run, sends no mail and takes nothing of the quota. Rows are stored in batches: after a connection that broke off, send the file again, and rows with a source id are stored once. A csv has a header with the names of fields; columns of our own exports that are no fields are ignored. Each line of ndjson is an object with `fields` and, if it has them, `received_at` and `source_id`.',
    scope: { allOf: ['submissions:update', 'forms:update'] },
    bucket: 'write',
    resource: FormResolver,
    query: ImportSubmissionsDto,
    stream: { content: IMPORT_TYPES, example: 'email,received_at\nada@example.com,2026-11-20T21:26:00Z\n' },
    reply: { type: ImportView },
  })
  async import(
    @Resource(FormResolver) form: FormEntity,
    @Query() query: ImportSubmissionsDto,
    @Req() request: Request,
  ): Promise<ImportView> {
    const type = importTypeOf(request);
    const columns = ImportSubmissionsDto.columnsOf(query);
    refuseColumns(type, columns);
    const options = { type, columns, isRead: query.read ?? false, isDryRun: query.dry_run ?? false };
    return ImportView.from(await withReceivedFile(request, (bytes) => this.imports.import(form.id, bytes, options)));
  }
}

function refuseColumns(type: ImportType, { receivedAt, sourceId }: NamedColumns): void {
  const named = { 'column.received_at': receivedAt, 'column.source_id': sourceId };
  const paths = Object.entries(named).flatMap(([path, name]) => (name !== undefined && type !== 'text/csv' ? [path] : []));
  if (paths.length > 0) throw validationFailed(paths.map((path) => ({ path, message: 'must be left out unless the file is csv' })));
}

/** The type of the file in a request. Throws 415 for any other. */
function importTypeOf(request: Request): ImportType {
  const media = mediaTypeOf(request.headers['content-type']);
  const type = media?.isUtf8 ? IMPORT_TYPES.find((accepted) => accepted === media.type) : undefined;
  if (type) return type;
  throw new ApiError('unsupported_media_type', {
    message: `Send the file as ${IMPORT_TYPES.join(' or ')} in UTF-8.`,
    headers: { Accept: IMPORT_TYPES.join(', ') },
  });
}

/** Lets some work read the file while it arrives. Throws 400, 408 or 413 when it ends early, is slow or too large. */
async function withReceivedFile<Result>(request: Request, work: (bytes: AsyncIterable<Uint8Array>) => Promise<Result>) {
  refuseContentCoding(request);
  if (Number(request.headers['content-length'] ?? 0) > MAX_IMPORT_BYTES) throw tooLarge(MAX_IMPORT_BYTES);
  return withMeteredBody(request, { ...PACE, maxBytes: MAX_IMPORT_BYTES }, work);
}

/** 1 KiB a second on average over every 30 seconds, and 30 minutes for all. */
const PACE = { windowMs: 30_000, minBytesPerWindow: 30 * 1024, totalMs: 30 * 60 * 1000 };
