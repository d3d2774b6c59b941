import type { ValidationOptions } from 'class-validator';
import { ValidateBy, ValidateIf } from 'class-validator';
import { ReadWith } from './validate-dto.rules';

/** The member may be left out. Null is another thing: see `MayBeNull`. */
export const MayBeAbsent = () => ValidateIf((_, value) => value !== undefined);

/** The member may be null, which clears what it stands for. */
export const MayBeNull = () => ValidateIf((_, value) => value !== null);

/** Takes surrounding white space off a text. */
export const Trimmed = () => ReadWith((value) => (typeof value === 'string' ? value.trim() : value));

/** Takes surrounding white space off a text; what is left empty counts as null. */
export const TrimmedOrNull = () => ReadWith((value) => (typeof value === 'string' ? value.trim() || null : value));

/**
 * A single line of text for names and labels, which end up in logs and lists. Lengths are in code points, as the database
 * counts characters. The first rule that is broken is the one to tell of.
 */
export function SingleLine(most: number, least = 0): PropertyDecorator {
  const rules = [
    Text(),
    textRule('isLongEnough', (text) => codePoints(text) >= least, 'must not be empty'),
    textRule('isShortEnough', (text) => codePoints(text) <= most, `must have at most ${most} characters`),
    textRule('isSingleLine', (text) => NO_CONTROL_CHARACTERS.test(text), 'must not contain control characters'),
  ];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** A rule of our own. Anything but a text breaks it. */
export const textRule = (name: string, holds: (text: string) => boolean, message: string): PropertyDecorator =>
  rule(name, (value) => typeof value === 'string' && holds(value), message);

export const Text = () => textRule('isText', () => true, 'must be a text');

export const TrueOrFalse = () => rule('isTrueOrFalse', (value) => typeof value === 'boolean', 'must be true or false');

export const OneOf = (values: readonly string[]) =>
  textRule('isOneOf', (text) => values.includes(text), `must be one of ${values.join(', ')}`);

/** One rule with one message, since a text such as `ten` is neither too low nor too high. */
export const WholeNumber = (least: number, most: number) =>
  rule(
    'isWholeNumber',
    (value) => Number.isInteger(value) && (value as number) >= least && (value as number) <= most,
    `must be a whole number from ${least} to ${most}`,
  );

const rule = (name: string, holds: (value: unknown) => boolean, message: string): PropertyDecorator =>
  ValidateBy({ name, validator: { validate: holds, defaultMessage: () => message } });

const codePoints = (text: string): number => [...text].length;

/** Reads a whole number out of a query parameter; anything else stays text and is refused by the checks that follow. */
export const FromDigits = () =>
  ReadWith((value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value));

/** Reads `true`, `false`, `1` or `0` out of a query parameter. */
export const FromFlag = () =>
  ReadWith((value) => {
    if (value === 'true' || value === '1') return true;
    return value === 'false' || value === '0' ? false : value;
  });

/** The message for a rule of class-validator, whose own messages speak in another voice. */
export const message = (message: string): ValidationOptions => ({ message });

// eslint-disable-next-line no-control-regex -- these are what it is about
const NO_CONTROL_CHARACTERS = /^[^\u0000-\u001f\u007f-\u009f]*$/;
