import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { FieldError } from '../api/errors/field-error.types';
import type { CrossFieldValidated } from '../api/validation/validate-dto.rules';
import {
  MayBeAbsent,
  MayBeNull,
  OneOf,
  message,
  SingleLine,
  Trimmed,
  TrimmedOrNull,
  TrueOrFalse,
} from '../api/validation/decorators.rules';
import { optionFaults } from './field-options.rules';
import { presetFaults } from './field.rules';
import { FIELD_NAME_PATTERN, FIELD_TYPES, PRESET_VALUES } from './field.types';
import type { FieldDefinition, FieldOptions, FieldType, Preset } from './field.types';

const OPTIONS_SCHEMA = {
  description: 'A list of allowed values (at most 200), or an object (at most 8 KiB) that is kept as it is.',
  oneOf: [
    { type: 'array', items: { type: 'string', maxLength: 255 }, maxItems: 200 },
    { type: 'object', nullable: true, additionalProperties: true },
  ],
};
const NAME_RULE = message(
  'must begin with a lower-case letter and have at most 64 lower-case letters, digits and underscores',
);

/** What a field may be given and lose again. */
class FieldTraitsDto {
  /** What people read; null for none. @example 'Your e-mail address' */
  @MayBeAbsent()
  @TrimmedOrNull()
  @MayBeNull()
  @SingleLine(255)
  label?: string | null;

  @ApiPropertyOptional(OPTIONS_SCHEMA)
  @MayBeAbsent()
  options?: FieldOptions | null;

  /** A validation preset that fits the type; null for none. */
  @ApiPropertyOptional({ enum: PRESET_VALUES, nullable: true })
  @MayBeAbsent()
  @MayBeNull()
  @OneOf(PRESET_VALUES)
  validation?: Preset | null;
}

/** What every new field is told of. */
class NewFieldDto extends FieldTraitsDto implements CrossFieldValidated {
  /** The name under which values are sent. @example 'email' */
  @Trimmed()
  @Matches(FIELD_NAME_PATTERN, NAME_RULE)
  name: string;

  @ApiProperty({ enum: FIELD_TYPES })
  @OneOf(FIELD_TYPES)
  type: FieldType;

  crossFieldErrors(): FieldError[] {
    return [...optionFaults(this.options, 'options'), ...knownPresetFaults(this.type, this.validation)];
  }
}

/** A field of a form that is being created. */
export class FieldDefinitionDto extends NewFieldDto {
  /** Whether a submission needs a value; false when left out. */
  @MayBeAbsent()
  @TrueOrFalse()
  required?: boolean;

  static toDefinition(input: FieldDefinitionDto): FieldDefinition {
    return {
      name: input.name,
      label: input.label ?? null,
      type: input.type,
      required: input.required ?? false,
      options: input.options ?? null,
      validation: input.validation ?? null,
    };
  }
}

/** A field for a form that exists: the same, but whether it is required must be said. */
export class CreateFieldDto extends NewFieldDto {
  /** Whether a submission needs a value. */
  @TrueOrFalse()
  required: boolean;
}

/** Changes to a field; what is left out stays as it is. */
export class UpdateFieldDto extends FieldTraitsDto implements CrossFieldValidated {
  /** Fixed once the form has been enabled or has received a submission. */
  @MayBeAbsent()
  @Trimmed()
  @Matches(FIELD_NAME_PATTERN, NAME_RULE)
  name?: string;

  /** Fixed once the form has been enabled or has received a submission. */
  @ApiPropertyOptional({ enum: FIELD_TYPES })
  @MayBeAbsent()
  @OneOf(FIELD_TYPES)
  type?: FieldType;

  /** Whether a submission needs a value. */
  @MayBeAbsent()
  @TrueOrFalse()
  required?: boolean;

  crossFieldErrors(): FieldError[] {
    return optionFaults(this.options, 'options');
  }
}

/** Only asked when both are what they should be; otherwise the decorators have spoken. */
function knownPresetFaults(type: FieldType, preset: Preset | null | undefined): FieldError[] {
  const areKnown = FIELD_TYPES.includes(type) && preset != null && PRESET_VALUES.includes(preset);
  return areKnown ? presetFaults(type, preset, 'validation') : [];
}
