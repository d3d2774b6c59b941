import { ApiProperty } from '@nestjs/swagger';
import { IsString } from 'class-validator';
import { FIELD_NAME_PATTERN } from '../definition/field.types';
import { ChoiceSetting, Setting, ShowsDefaults } from './setting.rules';

/** `ask` accepts at once, and tells who has confirmed; `require` holds a submission until its visitor has. */
export const CONFIRMATIONS = ['off', 'ask', 'require'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** The visitor who is written to. What is left out stays as it is; null sets the default. */
export class RespondentSettingsDto {
  /** The name of a field of type `string` with the preset `email`. Its value is the address of the visitor. @example 'email' */
  @Setting({ pattern: FIELD_NAME_PATTERN.source })
  @IsString()
  address_field?: string | null;

  /**
   * With `ask` a mail asks the visitor to confirm the address. With `require` the submission is also held until then, for at most seven days:
   * this needs `validate_fields` and a required field. By default `off`.
   */
  @ChoiceSetting(CONFIRMATIONS)
  confirm?: Confirmation | null;
}

/** The visitor who is written to. */
@ShowsDefaults()
export class RespondentSettingsView {
  static readonly DEFAULTS: RespondentSettingsView = { address_field: null, confirm: 'off' };

  /** The field with the address of the visitor; null for none. @example 'email' */
  address_field: string | null;

  /** With `ask` a mail asks visitors to confirm their address, and with `require` submissions are also held until they do. @example 'off' */
  @ApiProperty({ enum: CONFIRMATIONS })
  confirm: Confirmation;
}
