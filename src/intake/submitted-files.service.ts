import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { FileCheckService, type FileToCheck } from '../files/file-check.service';
import type { AcceptedFile, ReceivedFile } from '../files/submission-file.entity';
import type { ValidatedSubmission } from '../fields/values/submission.rules';
import type { CompiledForm } from './compiled-form';
import { InvalidSubmission } from './intake-errors';
import { fieldLimitErrors, fileErrorForPages, filesByField, pathOf } from './submitted-files.rules';

/** Decides over the files of a submission. */
@Injectable()
export class SubmittedFilesService {
  constructor(
    private readonly checks: FileCheckService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** The files to store, in the order sent. Throws 422 with the errors of values and files, or 503 while they cannot be scanned. */
  async accept(
    form: CompiledForm,
    received: readonly ReceivedFile[],
    { fileFields, errors }: ValidatedSubmission,
  ): Promise<AcceptedFile[]> {
    const fields = filesByField(received, fileFields, form.fileOptions, this.config.uploads);
    const files = fields.flatMap((of): FileToCheck[] =>
      of.files.map((file, index) => ({ file, errorPath: pathOf(of, index), accept: of.limits.accept })),
    );
    const types = await this.checks.checkTypes(files);
    const all = [...errors, ...fields.flatMap(fieldLimitErrors), ...types.errors.map(fileErrorForPages)];
    if (all.length > 0) throw new InvalidSubmission(all);
    const infected = await this.checks.scan(files);
    if (infected.length > 0) throw new InvalidSubmission(infected.map(fileErrorForPages));
    return types.accepted.sort((a, b) => received.findIndex(isOf(a)) - received.findIndex(isOf(b)));
  }
}

const isOf =
  ({ path }: ReceivedFile) =>
  (file: ReceivedFile): boolean =>
    file.path === path;
