import { ApiPropertyOptional } from '@nestjs/swagger';
import type { Receipt } from '../submissions/submission-writer.types';

/** Further members of an answer; null for none. */
interface ReceiptAdditions {
  next?: URL | null;
  confirmationText?: string | null;
}

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

  /** `pending`: a mail asks the visitor to confirm the address. Absent when no mail does; the same in a replay. @example 'pending' */
  @ApiPropertyOptional({ enum: ['pending'] })
  confirmation?: 'pending';

  /** A sentence for the visitor about this mail, in English, German, French or Spanish by `Accept-Language`. Absent for clients with a token. @example 'An e-mail is on its way to you. Please open its link to confirm your address.' */
  @ApiPropertyOptional()
  confirmation_text?: string;

  /** The address to which the page may take its visitor now: `_redirect`, or else the one of the form's settings; absent when there is none. Its origin is among the allowed origins. @example 'https://www.example.com/thanks' */
  next?: string;

  static from(formId: string, receipt: Receipt, { next = null, confirmationText = null }: ReceiptAdditions = {}): ReceiptView {
    return {
      id: receipt.id,
      form_id: formId,
      received_at: receipt.receivedAt.toISOString(),
      has_files: receipt.fileCount > 0,
      file_count: receipt.fileCount,
      ...(receipt.ignoredFields.length > 0 && { ignored_fields: receipt.ignoredFields }),
      ...(receipt.asksConfirmation && { confirmation: 'pending' }),
      ...(receipt.asksConfirmation && confirmationText !== null && { confirmation_text: confirmationText }),
      ...(next && { next: next.href }),
    };
  }
}
