import { ApiProperty } from '@nestjs/swagger';
import { FIELD_TYPES, PRESET_VALUES } from '../forms/definition/field.types';
import type { FieldType, Preset } from '../forms/definition/field.types';
import type { PresetRule } from '../forms/definition/preset.rules';

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
