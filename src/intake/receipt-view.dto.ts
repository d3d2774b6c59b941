import type { Receipt } from '../submissions/submission-writer.types';

/** The confirmation of a stored submission. */
export class ReceiptView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** The time at which it was received. @example '2026-11-20T21:26:00.000Z' */
  received_at: string;

  /** True when there are files. @example false */
  has_files: boolean;

  /** The number of files. @example 0 */
  file_count: number;

  /** Names that no field of the form has, whether their values were kept or dropped; absent when there were none. @example ['utm_source'] */
  ignored_fields?: string[];

  /** The address to which the page may take its visitor now: `_redirect`, or else the one of the form's settings; absent when there is none. Its origin is among the allowed origins. @example 'https://www.example.com/thanks' */
  next?: string;

  static from(formId: string, receipt: Receipt, next: URL | null = null): ReceiptView {
    return {
      id: receipt.id,
      form_id: formId,
      received_at: receipt.receivedAt.toISOString(),
      has_files: receipt.fileCount > 0,
      file_count: receipt.fileCount,
      ...(receipt.ignoredFields.length > 0 && { ignored_fields: receipt.ignoredFields }),
      ...(next && { next: next.href }),
    };
  }
}
