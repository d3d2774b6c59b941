import { applyDecorators } from '@nestjs/common';
import { ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { type ValidationOptions, IsInt, IsString, Max, Min, ValidateBy, ValidateIf } from 'class-validator';
import { textError } from '../body/json-text.rules';
import { OVERLAP_SECONDS } from '../../platform/crypto/digests.rules';
import { countCodePoints, hasControlCharacters, parseDigits, trueOrFalse } from '../../platform/text/text-parsers.rules';
import { idOf, isUuid } from '../../platform/ids.rules';
import { isZone } from '../../platform/time-zone.rules';

/** Allows the member to be left out. `IsOptional` would also accept null, which means "clear it": see `MayBeNull`. */
export const MayBeAbsent = () => ValidateIf((_, value) => value !== undefined);

/** Allows null, which clears the member. */
export const MayBeNull = () => ValidateIf((_, value) => value !== null);

export const Trim = () => TransformText((text) => text.trim());

export const TrimToNull = () => TransformText((text) => text.trim() || null);

/** Converts the digits of a query parameter to a number. Any other text stays as it is, and `IsInt` then rejects it. */
export const ToNumber = () => TransformText((text) => parseDigits(text) ?? text);

/** Converts `true` and `false` in any case, as some languages write them, `1` or `0` in a query parameter to a boolean. Any other text stays as it is. */
export const ToBoolean = () =>
  TransformText((text) => (text === '1' || text === '0' ? text === '1' : (trueOrFalse.parse(text.toLowerCase()) ?? text)));

/** Reads a UUID in any case. Any other text stays as it is. */
export const ToId = () => TransformText(idOf);

export const TRUE_OR_FALSE = { anyOf: [{ type: 'boolean' }, { type: 'integer', enum: [1, 0] }] };

/** Transforms texts only, since the pipe does not pass objects and lists to transformations. */
const TransformText = (transform: (text: string) => unknown): PropertyDecorator =>
  Transform(({ value }: { value: unknown }) => (typeof value === 'string' ? transform(value) : value));

/** A single line of text for names and labels. Unlike `Length`, it counts code points, as the database does. */
export const IsSingleLine = (least: number, most: number) =>
  applyDecorators(
    IsString(),
    IsNotShorter(least),
    IsNotLonger(most),
    textRule('isSingleLine', (text) => !hasControlCharacters(text), 'must not contain control characters'),
  );

const IsNotShorter = (least: number) => textRule('isLongEnough', (text) => countCodePoints(text) >= least, 'must not be empty');

const IsNotLonger = (most: number) =>
  textRule('isShortEnough', (text) => countCodePoints(text) <= most, `must have at most ${most} characters`);

export const singleLineSchema = (least: number, most: number) => ({
  ...(least > 0 && { minLength: least }),
  maxLength: most,
  pattern: '^[^\\u0000-\\u001f\\u007f-\\u009f]*$',
});

/** The schema of a type or code that the service defines. */
export const WORD = { pattern: '^[a-z][a-z0-9_]*$', maxLength: 64 };

/** A text to search for in values. It may have line breaks and tabs. */
export const IsSearchText = (least: number, most: number) =>
  applyDecorators(
    Trim(),
    IsString(),
    IsNotShorter(least),
    IsNotLonger(most),
    textRule(
      'isStorable',
      (text) => textError(text) === null,
      (text) => textError(String(text)) ?? '',
    ),
  );

export const OverlapSeconds = () =>
  applyDecorators(
    ApiPropertyOptional({ type: 'integer', minimum: 0, maximum: OVERLAP_SECONDS.maximum, default: OVERLAP_SECONDS.default }),
    MayBeAbsent(),
    IsInt(),
    Min(0),
    Max(OVERLAP_SECONDS.maximum),
  );

export const IsPlainText = (most: number) =>
  applyDecorators(
    IsString(),
    IsNotLonger(most),
    textRule(
      'isPlainText',
      (text) => !hasControlCharacters(text.replace(/[\t\n\r]/g, '')),
      'must not contain control characters other than line breaks and tabs',
    ),
  );

export const plainTextSchema = (most: number) => ({
  maxLength: most,
  pattern: '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f]*$',
});

/** Defines a rule for texts that class-validator lacks. A value that is not a text breaks the rule. */
export const textRule = (
  name: string,
  holds: (text: string) => boolean,
  message: string | ((value: unknown) => string),
): PropertyDecorator =>
  ValidateBy({
    name,
    validator: {
      validate: (value: unknown) => typeof value === 'string' && holds(value),
      defaultMessage: (rule) => (typeof message === 'string' ? message : message(rule?.value)),
    },
  });

/** An id in any case. */
export const IsId = (name: string, message: string) => applyDecorators(ToId(), textRule(name, isUuid, message));

export const IsZone = () => textRule('isZone', isZone, 'must be the name of an IANA time zone, such as Europe/Berlin');

/** Sets a message that is more specific than that of `messages.rules.ts`. */
export const message = (message: string): ValidationOptions => ({ message });
