import { isJsonObject } from '../../platform/json/json.rules';
import type { NodeContext, ConfigError } from '../model/publish-error.types';
import { pathError } from '../templates/reference.rules';
import { oneOf } from '../../platform/text/text-parsers.rules';
import { fieldInOperand, optionErrors } from './option.rules';
import { valueError, isOperator, operatorError, type Operator } from './operators.rules';

export const MAX_DEPTH = 4;
export const MAX_COMPARISONS = 50;
const MAX_PATH = 200;

/** Validates a group (`all`, `any`, `not`) or a comparison, with the fields and paths that it refers to. */
export function conditionErrors(condition: unknown, path: string, context: NodeContext): ConfigError[] {
  const errors = errorsBelow(condition, path, context, MAX_DEPTH);
  if (comparisonsIn(condition, MAX_DEPTH) <= MAX_COMPARISONS) return errors;
  return [...errors, invalid(path, `must have at most ${MAX_COMPARISONS} comparisons`)];
}

function errorsBelow(condition: unknown, path: string, context: NodeContext, depth: number): ConfigError[] {
  if (!isJsonObject(condition)) return [invalid(path, 'must be an object')];
  const group = groupOf(condition);
  if (!group) return comparisonErrors(condition, path, context);
  if (Object.keys(condition).length > 1) return [invalid(path, 'must have exactly one of all, any and not')];
  if (depth === 0) return [invalid(path, `must not be nested more than ${MAX_DEPTH} levels deep`)];
  if (group === 'not') return errorsBelow(condition.not, `${path}.not`, context, depth - 1);
  const members = condition[group];
  if (!Array.isArray(members) || members.length === 0) {
    return [invalid(`${path}.${group}`, 'must have at least one condition')];
  }
  return members.flatMap((member, index) => errorsBelow(member, `${path}.${group}.${index}`, context, depth - 1));
}

function comparisonErrors(condition: Record<string, unknown>, path: string, context: NodeContext): ConfigError[] {
  const { op, value } = condition;
  const unknown = Object.keys(condition).filter((member) => !MEMBERS.includes(member));
  const errors = unknown.map((member) => invalid(`${path}.${member}`, unknownProperty(MEMBERS)));
  errors.push(...operandErrors(condition, path, context));
  if (!isOperator(op)) return [...errors, invalid(`${path}.op`, operatorError(op)!)];
  if (isOnFile(condition, context) && !FILE_OPERATORS.has(op)) errors.push(invalid(`${path}.op`, FILE_OPERATOR));
  const message = valueError(op, value);
  if (message !== null) return [...errors, invalid(`${path}.value`, message)];
  const field = typeof condition.field === 'string' ? condition.field : fieldInOperand(condition.path);
  return field === null ? errors : [...errors, ...optionErrors(field, op, value, `${path}.value`, context)];
}

const MEMBERS = ['field', 'path', 'op', 'value', 'all', 'any', 'not'];

/** Lists the known names, since most unknown properties are misspelled. */
export const unknownProperty = (known: readonly string[]): string =>
  `unknown property: ${known.length > 0 ? `must be ${oneOf(known).expected}` : 'there are none here'}`;

/** True for a file field. Runs do not read the content of files, so only `is_empty` and `is_not_empty` can compare it. */
function isOnFile({ field, path }: Record<string, unknown>, { fileFieldNames }: NodeContext): boolean {
  const name = field ?? (typeof path === 'string' && path.startsWith('fields.') ? path.slice('fields.'.length) : null);
  return typeof name === 'string' && fileFieldNames.has(name);
}

const FILE_OPERATORS: ReadonlySet<string> = new Set(['is_empty', 'is_not_empty'] satisfies Operator[]);
const FILE_OPERATOR = 'must be is_empty or is_not_empty, since the field is for files';

function operandErrors(condition: Record<string, unknown>, path: string, context: NodeContext): ConfigError[] {
  const names = (['field', 'path'] as const).filter((name) => condition[name] !== undefined);
  const [name] = names;
  if (name === undefined) return [invalid(path, 'needs a field or a path to compare, or a group: all, any or not')];
  if (names.length > 1) return [invalid(path, 'must have a field or a path, not both')];
  const operand = condition[name];
  if (typeof operand !== 'string' || operand.length > MAX_PATH)
    return [invalid(`${path}.${name}`, `must be a text of at most ${MAX_PATH} characters`)];
  const error = pathError(name === 'field' ? ['fields', operand] : operand.split('.'), context);
  return error ? [{ ...error, path: `${path}.${name}` }] : [];
}

function comparisonsIn(condition: unknown, depth: number): number {
  if (!isJsonObject(condition) || depth < 0) return 0;
  const group = groupOf(condition);
  if (!group) return 1;
  const members: unknown[] = group === 'not' ? [condition.not] : asList(condition[group]);
  return members.reduce<number>((sum, member) => sum + comparisonsIn(member, depth - 1), 0);
}

const groupOf = (condition: Record<string, unknown>) => (['all', 'any', 'not'] as const).find((group) => Object.hasOwn(condition, group));

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const invalid = (path: string, message: string): ConfigError => ({ code: 'invalid_config', path, message });
