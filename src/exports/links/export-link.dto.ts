import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import { IsSingleLine, MayBeAbsent, MayBeNull, singleLineSchema, Trim } from '../../api/validation/decorators.rules';
import { wireOf } from '../../platform/text/wire.rules';
import { type SubmissionOrder, SUBMISSION_ORDERS } from '../../submissions/submission-filter.types';
import { IsOrder, SubmissionFilterDto } from '../../submissions/submission-input.dto';
import { IsHeader, IsTimeZone } from '../export-input.dto';
import { type Header, HEADERS } from '../export.types';
import type { ExportLink, ExportLinkOfForm } from './export-link.entity';
import type { LinkRequest } from './export-links.service';

const MIN_SECONDS = 3_600;
const MAX_SECONDS = 366 * 24 * 3_600;
const MAX_COLUMNS = 300;

/** A new export link. */
export class CreateExportLinkDto {
  /** For people who manage the links. @example 'Sales sheet' */
  @ApiProperty(singleLineSchema(1, 255))
  @Trim()
  @IsSingleLine(1, 255)
  name: string;

  /** For how many seconds the link opens: an hour to a year. @example 2592000 */
  @ApiProperty({ type: 'integer' })
  @IsInt()
  @Min(MIN_SECONDS)
  @Max(MAX_SECONDS)
  expires_in: number;

  /** The filters of the submissions that it serves, as those of the list. By default all accepted ones. */
  @MayBeAbsent()
  @Type(() => SubmissionFilterDto)
  @IsObject()
  @ValidateNested()
  filters?: SubmissionFilterDto;

  /** The names of columns of csv in their order; null for all. @example null */
  @ApiPropertyOptional({ type: [String], nullable: true, minItems: 1, maxItems: MAX_COLUMNS, uniqueItems: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsArray()
  @ArrayMinSize(1)
  @ArrayUnique()
  @ArrayMaxSize(MAX_COLUMNS) // decorators run bottom up, so this bounds the comparisons of ArrayUnique
  @IsString({ each: true })
  columns?: string[] | null;

  /** The texts above the columns: the names or the labels of fields. Where labels are the same, the name of the field stands behind them. */
  @IsHeader({ default: 'name' })
  header?: Header;

  /** The IANA time zone in which times are written, with their offset. @example 'Europe/Berlin' */
  @IsTimeZone({ default: 'UTC' })
  time_zone?: string;

  /** The order of the submissions; in either they are the newest 50,000. */
  @IsOrder()
  order?: SubmissionOrder;

  static toRequest(request: CreateExportLinkDto): LinkRequest {
    const { name, expires_in: lifetimeSeconds, filters, columns = null } = request;
    const { header = 'name', time_zone: timeZone = 'UTC', order: sortOrder = 'newest' } = request;
    return { name, lifetimeSeconds, filters: { ...filters }, columns, header, timeZone, sortOrder };
  }
}

/** A new export link with its address. */
export class CreatedExportLinkView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The name. @example 'Sales sheet' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** Shown only now. Whoever has it can read the submissions. @example 'https://forms.example.com/exports/AZqixF8OfDqdTgobLD1OX7m2Zk1q0v8h3sYt5rXw9uLcPbNaQeKdGf.csv' */
  @ApiProperty({ pattern: '^https?://' })
  url: string;

  /** The time until which it is valid. @example '2026-12-20T21:26:00.000Z' */
  expires_at: string;

  static from(link: ExportLink, url: string): CreatedExportLinkView {
    return { ...wireOf(link, 'id', 'name', 'expiresAt'), url };
  }
}

/** An export link that has not ended. */
export class ExportLinkView {
  /** The id. @example '019aa2c4-6a10-7b3c-8d4e-0a1b2c3d4e5f' */
  id: string;

  /** The name. @example 'Sales sheet' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** The filters of the list that it has. */
  @ApiProperty({ type: 'object', additionalProperties: true, example: { read_status: 'unread' } })
  filters: object;

  /** The columns in their order; null for all. */
  @ApiProperty({ type: [String], nullable: true, example: ['received_at', 'email'] })
  columns: string[] | null;

  /** The texts above the columns. @example 'name' */
  @ApiProperty({ enum: HEADERS })
  header: Header;

  /** The IANA time zone of its times. @example 'UTC' */
  @ApiProperty({ maxLength: 64 })
  time_zone: string;

  /** The order of the submissions. @example 'newest' */
  @ApiProperty({ enum: SUBMISSION_ORDERS })
  order: SubmissionOrder;

  /** The time at which it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** The time until which it is valid. @example '2026-12-20T21:26:00.000Z' */
  expires_at: string;

  /** The time at which it was read last; null before. @example '2026-11-20T21:26:00.000Z' */
  last_read_at: string | null;

  static from(link: ExportLink): ExportLinkView {
    const described = wireOf(link, 'id', 'name', 'filters', 'columns', 'header', 'timeZone', 'createdAt', 'expiresAt', 'lastReadAt');
    return { ...described, order: link.sortOrder };
  }
}

/** An export link in the list of those of all forms. */
export class ExportLinkOfFormView extends ExportLinkView {
  /** The id of the form. @example '019aa2c4-5f0e-7c3a-9d4e-0a1b2c3d4e5f' */
  form_id: string;

  /** @example 'Contact' */
  form_name: string;

  static of(link: ExportLinkOfForm): ExportLinkOfFormView {
    return { ...ExportLinkView.from(link), ...wireOf(link, 'formId', 'formName') };
  }
}
