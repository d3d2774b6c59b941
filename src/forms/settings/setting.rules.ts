import { applyDecorators, type Type } from '@nestjs/common';
import { ApiPropertyOptional, type ApiPropertyOptions } from '@nestjs/swagger';
import { Transform, Type as TypeOf } from 'class-transformer';
import { IsIn, IsInt, IsObject, IsString, Max, Min, ValidateNested } from 'class-validator';
import { parseTimestamp } from '../../api/validation/date.rules';
import { MayBeAbsent, MayBeNull, message, textRule } from '../../api/validation/decorators.rules';

/** A member of a merge patch of settings: one that is absent stays as it is, and null sets its default. */
export const Setting = (schema: ApiPropertyOptions = {}) =>
  applyDecorators(ApiPropertyOptional({ ...schema, nullable: true }), MayBeAbsent(), MayBeNull());

/** One of a few words. */
export const ChoiceSetting = (choices: readonly string[]) => applyDecorators(Setting({ enum: [...choices] }), IsIn(choices));

/** An object of settings, which is patched member by member. */
export const SettingsSection = (type: () => Type) => applyDecorators(MayBeAbsent(), IsObject(), ValidateNested(), TypeOf(type));

/** A whole number within limits, which stand in the API document as well. */
export const NumberSetting = ({ minimum, maximum, ...type }: NumberLimits, words?: string) => {
  const options = words === undefined ? undefined : message(words);
  return applyDecorators(Setting({ ...type, minimum, maximum }), IsInt(options), Min(minimum, options), Max(maximum, options));
};

interface NumberLimits {
  type: 'integer';
  minimum: number;
  maximum: number;
}

/** A moment, which is stored in UTC and to the second. */
export const MomentSetting = () =>
  applyDecorators(
    Setting({ type: 'string', format: 'date-time' }),
    Transform(({ value }: { value: unknown }) => toTheSecond(value)),
    IsString(message('must be a timestamp')),
    textRule('isInstant', (text) => parseTimestamp(text) !== null, 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z'),
  );

function toTheSecond(value: unknown): unknown {
  const instant = typeof value === 'string' ? parseTimestamp(value) : null;
  return instant ? new Date(Math.floor(instant.getTime() / 1000) * 1000).toISOString() : value;
}
