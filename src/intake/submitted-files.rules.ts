import { fieldFileLimits, type FieldFileLimits, type FileLimits } from '../fields/file-options.rules';
import type { FieldOptions } from '../forms/definition/field.types';
import type { FileError } from '../files/file-check.service';
import type { ReceivedFile } from '../files/submission-file.entity';
import { sizeText } from '../platform/text/size.rules';
import type { SubmissionError } from '../fields/values/submission-error.rules';

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
export const pathOf = ({ field, files }: FilesOfField, index: number): string => (files.length > 1 ? `${field}.${index}` : field);

/** The errors of a field whose own limits are exceeded. */
export function fieldLimitErrors(sent: FilesOfField): SubmissionError[] {
  const { field, files, limits } = sent;
  const { maxFiles, maxFileBytes: maxBytes } = limits;
  const tooLarge = files.flatMap(({ filename, size }, index): SubmissionError[] => {
    const message = `This file must have at most ${sizeText(maxBytes, 'en')}.`;
    const reason = { code: 'file_too_large', filename, maxBytes } as const;
    return size > maxBytes ? [{ path: pathOf(sent, index), message, reason }] : [];
  });
  if (files.length <= maxFiles) return tooLarge;
  const reason = { code: 'too_many_files', maxFiles } as const;
  return [
    {
      path: field,
      message: maxFiles === 1 ? 'This field must have one file only.' : `This field must have at most ${maxFiles} files.`,
      reason,
    },
    ...tooLarge,
  ];
}

/** The error of a file for pages too. */
export const fileErrorForPages = ({ path, message, code, filename, accept }: FileError): SubmissionError => ({
  path,
  message,
  reason: code === 'file_type_not_accepted' ? { code, filename, accept: accept ?? [] } : { code, filename },
});
