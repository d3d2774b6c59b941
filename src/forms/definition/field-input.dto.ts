import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { IsBoolean, IsIn, Matches } from 'class-validator';
import type { ValidationArguments } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import type { CrossFieldValidated, ReadOnlyMembers } from '../../api/validation/validate-dto.rules';
import { IsSingleLine, MayBeAbsent, MayBeNull, singleLineSchema, TrimToNull } from '../../api/validation/decorators.rules';
import { normalizedOptions, optionErrors } from './field-options.rules';
import { presetErrors } from './field.rules';
import type { FieldView } from './field-view.dto';
import { FIELD_NAME_PATTERN, FIELD_TYPES, PRESET_VALUES } from './field.types';
import type { FieldDefinition, FieldOptions, FieldType, Preset } from './field.types';

const OPTIONS_SCHEMA = {
  description:
    'A list of texts (up to 200), which are the allowed values of a `string` or `array` field and mean nothing to the service in other fields; or an object (at most 8 KiB) that is kept as it is. Options are stored without white space at their ends and with single blanks, and an empty list is the same as null. In the object of a `file` field, `max_files`, `max_bytes` and `accept` (extensions such as `.pdf`, and media types such as `image/png` or `image/*`) narrow what the service accepts.',
  oneOf: [
    { type: 'array', items: { type: 'string', minLength: 1, maxLength: 255 }, maxItems: 200, uniqueItems: true },
    { type: 'object', additionalProperties: true },
  ],
};

/** White space around a name is refused and not trimmed, since a page that posts such a name would never fill the field. */
const NAME_RULE = {
  message: ({ value }: ValidationArguments) =>
    typeof value === 'string' && FIELD_NAME_PATTERN.test(value.trim())
      ? 'must not have white space around it'
      : 'must begin with a lower-case letter and have at most 64 lower-case letters, digits and underscores',
};

/** The optional traits of a field, which null removes. */
class FieldTraitsDto {
  /** The label that people read; null for none. @example 'Your e-mail address' */
  @ApiPropertyOptional(singleLineSchema(0, 255))
  @MayBeAbsent()
  @TrimToNull()
  @MayBeNull()
  @IsSingleLine(0, 255)
  label?: string | null;

  @ApiPropertyOptional(OPTIONS_SCHEMA)
  @MayBeAbsent()
  options?: FieldOptions | null;

  /** A validation preset that fits the type; null for none. */
  @ApiPropertyOptional({ nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @IsIn(PRESET_VALUES)
  validation?: Preset | null;
}

/** The members of every new field. */
class NewFieldDto extends FieldTraitsDto implements CrossFieldValidated {
  /** The name under which values are sent. @example 'email' */
  @ApiProperty({ pattern: FIELD_NAME_PATTERN.source })
  @Matches(FIELD_NAME_PATTERN, NAME_RULE)
  name: string;

  /** The kind of value that the field takes. */
  @IsIn(FIELD_TYPES)
  type: FieldType;

  crossFieldErrors(): FieldError[] {
    return [...optionErrors(this.options, 'options'), ...presetErrors(this.type, this.validation, 'validation')];
  }
}

/** A field of a form that is being created. */
export class FieldDefinitionDto extends NewFieldDto {
  /** True when a submission needs a value; false by default. */
  @MayBeAbsent()
  @IsBoolean()
  required?: boolean;

  static toDefinition(input: FieldDefinitionDto): FieldDefinition {
    return {
      name: input.name,
      label: input.label ?? null,
      type: input.type,
      required: input.required ?? false,
      options: normalizedOptions(input.options ?? null),
      validation: input.validation ?? null,
    };
  }
}

/** A field for a form that exists: as in a new form. */
export class CreateFieldDto extends FieldDefinitionDto {}

/** Changes to a field; what is left out stays as it is. */
export class UpdateFieldDto extends FieldTraitsDto implements CrossFieldValidated {
  static readonly readOnly: ReadOnlyMembers<FieldView, UpdateFieldDto> = { id: true, position: true, created_at: true, updated_at: true };

  /** Fixed once the form has been enabled or has received a submission. */
  @ApiPropertyOptional({ pattern: FIELD_NAME_PATTERN.source })
  @MayBeAbsent()
  @Matches(FIELD_NAME_PATTERN, NAME_RULE)
  name?: string;

  /** Fixed once the form has been enabled or has received a submission. */
  @MayBeAbsent()
  @IsIn(FIELD_TYPES)
  type?: FieldType;

  /** True when a submission needs a value. */
  @MayBeAbsent()
  @IsBoolean()
  required?: boolean;

  crossFieldErrors(): FieldError[] {
    return optionErrors(this.options, 'options');
  }
}
