import { Injectable } from '@nestjs/common';
import type { Caller } from '../api/auth/caller';
import { notFound } from '../api/errors/api-error';
import type { FormEntity } from '../forms/form.entity';
import { FormsService } from '../forms/forms.service';
import { SubmissionFilterDto } from '../submissions/submission-input.dto';
import { SubmissionReader } from '../submissions/submission-reader';
import { csvOf } from './csv.rules';
import { exportColumns } from './export-columns.rules';
import type { ExportSubmissionsDto } from './export-input.dto';
import { ExportLeases } from './export-leases.service';
import type { Chunk, SubmissionPages } from './export.types';
import { ExportsRepository } from './exports.repository';
import { ndjsonOf } from './ndjson.rules';

/** Writes the submissions of a form into a file, as it is read by the client. */
@Injectable()
export class ExportsService {
  constructor(
    private readonly forms: FormsService,
    private readonly reader: SubmissionReader,
    private readonly leases: ExportLeases,
    private readonly exports: ExportsRepository,
  ) {}

  /** The parts of the file. Begins with the first of them, before which it throws 409 when the key has another export. */
  write(caller: Caller, form: FormEntity, query: ExportSubmissionsDto): AsyncGenerator<Chunk, void, undefined> {
    return this.leases.holding(caller.keyId, this.chunks(caller, form, query));
  }

  private async *chunks(caller: Caller, form: FormEntity, query: ExportSubmissionsDto): AsyncGenerator<Chunk> {
    const { format, bom, escape, summary } = query;
    const filter = SubmissionFilterDto.toFilter(query);
    const withState = query.state !== undefined;
    const pages = this.reader.read(form.id, filter, { withHistories: format === 'ndjson' });
    const whole = whileAllowed(pages, () => this.exports.isVisible(caller, form.id));
    if (format === 'ndjson') return yield* ndjsonOf(whole, { withState, summary });
    const columns = exportColumns(await this.forms.presentAndDeletedFieldsOf(form), withState);
    yield* csvOf(whole, columns, { bom, escape });
  }
}

/** Fails as soon as what allowed to read the pages has ended: a form that is deleted meanwhile looks as if it had no further ones. */
export async function* whileAllowed(pages: SubmissionPages, isAllowed: () => Promise<boolean>): SubmissionPages {
  for await (const page of pages) {
    if (!(await isAllowed())) throw notFound();
    yield page;
  }
}
