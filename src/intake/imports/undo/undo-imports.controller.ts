import { Controller, Get, Post } from '@nestjs/common';
import { ApiParam, ApiTags } from '@nestjs/swagger';
import { Operation } from '../../../api/operation/operation';
import { Resource } from '../../../api/operation/request-context';
import type { FormEntity } from '../../../forms/form.entity';
import { FormIdParam, FormResolver } from '../../../forms/form.resolver';
import type { StoredImport } from '../../../submissions/imports/import.types';
import { ImportResolver } from './import.resolver';
import { StoredImportView, UndoneImportView } from './undo-import-view.dto';
import { UndoImportsService } from './undo-imports.service';

@FormIdParam
@ApiTags('Submissions')
@Controller('v1/forms/:form/imports')
export class UndoImportsController {
  constructor(private readonly imports: UndoImportsService) {}

  @Get()
  @Operation({
    operationId: 'listImports',
    summary: 'List the imports of a form that can be undone, newest first',
    description: 'These are the newest 100 of the last day.',
    scope: 'submissions:read',
    bucket: 'read',
    resource: FormResolver,
    reply: { type: StoredImportView, isList: true },
  })
  async list(@Resource(FormResolver) form: FormEntity): Promise<StoredImportView[]> {
    return (await this.imports.list(form.id)).map((stored) => StoredImportView.from(stored));
  }

  @Post(':stored_import/undo')
  @ApiParam({ name: 'stored_import', description: 'The id of an import of the form.', type: 'string', format: 'uuid' })
  @Operation({
    operationId: 'undoImport',
    summary: 'Undo an import',
    description:
      'Deletes the submissions that the import has stored, for a day after it, whatever was done with them since. A request deletes at most 1,000: repeat it until `remaining` is 0. An import with ids at their source need not be undone to be repeated.',
    scope: 'submissions:delete',
    bucket: 'write',
    freshProof: true,
    resource: ImportResolver,
    reply: { type: UndoneImportView },
    errors: ['import_running'],
  })
  async undo(@Resource(ImportResolver) stored: StoredImport): Promise<UndoneImportView> {
    return UndoneImportView.from(await this.imports.undo(stored));
  }
}
