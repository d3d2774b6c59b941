import { PagedDto } from '../api/pagination/page.dto';
import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsBoolean, IsIn, ValidateNested } from 'class-validator';
import { FieldDefinitionDto } from './definition/field-input.dto';
import type { FieldDefinition } from './definition/field.types';
import { duplicateNameErrors, MAX_FIELDS_PER_FORM } from './definition/field.rules';
import type { FieldError } from '../api/errors/api-error';
import type { CrossFieldValidated, ReadOnlyMembers } from '../api/validation/validate-dto.rules';
import {
  IsSearchText,
  IsSingleLine,
  MayBeAbsent,
  message,
  OverlapSeconds,
  singleLineSchema,
  Trim,
} from '../api/validation/decorators.rules';
import { OVERLAP_SECONDS } from '../platform/crypto/digests.rules';
import { FORM_STATUSES, type FormStatus } from './form.entity';
import type { FormChanges, NewForm } from './form.rules';
import type { CreatedFormView } from './form-view.dto';
import type { FormFilter } from './forms.repository';
import { MAX_ALLOWED_ORIGINS, normalizedOrigins, originErrors } from './origin.rules';

/** The part of the rules for origins that a regular expression can express: a scheme and a host, `*` or `null`. */
const ORIGIN_PATTERN = '^(?:\\*|null|[Hh][Tt][Tt][Pp][Ss]?://[^/?#@\\\\\\s]+/?|[a-z][a-z0-9+.-]*://[a-z0-9.:_-]+)$';

export const ORIGINS_SCHEMA = {
  type: 'array',
  maxItems: MAX_ALLOWED_ORIGINS,
  items: { type: 'string', maxLength: 255, pattern: ORIGIN_PATTERN },
  description:
    'Origins whose pages may submit, such as `https://example.com` or `https://*.example.com`, and of apps, such as `capacitor://localhost`, exactly and in lower case; `*` for all. An empty list allows all as well, and also requests without an origin.',
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
    const names = Array.isArray(this.fields) ? this.fields.map((field: Partial<FieldDefinitionDto> | null) => field?.name) : [];
    return [...originErrors(this.allowed_origins), ...duplicateNameErrors(names)];
  }

  /** The members of the fields that the limits for files depend on. The input may have other errors. */
  static typesAndOptions({ fields }: CreateFormDto): Pick<FieldDefinition, 'type' | 'options'>[] {
    const sent: (FieldDefinitionDto | null)[] = Array.isArray(fields) ? fields : [];
    return sent.map((field) => ({ type: field?.type ?? 'string', options: field?.options ?? null }));
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
  static readonly readOnly: ReadOnlyMembers<CreatedFormView, UpdateFormDto> = {
    ...{ id: true, endpoint_url: true, submission_endpoint: true, submission_token: true },
    ...{ delivery_channel_types: true, revision: true, fields: true, field_count: true },
    ...{ submissions_count: true, unread_count: true, latest_submission_at: true, stored_bytes: true, availability: true },
    ...{ created_at: true, updated_at: true },
  };

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
    return originErrors(this.allowed_origins);
  }

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
  @OverlapSeconds()
  overlap_seconds?: number;

  static toOverlapSeconds(input: RotateSubmissionTokenDto | undefined): number {
    return input?.overlap_seconds ?? OVERLAP_SECONDS.default;
  }
}

/** The query of the list of forms. */
export class ListFormsDto extends PagedDto {
  /** Only forms with this status. */
  @MayBeAbsent()
  @IsIn(FORM_STATUSES)
  status?: FormStatus;

  /** Only forms whose name has this text in it, whatever its case. */
  @ApiPropertyOptional({ maxLength: 100 })
  @MayBeAbsent()
  @IsSearchText(0, 100)
  search?: string;

  static toFilter({ status, search }: ListFormsDto): FormFilter {
    return { status, search: search || undefined };
  }
}
