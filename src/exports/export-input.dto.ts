import { applyDecorators } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import { nameInPath } from '../api/body/json-text.rules';
import type { FieldError } from '../api/errors/api-error';
import { IsZone, MayBeAbsent, textRule, ToBoolean } from '../api/validation/decorators.rules';
import { FIELD_NAME_PATTERN } from '../forms/definition/field.types';
import type { SubmissionFilter, SubmissionOrder } from '../submissions/submission-filter.types';
import { IsOrder, SearchFilterDto } from '../submissions/submission-input.dto';
import { CSV_ESCAPES, EXPORT_FORMATS, type CsvEscape, type ExportFormat, type Header, HEADERS, type TableOptions } from './export.types';

/** The text above the columns of a table. A schema has the default only where the member is always allowed: programs send defaults. */
export const IsHeader = (schema: { default?: Header } = {}) =>
  applyDecorators(ApiPropertyOptional({ enum: HEADERS, ...schema }), MayBeAbsent(), IsIn(HEADERS));

export const IsTimeZone = (schema: { default?: 'UTC' } = {}) =>
  applyDecorators(ApiPropertyOptional({ maxLength: 64, ...schema }), MayBeAbsent(), IsZone());

/** The handling of texts in a csv that a spreadsheet would take for formulas. */
export const IsCsvEscape = () => applyDecorators(ApiPropertyOptional({ enum: CSV_ESCAPES }), MayBeAbsent(), IsIn(CSV_ESCAPES));

/** A boolean in a query. */
export const IsFlag = (schema: { default?: boolean } = {}) =>
  applyDecorators(ApiPropertyOptional({ type: 'boolean', ...schema }), MayBeAbsent(), ToBoolean(), IsBoolean());

const AreColumns = () =>
  textRule(
    'areColumns',
    (text) => columnNamesError(text) === null,
    (value) => columnNamesError(String(value)) ?? '',
  );

/** The filters of an export, and the format of its file. */
export class ExportSubmissionsDto extends SearchFilterDto {
  /** `csv` and `xlsx` are tables; `ndjson` has a submission in the shape of the API on each line, and `zip` the files beside it. @example 'csv' */
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;

  /** The order of the submissions. */
  @IsOrder()
  order?: SubmissionOrder;

  /** Of csv and xlsx: the names of the columns in their order, with commas between them: `id`, `received_at`, `source`, `read_at`, `file_count`, `state`, `edited_at`, `other_fields`, and those of fields. By default all but `edited_at`, in csv without those of files. @example 'received_at,email' */
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
  @IsCsvEscape()
  escape?: CsvEscape;

  /** Of csv: true begins with a byte order mark, by which Excel knows UTF-8. */
  @IsFlag()
  bom?: boolean;

  /** Of ndjson: true ends with a line that has the number of submissions, and the SHA-256 of the bytes before it. */
  @IsFlag()
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

  static toTableOptions({ columns, header, time_zone: timeZone }: ExportSubmissionsDto): TableOptions {
    return { columns: columns === undefined ? null : columnNamesIn(columns), header, timeZone };
  }
}

const TABLES: readonly ExportFormat[] = ['csv', 'xlsx'];
const FORMATS_OF_MEMBER: Readonly<Record<'escape' | 'bom' | 'summary' | 'columns' | 'header' | 'time_zone', readonly ExportFormat[]>> = {
  ...{ escape: ['csv'], bom: ['csv'], summary: ['ndjson'] },
  ...{ columns: TABLES, header: TABLES, time_zone: TABLES },
};

/** The names of columns in a text with commas between them. */
const columnNamesIn = (text: string): string[] => text.split(',').map((name) => name.trim());

/** The mistake in the names of columns in a text, whatever form it is for; null for none. */
function columnNamesError(text: string): string | null {
  const names = columnNamesIn(text);
  const repeated = names.filter((name, index) => names.indexOf(name) < index);
  const impossible = names.filter((name) => !FIELD_NAME_PATTERN.test(name));
  if (names.includes('')) return 'must be the names of columns with commas between them';
  if (impossible.length > 0) return unknownColumns(impossible);
  return repeated.length > 0 ? `must not have ${listed(repeated)} more than once` : null;
}

/** The error of names that are none of a form's columns. */
export const unknownColumns = (names: readonly string[]): string =>
  `must name columns of every form or fields of this form; these are neither: ${listed(names)}`;

function listed(names: readonly string[]): string {
  const shown = [...new Set(names)].slice(0, MAX_LISTED).map((name) => JSON.stringify(nameInPath(name)));
  return shown.join(', ') + (names.length > MAX_LISTED ? ' …' : '');
}

const MAX_LISTED = 20;
