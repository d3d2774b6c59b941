import { Inject, Injectable } from '@nestjs/common';
import { type Config, CONFIG } from '../platform/config/config';
import { FileCheckService, type FileToCheck, type FileError } from '../files/file-check.service';
import type { AcceptedFile, ReceivedFile } from '../files/submission-file.entity';
import type { ValidatedSubmission } from '../fields/values/submission.rules';
import type { CompiledForm } from './compiled-form';
import { InvalidSubmission } from './intake-errors';
import { fieldFileLimits, type FieldFileLimits } from '../fields/file-options.rules';
import { sizeText } from '../platform/text/text.rules';
import type { SubmissionError } from '../fields/values/submission-error.rules';

@Injectable()
export class SubmittedFilesService {
  constructor(
    private readonly checks: FileCheckService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Returns files in the order sent. Throws 422 with the errors of values and files, and 503 when files cannot be scanned. */
  async accept(
    form: CompiledForm,
    received: readonly ReceivedFile[],
    { fileFields, errors }: ValidatedSubmission,
  ): Promise<AcceptedFile[]> {
    const fields = fileFields.map((field): FilesOfField => {
      const limits = fieldFileLimits(form.fileOptions.get(field) ?? null, this.config.uploads);
      return { field, files: received.filter((file) => file.field === field), limits };
    });
    const files = fields.flatMap((of): FileToCheck[] =>
      of.files.map((file, index) => ({ file, errorPath: pathOf(of, index), accept: of.limits.accept })),
    );
    const types = await this.checks.checkTypes(files);
    const all = [...errors, ...fields.flatMap(fieldLimitErrors), ...types.errors.map(fileErrorForPages)];
    if (all.length > 0) throw new InvalidSubmission(all);
    const infected = await this.checks.scan(files);
    if (infected.length > 0) throw new InvalidSubmission(infected.map(fileErrorForPages));
    const placeOf = ({ path }: ReceivedFile): number => received.findIndex((file) => file.path === path);
    return types.accepted.sort((a, b) => placeOf(a) - placeOf(b));
  }
}

interface FilesOfField {
  field: string;
  files: ReceivedFile[];
  limits: FieldFileLimits;
}

/** Returns the path of a file's errors: the field and, for several files, the index. */
const pathOf = ({ field, files }: FilesOfField, index: number): string => (files.length > 1 ? `${field}.${index}` : field);

function fieldLimitErrors(sent: FilesOfField): SubmissionError[] {
  const { field, files, limits } = sent;
  const { maxFiles, maxFileBytes: maxBytes } = limits;
  const tooLarge = files.flatMap(({ filename, size }, index): SubmissionError[] => {
    const message = `This file must have at most ${sizeText(maxBytes, 'en')}.`;
    const reason = { code: 'file_too_large', filename, maxBytes } as const;
    return size > maxBytes ? [{ path: pathOf(sent, index), message, reason }] : [];
  });
  if (files.length <= maxFiles) return tooLarge;
  const message = maxFiles === 1 ? 'This field must have one file only.' : `This field must have at most ${maxFiles} files.`;
  return [{ path: field, message, reason: { code: 'too_many_files', maxFiles } }, ...tooLarge];
}

const fileErrorForPages = ({ path, message, code, filename, accept }: FileError): SubmissionError => ({
  path,
  message,
  reason: code === 'file_type_not_accepted' ? { code, filename, accept: accept ?? [] } : { code, filename },
});
