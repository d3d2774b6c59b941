import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn } from 'class-validator';
import type { FieldError } from '../api/errors/api-error';
import { MayBeAbsent, ToBoolean } from '../api/validation/decorators.rules';
import { SearchFilterDto } from '../submissions/submission-input.dto';
import { CSV_ESCAPES, EXPORT_FORMATS, type CsvEscape, type ExportFormat } from './export.types';

/** Which submissions are exported, and how they are written. */
export class ExportSubmissionsDto extends SearchFilterDto {
  /** `csv` and `xlsx` are tables; `ndjson` has a submission in the shape of the API on each line, and `zip` the files beside it. @example 'csv' */
  @ApiProperty({ enum: EXPORT_FORMATS })
  @IsIn(EXPORT_FORMATS)
  format: ExportFormat;

  /** Of csv: `spreadsheet` writes a `'` before texts that a spreadsheet would take for a formula. */
  @ApiPropertyOptional({ enum: CSV_ESCAPES, default: 'none' })
  @MayBeAbsent()
  @IsIn(CSV_ESCAPES)
  escape?: CsvEscape;

  /** Of csv: begin with a byte order mark, by which Excel knows UTF-8. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  bom?: boolean;

  /** Of ndjson: end with a line that has the number of submissions, and the SHA-256 of the bytes before it. */
  @ApiPropertyOptional({ type: 'boolean', default: false })
  @MayBeAbsent()
  @ToBoolean()
  @IsBoolean()
  summary?: boolean;

  override crossFieldErrors(): FieldError[] {
    const misplaced = Object.entries(FORMAT_OF_MEMBER).filter(
      ([member, format]) =>
        this[member as keyof typeof FORMAT_OF_MEMBER] !== undefined && EXPORT_FORMATS.includes(this.format) && this.format !== format,
    );
    const errors = misplaced.map(([path, format]) => ({
      path,
      message: `must be left out unless format is ${format}`,
    }));
    return [...super.crossFieldErrors(), ...errors];
  }
}

const FORMAT_OF_MEMBER = { escape: 'csv', bom: 'csv', summary: 'ndjson' } as const;
