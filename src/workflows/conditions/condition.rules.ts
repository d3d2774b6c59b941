import { isJsonObject } from '../../platform/json/json-object.rules';
import type { NodeContext, ConfigError } from '../definition/publish-error.types';
import { pathError } from '../templates/reference.rules';
import { valueError, isOperator } from './operators.rules';

export const MAX_DEPTH = 4;
export const MAX_COMPARISONS = 50;
const MAX_PATH = 200;

/**
 * What is wrong with a `where`: its shape, its operators and values, and the fields and paths that it names.
 * A condition is a group (`all`, `any`, `not`), nested at most four deep, or a comparison, of which there are at most fifty.
 */
export function conditionErrors(condition: unknown, path: string, context: NodeContext): ConfigError[] {
  const faults = faultsBelow(condition, path, context, MAX_DEPTH);
  if (comparisonsIn(condition, MAX_DEPTH) <= MAX_COMPARISONS) return faults;
  return [...faults, invalid(path, `A condition can hold at most ${MAX_COMPARISONS} comparisons.`)];
}

function faultsBelow(condition: unknown, path: string, context: NodeContext, depth: number): ConfigError[] {
  if (!isJsonObject(condition)) return [invalid(path, 'A condition must be an object.')];
  const group = groupOf(condition);
  if (!group) return comparisonFaults(condition, path, context);
  if (Object.keys(condition).length > 1) return [invalid(path, 'A group holds exactly one of all, any and not.')];
  if (depth === 0) return [invalid(path, `Groups can be nested at most ${MAX_DEPTH} deep.`)];
  if (group === 'not') return faultsBelow(condition.not, `${path}.not`, context, depth - 1);
  const members = condition[group];
  if (!Array.isArray(members) || members.length === 0) {
    return [invalid(`${path}.${group}`, 'This must be a list of at least one condition.')];
  }
  return members.flatMap((member, index) => faultsBelow(member, `${path}.${group}.${index}`, context, depth - 1));
}

function comparisonFaults(condition: Record<string, unknown>, path: string, context: NodeContext): ConfigError[] {
  const { op, value } = condition;
  const unknown = Object.keys(condition).filter((member) => !['field', 'path', 'op', 'value'].includes(member));
  const faults = unknown.map((member) => invalid(`${path}.${member}`, 'unknown property'));
  faults.push(...operandFaults(condition, path, context));
  if (!isOperator(op)) return [...faults, invalid(`${path}.op`, 'This must be one of the documented operators.')];
  const message = valueError(op, value);
  return message === null ? faults : [...faults, invalid(`${path}.value`, message)];
}

function operandFaults(condition: Record<string, unknown>, path: string, context: NodeContext): ConfigError[] {
  const names = (['field', 'path'] as const).filter((name) => condition[name] !== undefined);
  const [name] = names;
  if (name === undefined || names.length > 1)
    return [invalid(path, 'A comparison names its operand by field or by path.')];
  const operand = condition[name];
  if (typeof operand !== 'string' || operand.length > MAX_PATH)
    return [invalid(`${path}.${name}`, 'This must be a short text.')];
  const fault = pathError(name === 'field' ? ['fields', operand] : operand.split('.'), context);
  return fault ? [{ ...fault, path: `${path}.${name}` }] : [];
}

function comparisonsIn(condition: unknown, depth: number): number {
  if (!isJsonObject(condition) || depth < 0) return 0;
  const group = groupOf(condition);
  if (!group) return 1;
  const members: unknown[] = group === 'not' ? [condition.not] : asList(condition[group]);
  return members.reduce<number>((sum, member) => sum + comparisonsIn(member, depth - 1), 0);
}

const groupOf = (condition: Record<string, unknown>) =>
  (['all', 'any', 'not'] as const).find((group) => Object.hasOwn(condition, group));

const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const invalid = (path: string, message: string): ConfigError => ({ code: 'invalid_config', path, message });
