import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayUnique, IsArray, IsString } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { message } from '../../api/validation/decorators.rules';
import type { CrossFieldValidated } from '../../api/validation/validate-dto.rules';
import { FIELD_NAME_PATTERN } from '../definition/field.types';
import { PRESET_RULES } from '../definition/preset.rules';
import { faultIf } from './setting-errors.rules';
import { Setting, ShowsDefaults } from './setting.rules';

const MAX_RECIPIENTS = 5;

/** Settings of the mails that tell of new submissions. What is left out stays as it is; null sets the default. */
export class NotificationSettingsDto implements CrossFieldValidated {
  /** Up to five e-mail addresses. By default the one of the account. @example ['office@example.com'] */
  @Setting({ type: 'array', items: { type: 'string', maxLength: 254 }, maxItems: MAX_RECIPIENTS, uniqueItems: true })
  @ArrayUnique((address: unknown) => (typeof address === 'string' ? address.toLowerCase() : address), {
    message: 'must not repeat an address',
  })
  @ArrayMaxSize(MAX_RECIPIENTS)
  @IsArray(message('must be a list of e-mail addresses'))
  to?: string[] | null;

  /** The name of a field of type `string`. When its value is an e-mail address, replies to the mail go there. @example 'email' */
  @Setting({ pattern: FIELD_NAME_PATTERN.source })
  @IsString()
  reply_to_field?: string | null;

  crossFieldErrors(): FieldError[] {
    const to = Array.isArray(this.to) ? this.to : [];
    return to.flatMap((address, index) => faultIf(!PRESET_RULES.email.accepts(address), `to.${index}`, 'must be an e-mail address'));
  }
}

/** Settings of the mails that tell of new submissions. */
@ShowsDefaults()
export class NotificationSettingsView {
  static readonly DEFAULTS: NotificationSettingsView = { to: [], reply_to_field: null };

  /** Empty for the address of the account. @example ['office@example.com'] */
  @ApiProperty({ maxItems: MAX_RECIPIENTS })
  to: string[];

  /** The field whose value becomes the `Reply-To`; null for none. @example 'email' */
  reply_to_field: string | null;
}
