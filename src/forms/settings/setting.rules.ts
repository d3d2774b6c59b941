import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import type { FieldError } from '../../api/errors/api-error';
import { parseTimestamp } from '../../api/validation/date.rules';
import { MayBeAbsent, MayBeNull, message, textRule } from '../../api/validation/decorators.rules';
import { isJsonObject } from '../../platform/json/json.rules';

/** A member of a merge patch of settings. An absent member leaves the setting unchanged, and null sets its default. */
export const Setting = (schema: ApiPropertyOptions = {}) =>
  applyDecorators(ApiPropertyOptional({ ...schema, nullable: true }), MayBeAbsent(), MayBeNull());

export const ChoiceSetting = (choices: readonly string[]) => applyDecorators(Setting({ enum: [...choices] }), IsIn(choices));

/** An object of settings, which is patched member by member. */
export const SettingsSection = (type: () => Type) => applyDecorators(MayBeAbsent(), IsObject(), ValidateNested(), TypeOf(type));

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

export const faultIf = (isFaulty: boolean, path: string, message: string): FieldError[] => (isFaulty ? [{ path, message }] : []);

export const entriesOf = (value: unknown): [string, unknown][] => (isJsonObject(value) ? Object.entries(value) : []);

function toTheSecond(value: unknown): unknown {
  const instant = typeof value === 'string' ? parseTimestamp(value) : null;
  return instant ? new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString() : value;
}
