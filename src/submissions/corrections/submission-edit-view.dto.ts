import { ApiProperty } from '@nestjs/swagger';
import { changedNames, type Values } from './correction.rules';
import type { SubmissionEditEntity } from './submission-edit.entity';

/** A correction of a submission. */
export class SubmissionEditView {
  /** 1 for the first correction, and so on. @example 1 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 50 })
  number: number;

  /** The values of the changed fields before, by field name; null for a field that had none. @example { email: 'ada@exmaple.com' } */
  @ApiProperty({ type: 'object', additionalProperties: true })
  before: Record<string, unknown>;

  /** The values of the same fields after; null for a field that has none any more. @example { email: 'ada@example.com' } */
  @ApiProperty({ type: 'object', additionalProperties: true })
  after: Record<string, unknown>;

  /** The time of the correction. @example '2026-11-20T21:26:00.000Z' */
  @ApiProperty({ type: 'string', format: 'date-time' })
  edited_at: string;

  /** The id of the key with which it was made. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  @ApiProperty({ format: 'uuid' })
  edited_by: string;

  /** The name that the key had. @example 'Office' */
  @ApiProperty({ maxLength: 255 })
  key_name: string;

  static from(edit: SubmissionEditEntity): SubmissionEditView {
    const names = changedNames(edit);
    return {
      number: edit.number,
      before: valuesAt(names, edit.before),
      after: valuesAt(names, edit.after),
      edited_at: edit.editedAt.toISOString(),
      edited_by: edit.apiKeyId,
      key_name: edit.keyName,
    };
  }
}

const valuesAt = (names: readonly string[], values: Values): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, Object.hasOwn(values, name) ? values[name] : null]));
