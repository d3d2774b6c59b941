import { ApiPropertyOptional } from '@nestjs/swagger';
import { IsIn, IsObject } from 'class-validator';
import { nameInPath } from '../../api/body/json-text.rules';
import type { FieldError } from '../../api/errors/api-error';
import { MayBeAbsent, textRule } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { IsCsvEscape, IsFlag, IsTimeZone } from '../../exports/export-input.dto';
import type { CsvEscape } from '../../exports/export.types';
import { CHARSETS, type Charset, type ImportOptions, type ImportType, UNKNOWN_VALUES, type UnknownHandling } from './import.types';

/** The longest header of a column: more does not fit into an address. */
const MAX_HEADER_LENGTH = 2_000;
const COLUMN = { minLength: 1, maxLength: MAX_HEADER_LENGTH };
const isHeader = (text: unknown): boolean => typeof text === 'string' && text.length >= 1 && text.length <= MAX_HEADER_LENGTH;
const NO_HEADER = `must have 1 to ${MAX_HEADER_LENGTH} characters`;
const IsHeader = () => textRule('isHeader', isHeader, NO_HEADER);

/** The options of an import. */
export class ImportSubmissionsDto implements CrossFieldValidated {
  /** Of csv: the header of the column with the times at which the submissions were received. Without it, a column `received_at` that is no field. */
  @ApiPropertyOptional({ name: 'column.received_at', ...COLUMN, example: 'Timestamp' })
  @MayBeAbsent()
  @IsHeader()
  'column.received_at'?: string;

  /** Of csv: the header of the column with the ids that the submissions have at their source. Without it, a column `source_id` that is no field. */
  @ApiPropertyOptional({ name: 'column.source_id', ...COLUMN, example: 'id' })
  @MayBeAbsent()
  @IsHeader()
  'column.source_id'?: string;

  /** Of csv, once for any field: the header of the column with its values, such as `column.email=E-mail address`. Without it, the column with the name or the label of the field. */
  @ApiPropertyOptional({ name: 'column.{field}', type: 'string', ...COLUMN })
  @MayBeAbsent()
  @IsObject()
  'column.{field}'?: object;

  /** The handling of values that no field has: `name` tells their names in `unknown_columns` and leaves them out, `keep` keeps them in `other_values`. */
  @ApiPropertyOptional({ enum: UNKNOWN_VALUES, default: 'name' })
  @MayBeAbsent()
  @IsIn(UNKNOWN_VALUES)
  unknown?: UnknownHandling;

  /** The encoding of a file without a byte order mark. */
  @ApiPropertyOptional({ enum: CHARSETS, default: 'utf-8' })
  @MayBeAbsent()
  @IsIn(CHARSETS)
  charset?: Charset;

  /** Of csv: `spreadsheet` takes away the `'` that an export with `escape=spreadsheet` has written before texts, `none` (the default) does not. */
  @IsCsvEscape()
  escape?: CsvEscape;

  /** Of csv: whether the day comes first in times and dates such as `1/2/2026`. Needed only for a file in which day and month could be either. */
  @IsFlag()
  day_first?: boolean;

  /** The IANA time zone of times without an offset. By default they are times of UTC, and abbreviations such as `EST` are refused. @example 'Europe/Berlin' */
  @IsTimeZone()
  time_zone?: string;

  /** `false` also stores rows with values that the rules of their fields refuse, if they have the type of the field. */
  @IsFlag({ default: true })
  validate?: boolean;

  /** Tell what would be imported and refused, and store nothing. */
  @IsFlag({ default: false })
  dry_run?: boolean;

  /** Mark the submissions as read. */
  @IsFlag({ default: false })
  read?: boolean;

  /** `false` also stores submissions that are older than the retention of the form keeps them. They are deleted within the hour, or once a retention that waits begins. */
  @IsFlag({ default: true })
  keep_old?: boolean;

  crossFieldErrors(): FieldError[] {
    const columns = Object.entries(this['column.{field}'] ?? {}) as [string, unknown][];
    return columns.flatMap(([field, header]) => (isHeader(header) ? [] : [{ path: `column.${nameInPath(field)}`, message: NO_HEADER }]));
  }

  /** The members that have a meaning for csv alone, as they were sent. */
  static ofCsvOnly(query: ImportSubmissionsDto): string[] {
    const others = (['escape', 'day_first'] as const).filter((member) => query[member] !== undefined);
    return [...[...columnsIn(query).keys()].map((field) => `column.${field}`), ...others];
  }

  static toOptions(query: ImportSubmissionsDto, type: ImportType): ImportOptions {
    return {
      type,
      columns: columnsIn(query),
      unknown: query.unknown ?? 'name',
      charset: query.charset ?? 'utf-8',
      escape: query.escape ?? 'none',
      times: { isDayFirst: query.day_first, timeZone: query.time_zone },
      isValidated: query.validate ?? true,
      isRead: query.read ?? false,
      isDryRun: query.dry_run ?? false,
      keepsOld: query.keep_old ?? true,
    };
  }
}

function columnsIn(query: ImportSubmissionsDto): Map<string, string> {
  const { 'column.received_at': receivedAt, 'column.source_id': sourceId, 'column.{field}': ofFields = {} } = query;
  const all: [string, unknown][] = Object.entries({ received_at: receivedAt, source_id: sourceId, ...ofFields });
  return new Map(all.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
