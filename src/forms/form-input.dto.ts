import { PagedDto } from '../api/pagination/page.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { FieldDefinitionDto } from '../fields/field-input.dto';
import { duplicateNameFaults, MAX_FIELDS_PER_FORM } from '../fields/field.rules';
import type { FieldError } from '../api/errors/field-error.types';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { IsSingleLine, MayBeAbsent, message, singleLineSchema, Trim } from '../api/validation/decorators.rules';
import { FORM_STATUSES } from './form.entity';
import type { FormStatus } from './form.entity';
import type { FormChanges, NewForm } from './form.rules';
import type { FormFilter } from './forms.repository';
import { MAX_ALLOWED_ORIGINS, normalizedOrigins, originFaults } from './origin.rules';

/** The part of an origin's rules that a regular expression can express: scheme and host, or one of the two words. */
const ORIGIN_PATTERN = '^(?:\\*|null|[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]+/?)$';

const ORIGINS_SCHEMA = {
  type: 'array',
  maxItems: MAX_ALLOWED_ORIGINS,
  items: { type: 'string', maxLength: 255, pattern: ORIGIN_PATTERN },
  description:
    'Origins whose pages may submit, such as `https://example.com` or `https://*.example.com`; `*` for all. An empty list allows all as well, and also requests without an origin.',
  example: ['https://www.example.com'],
} as const;

/** A new form. It starts disabled. */
export class CreateFormDto implements CrossFieldValidated {
  /** Shown to people who manage the form. @example 'Contact' */
  @ApiProperty(singleLineSchema(1, 255))
  @Trim()
  @IsSingleLine(1, 255)
  name: string;

  @ApiPropertyOptional(ORIGINS_SCHEMA)
  @MayBeAbsent()
  @IsArray(message('must be a list of texts'))
  allowed_origins?: string[];

  /** True when values are checked against the fields. Otherwise they are stored as they are sent. */
  @IsBoolean()
  validate_fields: boolean;

  /** True when people are notified of new submissions. */
  @IsBoolean()
  notifications_enabled: boolean;

  /** At most 100, in their order. */
  @ApiPropertyOptional({ type: () => [FieldDefinitionDto], maxItems: MAX_FIELDS_PER_FORM })
  @MayBeAbsent()
  @ArrayMaxSize(MAX_FIELDS_PER_FORM)
  @IsArray(message('must be a list of fields'))
  @ValidateNested({ each: true })
  @Type(() => FieldDefinitionDto)
  fields?: FieldDefinitionDto[];

  crossFieldErrors(): FieldError[] {
    return [...allowedOriginErrors(this.allowed_origins), ...repeatedNameErrors(this.fields)];
  }

  static toNewForm(input: CreateFormDto): NewForm {
    return {
      name: input.name,
      allowedOrigins: normalizedOrigins(input.allowed_origins ?? []),
      validateFields: input.validate_fields,
      notificationsEnabled: input.notifications_enabled,
      fields: (input.fields ?? []).map((field) => FieldDefinitionDto.toDefinition(field)),
    };
  }
}

/** Changes to a form; what is left out stays as it is. */
export class UpdateFormDto implements CrossFieldValidated {
  /** Shown to people who manage the form. @example 'Contact' */
  @ApiPropertyOptional(singleLineSchema(1, 255))
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(1, 255)
  name?: string;

  /** `enabled` opens the form for submissions, `disabled` closes it. */
  @MayBeAbsent()
  @IsIn(FORM_STATUSES)
  status?: FormStatus;

  @ApiPropertyOptional(ORIGINS_SCHEMA)
  @MayBeAbsent()
  @IsArray(message('must be a list of texts'))
  allowed_origins?: string[];

  /** True when values are checked against the fields. */
  @MayBeAbsent()
  @IsBoolean()
  validate_fields?: boolean;

  /** True when people are notified of new submissions. */
  @MayBeAbsent()
  @IsBoolean()
  notifications_enabled?: boolean;

  crossFieldErrors(): FieldError[] {
    return allowedOriginErrors(this.allowed_origins);
  }

  /** The changes that were sent. */
  static toChanges(input: UpdateFormDto): FormChanges {
    const changes: FormChanges = {
      name: input.name,
      status: input.status,
      allowedOrigins: input.allowed_origins && normalizedOrigins(input.allowed_origins),
      validateFields: input.validate_fields,
      notificationsEnabled: input.notifications_enabled,
    };
    return Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  }
}

/** The rotation of a submission token. */
export class RotateSubmissionTokenDto {
  /** For how many seconds the replaced token is still accepted. 0 ends it at once, and every earlier token with it. */
  @ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: 604_800, default: 86_400 })
  @MayBeAbsent()
  @IsInt()
  @Min(0)
  @Max(604_800)
  overlap_seconds?: number;

  static toOverlapSeconds(input: RotateSubmissionTokenDto | undefined): number {
    return input?.overlap_seconds ?? 86_400;
  }
}

/** The query of the list of forms. */
export class ListFormsDto extends PagedDto {
  /** Only forms with this status. */
  @MayBeAbsent()
  @IsIn(FORM_STATUSES)
  status?: FormStatus;

  /** Only forms whose name has this text in it, whatever its case. */
  @ApiPropertyOptional(singleLineSchema(0, 100))
  @MayBeAbsent()
  @Trim()
  @IsSingleLine(0, 100)
  search?: string;

  static toFilter({ status, search }: ListFormsDto): FormFilter {
    return { status, search: search || undefined };
  }
}

function allowedOriginErrors(entries: unknown): FieldError[] {
  if (!Array.isArray(entries)) return [];
  const typeErrors = entries.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : [{ path: `allowed_origins.${index}`, message: 'must be a text' }],
  );
  return typeErrors.length > 0 ? typeErrors : originFaults(entries as string[]);
}

/** Names are unique among the fields of a form, which the check of a single field cannot see. */
function repeatedNameErrors(fields: unknown): FieldError[] {
  return Array.isArray(fields)
    ? duplicateNameFaults(fields.map((field: Partial<FieldDefinitionDto> | null) => field?.name))
    : [];
}
