import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean } from 'class-validator';
import { IsSingleLine, MayBeAbsent, ToBoolean } from '../../api/validation/decorators.rules';
import type { ImportResult, NamedColumns, RefusedRow } from './import.types';

/** How a file is imported. */
export class ImportSubmissionsDto {
  /** Of csv: the column with the times at which the submissions were received, with their zone. Without it, a column `received_at` that is no field. */
  @ApiPropertyOptional({ name: 'column.received_at', minLength: 1, maxLength: 255, example: 'Timestamp' })
  @MayBeAbsent()
  @IsSingleLine(1, 255)
  'column.received_at'?: string;

  /** Of csv: the column with the ids that the submissions have at their source. Without it, a column `source_id` that is no field. */
  @ApiPropertyOptional({ name: 'column.source_id', minLength: 1, maxLength: 255, example: 'id' })
  @MayBeAbsent()
  @IsSingleLine(1, 255)
  'column.source_id'?: string;

  /** Tell what would be imported and refused, and store nothing. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  dry_run?: boolean;

  /** Mark the submissions as read. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  read?: boolean;

  static columnsOf(query: ImportSubmissionsDto): NamedColumns {
    return { receivedAt: query['column.received_at'], sourceId: query['column.source_id'] };
  }
}

/** A line of which nothing was stored. */
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

/** What became of the lines of a file. */
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

  static from({ imported, alreadyThere, refused, refusedCount }: ImportResult): ImportView {
    return { imported, already_there: alreadyThere, refused: refused.map((row) => RefusedLineView.from(row)), refused_count: refusedCount };
  }
}
