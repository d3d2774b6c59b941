import type { FieldError } from '../api/errors/field-error.types';
import { fieldFileLimits, type FieldFileLimits, type FileLimits } from '../fields/file-options.rules';
import type { FieldOptions } from '../fields/field.types';
import type { ReceivedFile } from '../submissions/files/submission-file.types';

/** The received files of one field, and what the field takes. */
export interface FilesOfField {
  field: string;
  files: ReceivedFile[];
  limits: FieldFileLimits;
}

/** The files that are to be stored, by field. `options` holds those of fields of type `file` that are validated. */
export function filesByField(
  received: readonly ReceivedFile[],
  fileFields: readonly string[],
  options: ReadonlyMap<string, FieldOptions | null>,
  limits: FileLimits,
): FilesOfField[] {
  return fileFields.map((field) => ({
    field,
    files: received.filter((file) => file.field === field),
    limits: fieldFileLimits(options.get(field) ?? null, limits),
  }));
}

/** The path of the errors of one file: the field, and the place among several files. */
export const pathOf = ({ field, files }: FilesOfField, index: number): string =>
  files.length > 1 ? `${field}.${index}` : field;

/** The errors of a field whose own limits are exceeded. */
export function fieldLimitErrors(of: FilesOfField): FieldError[] {
  const { field, files, limits } = of;
  const tooLarge = files.flatMap(({ size }, index) =>
    size > limits.maxFileBytes
      ? [{ path: pathOf(of, index), message: `must be a file of at most ${limits.maxFileBytes} bytes` }]
      : [],
  );
  if (files.length <= limits.maxFiles) return tooLarge;
  return [{ path: field, message: `must have at most ${limits.maxFiles} files` }, ...tooLarge];
}
