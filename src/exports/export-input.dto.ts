import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import { IsZone, MayBeAbsent, textRule, ToBoolean } from '../api/validation/decorators.rules';
import type { SubmissionFilter, SubmissionOrder } from '../submissions/submission-filter.types';
import { IsOrder, SearchFilterDto } from '../submissions/submission-input.dto';
import { columnNamesError, columnNamesIn } from './column-names.rules';
import { CSV_ESCAPES, EXPORT_FORMATS, type CsvEscape, type ExportFormat, type Header, HEADERS, type TableLayout } from './export.types';

/**
 * The text above the columns of a table. A schema has the default only where the member is always allowed, since programs and Swagger UI
 * send defaults.
 */
export const IsHeader = (schema: { default?: Header } = {}) =>
  applyDecorators(ApiPropertyOptional({ enum: HEADERS, ...schema }), MayBeAbsent(), IsIn(HEADERS));

/** The zone of the times of a table. */
export const IsTimeZone = (schema: { default?: 'UTC' } = {}) =>
  applyDecorators(ApiPropertyOptional({ maxLength: 64, ...schema }), MayBeAbsent(), IsZone());

const AreColumns = () =>
  textRule(
    'areColumns',
    (text) => columnNamesError(text) === null,
    (value) => columnNamesError(String(value)) ?? '',
  );

/** Which submissions are exported, and how they are written. */
export class ExportSubmissionsDto extends SearchFilterDto {
  /** `csv` and `xlsx` are tables; `ndjson` has a submission in the shape of the API on each line, and `zip` the files beside it. @example 'csv' */
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;

  /** Which submissions come first. */
  @IsOrder()
  order?: SubmissionOrder;

  /** Of csv and xlsx: the names of the columns in their order, with commas between them: `id`, `received_at`, `source`, `read_at`, `file_count`, `state`, `other_fields`, and those of fields. By default all, in csv without those of files. @example 'received_at,email' */
  @ApiPropertyOptional({ pattern: '^[a-z][a-z0-9_]{0,63}( *, *[a-z][a-z0-9_]{0,63})*$' })
  @MayBeAbsent()
  @AreColumns()
  columns?: string;

  /** Of csv and xlsx: whether the names of fields (by default) or their labels stand above the columns. Where labels are the same, the name of the field stands behind them. */
  @IsHeader()
  header?: Header;

  /** Of csv and xlsx: the IANA time zone in which times are written, in csv with their offset. UTC by default. @example 'Europe/Berlin' */
  @IsTimeZone()
  time_zone?: string;

  /** Of csv: `spreadsheet` writes a `'` before texts that a spreadsheet would take for a formula, `none` (the default) does not. */
  @ApiPropertyOptional({ enum: CSV_ESCAPES })
  @MayBeAbsent()
  @IsIn(CSV_ESCAPES)
  escape?: CsvEscape;

  /** Of csv: true begins with a byte order mark, by which Excel knows UTF-8. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  bom?: boolean;

  /** Of ndjson: true ends with a line that has the number of submissions, and the SHA-256 of the bytes before it. */
  @ApiPropertyOptional({ type: 'boolean' })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  summary?: boolean;

  override crossFieldErrors(): FieldError[] {
    const misplaced = Object.entries(FORMATS_OF_MEMBER).filter(
      ([member, formats]) =>
        this[member as keyof typeof FORMATS_OF_MEMBER] !== undefined &&
        EXPORT_FORMATS.includes(this.format) &&
        !formats.includes(this.format),
    );
    const errors = misplaced.map(([path, formats]) => ({
      path,
      message: `must be left out unless format is ${formats.join(' or ')}`,
    }));
    return [...super.crossFieldErrors(), ...errors];
  }

  static override toFilter(query: ExportSubmissionsDto): SubmissionFilter {
    return { ...SearchFilterDto.toFilter(query), order: query.order };
  }

  static toLayout({ columns, header, time_zone: timeZone }: ExportSubmissionsDto): TableLayout {
    return { columns: columns === undefined ? null : columnNamesIn(columns), header, timeZone };
  }
}

const TABLES: readonly ExportFormat[] = ['csv', 'xlsx'];
const FORMATS_OF_MEMBER: Readonly<Record<'escape' | 'bom' | 'summary' | 'columns' | 'header' | 'time_zone', readonly ExportFormat[]>> = {
  ...{ escape: ['csv'], bom: ['csv'], summary: ['ndjson'] },
  ...{ columns: TABLES, header: TABLES, time_zone: TABLES },
};
