import { PagedDto } from '../api/pagination/page.dto';
import { ArrayMaxSize, IsArray } from 'class-validator';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { FieldDefinitionDto } from '../fields/field-input.dto';
import { duplicateNameFaults, MAX_FIELDS_PER_FORM } from '../fields/field.rules';
import type { FieldError } from '../api/errors/field-error.types';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import { ListOf } from '../api/validation/validate-dto.rules';
import { MayBeAbsent, OneOf, message, SingleLine, Trimmed, TrueOrFalse } from '../api/validation/decorators.rules';
import { FORM_STATUSES } from './form.entity';
import type { FormStatus } from './form.entity';
import type { FormChanges, NewForm } from './form.rules';
import type { FormFilter } from './forms.repository';
import { MAX_ALLOWED_ORIGINS, normalizedOrigins, originFaults } from './origin.rules';

const ORIGINS_SCHEMA = {
  type: 'array',
  maxItems: MAX_ALLOWED_ORIGINS,
  items: { type: 'string', maxLength: 255 },
  description:
    'Origins whose pages may submit, such as `https://example.com` or `https://*.example.com`; `*` for all. An empty list allows all as well, and also requests without an origin.',
  example: ['https://www.example.com'],
} as const;

/** A new form. It starts disabled. */
export class CreateFormDto implements CrossFieldValidated {
  /** Shown to people who manage the form. @example 'Contact' */
  @Trimmed()
  @SingleLine(255, 1)
  name: string;

  @ApiPropertyOptional(ORIGINS_SCHEMA)
  @MayBeAbsent()
  allowed_origins?: string[];

  /** Whether values are checked against the fields. Otherwise they are stored as they are sent. */
  @TrueOrFalse()
  validate_fields: boolean;

  /** Whether people are told of new submissions. */
  @TrueOrFalse()
  notifications_enabled: boolean;

  /** At most 100, in their order. */
  @MayBeAbsent()
  @ArrayMaxSize(MAX_FIELDS_PER_FORM, message(`must have at most ${MAX_FIELDS_PER_FORM} entries`))
  @IsArray(message('must be a list of fields'))
  @ListOf(FieldDefinitionDto)
  fields?: FieldDefinitionDto[];

  crossFieldErrors(): FieldError[] {
    return [...allowedOriginFaults(this.allowed_origins), ...repeatedNameFaults(this.fields)];
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
  @MayBeAbsent()
  @Trimmed()
  @SingleLine(255, 1)
  name?: string;

  /** `enabled` opens the form for submissions, `disabled` closes it. */
  @ApiPropertyOptional({ enum: FORM_STATUSES })
  @MayBeAbsent()
  @OneOf(FORM_STATUSES)
  status?: FormStatus;

  @ApiPropertyOptional(ORIGINS_SCHEMA)
  @MayBeAbsent()
  allowed_origins?: string[];

  /** Whether values are checked against the fields. */
  @MayBeAbsent()
  @TrueOrFalse()
  validate_fields?: boolean;

  /** Whether people are told of new submissions. */
  @MayBeAbsent()
  @TrueOrFalse()
  notifications_enabled?: boolean;

  crossFieldErrors(): FieldError[] {
    return allowedOriginFaults(this.allowed_origins);
  }

  /** Only what was sent. */
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

/** Which forms to list. */
export class ListFormsDto extends PagedDto {
  /** Only forms with this status. */
  @ApiPropertyOptional({ enum: FORM_STATUSES })
  @MayBeAbsent()
  @OneOf(FORM_STATUSES)
  status?: FormStatus;

  /** Only forms whose name has this text in it, whatever its case. */
  @ApiPropertyOptional({ maxLength: 100 })
  @MayBeAbsent()
  @Trimmed()
  @SingleLine(100)
  search?: string;

  static toFilter({ status, search }: ListFormsDto): FormFilter {
    return { status, search: search || undefined };
  }
}

function allowedOriginFaults(entries: unknown): FieldError[] {
  if (entries === undefined) return [];
  if (!Array.isArray(entries)) return [{ path: 'allowed_origins', message: 'must be a list of texts' }];
  const strangers = entries.flatMap((entry, index) =>
    typeof entry === 'string' ? [] : [{ path: `allowed_origins.${index}`, message: 'must be a text' }],
  );
  return strangers.length > 0 ? strangers : originFaults(entries as string[]);
}

/** Each field is checked alone; this rule needs the others. */
function repeatedNameFaults(fields: unknown): FieldError[] {
  return Array.isArray(fields) ? duplicateNameFaults(fields.map(({ name }: Partial<FieldDefinitionDto>) => name)) : [];
}
