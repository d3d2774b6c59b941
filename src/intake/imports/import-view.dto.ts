import { ApiProperty } from '@nestjs/swagger';
import { wireOf } from '../../platform/text/wire.rules';
import type { ImportResult, RefusedRow } from './import.types';

export class RefusedLineView {
  /** The physical line at which the record begins, from 1. @example 7 */
  @ApiProperty({ type: 'integer', minimum: 1, maximum: 26_214_400 })
  line: number;

  /** Sentences by the name of a field, `received_at` or `source_id`; under `body` for the line as a whole. */
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    example: { email: ['This field is required.'] },
  })
  errors: Record<string, string[]>;

  static from({ line, errors }: RefusedRow): RefusedLineView {
    const paths = [...new Set(errors.map(({ path }) => path))];
    const messagesOf = (of: string) => errors.filter(({ path }) => path === of).map(({ message }) => message);
    return { line, errors: Object.fromEntries(paths.map((path) => [path, messagesOf(path)])) };
  }
}

/** The outcome of an import. */
export class ImportView {
  /** Stored, or to be stored by a request without `dry_run`. @example 2 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  imported: number;

  /** Lines with a source id that was imported before. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  already_there: number;

  /** The first lines of which nothing was stored. */
  @ApiProperty({ type: [RefusedLineView], maxItems: 100 })
  refused: RefusedLineView[];

  /** All of them. @example 0 */
  @ApiProperty({ type: 'integer', minimum: 0 })
  refused_count: number;

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
      ...wireOf(result, 'refusedCount', 'notValidated', 'columns', 'unknownColumns', 'warnings'),
    };
  }
}
