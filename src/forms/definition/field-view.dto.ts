import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { wireOf } from '../../platform/text/wire.rules';
import type { FieldEntity } from './field.entity';
import { FieldUseView, useSentence } from './field-use.dto';
import { FIELD_TYPES, type FieldOptions, type FieldType, type Preset, PRESET_VALUES } from './field.types';
import type { PresetRule } from './preset.rules';

/** The validation of a field's values beyond their type. */
export class FieldValidationView {
  /** `preset`; fields that were imported from an older system may have `custom`, which checks nothing. @example 'preset' */
  kind: 'preset' | 'custom';

  /** The validation preset. @example 'email' */
  @ApiProperty({ enum: PRESET_VALUES, nullable: true })
  preset: Preset | null;
}

export class FieldView {
  /** A whole number in text. @example '1' */
  @ApiProperty({ pattern: '^[0-9]+$', maxLength: 19 })
  id: string;

  /** The name under which values are sent. @example 'email' */
  @ApiProperty({ maxLength: 255 })
  name: string;

  /** Shown to visitors. @example 'Your e-mail address' */
  @ApiProperty({ maxLength: 255 })
  label: string | null;

  /** The type. @example 'string' */
  @ApiProperty({ enum: FIELD_TYPES })
  type: FieldType;

  /** True when a submission needs a value. @example true */
  required: boolean;

  /** A list names the allowed values; an object is kept as it was sent. */
  @ApiProperty({
    example: null,
    oneOf: [
      { type: 'array', items: { type: 'string' } },
      { type: 'object', additionalProperties: true },
    ],
  })
  options: FieldOptions | null;

  /** The validation beyond the type; null for none. */
  @ApiProperty({ type: FieldValidationView, nullable: true })
  validation: FieldValidationView | null;

  /** The place in the form, from zero. @example 0 */
  position: number;

  /** The time when it was created. @example '2026-11-20T21:26:00.000Z' */
  created_at: string;

  /** The time when it was last changed. @example '2026-11-20T21:26:00.000Z' */
  updated_at: string;

  static from(field: FieldEntity): FieldView {
    return {
      ...wireOf(field, 'id', 'name', 'label', 'type', 'required', 'options', 'position', 'createdAt', 'updatedAt'),
      validation: field.validationKind && { kind: field.validationKind, preset: field.preset },
    };
  }
}

/** A field after a change. */
export class ChangedFieldView extends FieldView {
  /** Sentences about the places that compare with an option that the field does not have any more; absent when there are none. */
  @ApiPropertyOptional({
    type: [String],
    example: [
      'The step "Gold only" (config.where.value) of the draft of the workflow compares it with "Gold", which is no option any more.',
    ],
  })
  warnings?: string[];

  /** The places of the warnings, in the same order; absent when there are none. */
  @ApiPropertyOptional({ type: [FieldUseView] })
  warning_details?: FieldUseView[];

  static with(field: FieldEntity, uses: FieldUseView[]): ChangedFieldView {
    return { ...FieldView.from(field), ...(uses.length > 0 && { warnings: uses.map(useSentence), warning_details: uses }) };
  }
}

/** A validation preset for the values of a field. */
export class PresetView {
  /** The value of `validation`. @example 'email' */
  @ApiProperty({ enum: PRESET_VALUES })
  value: Preset;

  /** The text that people read. @example 'E-mail address' */
  @ApiProperty({ maxLength: 255 })
  label: string;

  /** The field types that the preset fits. @example ['string'] */
  @ApiProperty({ enum: FIELD_TYPES, isArray: true, minItems: 1, uniqueItems: true })
  applicable_types: FieldType[];

  static from({ value, label, applicableTypes }: PresetRule): PresetView {
    return { value, label, applicable_types: [...applicableTypes] };
  }
}
