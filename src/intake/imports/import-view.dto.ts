import { ApiProperty } from '@nestjs/swagger';
import { wireOf } from '../../platform/text/wire.rules';
import { type ImportResult, REFUSAL_CODES, type RefusalCode, type RefusedGroup, type RefusedRow } from './import.types';

export class RefusedLineView {
  /** The physical line at which the record begins, from 1. @example 7 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 26_214_400 })
  line: number;

  /**
   * The kind of the reason: `invalid` for what the rules of the form or of the file refuse, `id_conflict` for an id that the file has with
   * different contents, `id_repeated` for one that it has again with the same content, `older_than_retention`, `erased`, or `duplicate` for a
   * value that only one submission may have.
   */
  @ApiProperty({ enum: REFUSAL_CODES, example: 'invalid' })
  code: RefusalCode;

  /** Sentences by the name of a field, `received_at` or `source_id`; under `body` for the line as a whole. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    example: { email: ['This field is required.'] },
  })
  errors: Record<string, string[]>;

  static from({ line, code, errors }: RefusedRow): RefusedLineView {
    const paths = [...new Set(errors.map(({ path }) => path))];
    const messagesOf = (of: string) => errors.filter(({ path }) => path === of).map(({ message }) => message);
    return { line, code, errors: Object.fromEntries(paths.map((path) => [path, messagesOf(path)])) };
  }
}

/** Lines that are refused for the same reason. */
export class RefusedGroupView {
  @ApiProperty({ enum: REFUSAL_CODES, example: 'invalid' })
  code: RefusalCode;

  /** The name of a field, `received_at` or `source_id`; `body` for the line as a whole. @example 'email' */
  @ApiProperty()
  field: string;

  /** @example 'This field is required.' */
  @ApiProperty()
  message: string;

  /** @example 217 */
  @ApiProperty({ type: 'integer', minimum: 1 })
  count: number;

  /** The first of them. @example [7, 9, 12] */
  @ApiProperty({ type: [Number], maxItems: 10 })
  lines: number[];

  static from({ code, field, message, count, lines }: RefusedGroup): RefusedGroupView {
    return { code, field, message, count, lines };
  }
}

/** The outcome of an import. Each row counts once: `imported`, `already_there` and `refused_count` together are the rows of the file. */
export class ImportView {
  /** Stored, or to be stored by a request without `dry_run`. @example 2 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  imported: number;

  /** Lines with a source id that was imported before this request. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  already_there: number;

  /** The first lines of which nothing was stored. */
  @ApiProperty({ type: [RefusedLineView], maxItems: 100 })
  refused: RefusedLineView[];

  /** All of them. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  refused_count: number;

  /** The reasons of all refused lines, the most frequent first. A line with several reasons counts in each of them. */
  @ApiProperty({ type: [RefusedGroupView], maxItems: 100 })
  refused_groups: RefusedGroupView[];

  /** Of the imported lines, those that the retention of the form deletes, as `keep_old=false` allows. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  will_be_deleted: number;

  /** The time from which on the retention of the form deletes, while a shorter one waits for it. Null when it deletes within the hour. */
  @ApiProperty({ type: 'string', format: 'date-time', nullable: true, example: null })
  deleted_from: string | null;

  /** The id by which the import can be undone for a day. Null if nothing was stored. */
  @ApiProperty({ type: 'string', format: 'uuid', nullable: true, example: '018f6d0c-7c1f-7d3a-9b41-2a6f5c8e1d20' })
  import_id: string | null;

  /** Of the imported lines, those with values that the rules of their fields refuse, as `validate=false` allows. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  not_validated: number;

  /** Of csv: the field, or `received_at` or `source_id`, of which a column has the values, by its header. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string' },
    example: { 'E-mail address': 'email', Timestamp: 'received_at' },
  })
  columns: Record<string, string>;

  /** The columns of csv, or the names of ndjson, that no field has. A column without a header but with values is `column 3`. */
  @ApiProperty({ type: [String], example: ['Score'] })
  unknown_columns: string[];

  /** Sentences about what may have gone wrong. */
  @ApiProperty({ type: [String], example: [] })
  warnings: string[];

  static from(result: ImportResult): ImportView {
    return {
      ...wireOf(result, 'imported', 'alreadyThere'),
      refused: result.refused.map((row) => RefusedLineView.from(row)),
      refused_groups: result.refusedGroups.map((group) => RefusedGroupView.from(group)),
      ...wireOf(
        result,
        'refusedCount',
        'notValidated',
        'willBeDeleted',
        'deletedFrom',
        'importId',
        'columns',
        'unknownColumns',
        'warnings',
      ),
    };
  }
}
