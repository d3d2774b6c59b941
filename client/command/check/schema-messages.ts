import type { ErrorObject } from 'ajv/dist/2020.js';
import { IS_REQUIRED } from '../../../src/api/validation/messages.rules.js';
import { FIELD_NAME_PATTERN } from '../../../src/forms/definition/field.types.js';
import { oneOf, wholeNumber } from '../../../src/platform/text/text-parsers.rules.js';
import { NODE_ID } from '../../../src/workflows/definition/structure.rules.js';
import { nearest } from './nearest.js';

interface Schema {
  type?: string | string[];
  enum?: unknown[];
  minimum?: number;
  maximum?: number;
  properties?: object;
}

/** The message for an error of the schema, in the words of the service. */
export function messageOf(error: ErrorObject): string {
  const limit = Number(error.params['limit']);
  const { schema, data, parentSchema } = error as { schema: unknown; data: unknown; parentSchema: Schema };
  switch (error.keyword) {
    case 'required':
      return IS_REQUIRED;
    case 'additionalProperties':
      return unknownMember(error.params['additionalProperty'] as string, Object.keys(parentSchema.properties ?? {}));
    case 'type':
    case 'minimum':
    case 'maximum':
    case 'enum':
      return `must be ${expected(parentSchema)}${suggestion(data, parentSchema.enum ?? [])}`;
    case 'minLength':
      return 'must not be empty';
    case 'maxLength':
      return `must have at most ${limit} characters`;
    case 'maxItems':
      return `must have at most ${limit} entries`;
    case 'uniqueItems':
      return 'must not have an entry twice';
    case 'format':
      return 'must be a timestamp with its zone, such as 2026-11-20T21:26:00Z';
    case 'pattern':
      return patternMessage(String(schema), String(data));
    default:
      return error.message ?? 'is invalid';
  }
}

function unknownMember(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return `is no member here: ${meant === undefined ? `there are ${known.join(', ')}` : `did you mean ${meant}?`}`;
}

function suggestion(data: unknown, words: readonly unknown[]): string {
  const meant =
    typeof data === 'string' &&
    nearest(
      data,
      words.filter((word) => typeof word === 'string'),
    );
  return meant ? `: did you mean ${meant}?` : '';
}

function expected({ type, enum: words, minimum, maximum }: Schema): string {
  if (words) return oneOf(words.filter((word) => typeof word === 'string')).expected;
  if (minimum !== undefined && maximum !== undefined) return wholeNumber(minimum, maximum).expected;
  return [type ?? []]
    .flat()
    .map((each) => TYPES[each] ?? each)
    .join(' or ');
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function patternMessage(pattern: string, text: string): string {
  if (pattern === FIELD_NAME_PATTERN.source && FIELD_NAME_PATTERN.test(text.trim())) return 'must not have white space around it';
  return PATTERNS.get(pattern) ?? 'must not contain control characters';
}

const PATTERNS: ReadonlyMap<string, string> = new Map([
  [FIELD_NAME_PATTERN.source, 'must begin with a lower-case letter and have at most 64 lower-case letters, digits and underscores'],
  [NODE_ID.source, 'must have 1 to 64 letters, digits, hyphens and underscores'],
  ['^#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})$', 'must be a color such as #0a7 or #00aa77'],
]);
