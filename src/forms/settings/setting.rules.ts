import { applyDecorators, type Type } from '@nestjs/common';
import { ApiProperty, ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import { parseTimestamp, toTheSecond } from '../../api/validation/date.rules';
import { MayBeAbsent, MayBeNull, message, textRule } from '../../api/validation/decorators.rules';
import { isJsonObject } from '../../platform/json/json.rules';

/** A member of a merge patch of settings. An absent member leaves the setting unchanged, and null sets its default. */
export const Setting = (schema: ApiPropertyOptions = {}) =>
  applyDecorators(ApiPropertyOptional({ ...schema, nullable: true }), MayBeAbsent(), MayBeNull());

export const ChoiceSetting = (choices: readonly string[]) => applyDecorators(Setting({ enum: [...choices] }), IsIn(choices));

/** An object of settings, which is patched member by member. */
export const SettingsSection = (type: () => Type) => applyDecorators(MayBeAbsent(), IsObject(), ValidateNested(), TypeOf(type));

/** Shows the `DEFAULTS` of a section of settings in the API document, from which programs tell what a member that is left out means. */
export const ShowsDefaults = () => (section: { prototype: object; readonly DEFAULTS: object }) => {
  for (const [name, byDefault] of Object.entries(section.DEFAULTS))
    if (!isJsonObject(byDefault) || Object.keys(byDefault).length === 0) ApiProperty({ default: byDefault })(section.prototype, name);
};

/** A whole number within limits. `words` replace the default error message. */
export const NumberSetting = (limits: { type: 'integer'; minimum: number; maximum: number }, words?: string) => {
  const options = words === undefined ? undefined : message(words);
  return applyDecorators(Setting(limits), IsInt(options), Min(limits.minimum, options), Max(limits.maximum, options));
};

/** A setting with a time, which is stored in UTC and in whole seconds. */
export const MomentSetting = () =>
  applyDecorators(
    Setting({ type: 'string', format: 'date-time' }),
    Transform(({ value }: { value: unknown }) => toTheSecond(value)),
    IsString(message('must be a timestamp')),
    textRule('isInstant', (text) => parseTimestamp(text) !== null, 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z'),
  );
