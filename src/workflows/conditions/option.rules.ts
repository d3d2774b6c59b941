import type { ConfigError, NodeContext } from '../model/publish-error.types';
import type { Operator } from './operators.rules';

const OF_TEXT: ReadonlySet<string> = new Set(['eq', 'ne', 'in', 'not_in'] satisfies Operator[]);
const OF_LIST: ReadonlySet<string> = new Set(['contains', 'not_contains'] satisfies Operator[]);

/** The errors of comparing a field with texts that are none of its options, which it never has. */
export function optionErrors(name: string, op: unknown, value: unknown, path: string, { options }: NodeContext): ConfigError[] {
  const known = options?.get(name);
  if (!known || !(known.isList ? OF_LIST : OF_TEXT).has(op as string)) return [];
  const compared: [unknown, string][] = Array.isArray(value) ? value.map((entry, index) => [entry, `${path}.${index}`]) : [[value, path]];
  return compared.flatMap(([text, at]) =>
    typeof text !== 'string' || text === '' || known.values.has(text)
      ? []
      : [{ code: 'unknown_option', path: at, message: messageOf(text, [...known.values]) }],
  );
}

function messageOf(text: string, options: readonly string[]): string {
  const shown = options.slice(0, MAX_SHOWN).map((option) => `"${option}"`);
  return `compares with "${text}", which is no option of the field: it has ${shown.join(', ')}${options.length > MAX_SHOWN ? ' and others' : ''}`;
}

const MAX_SHOWN = 10;

/** The field in an operand, which is a name, a path or a placeholder that gives just the value of a field. */
export const fieldInOperand = (operand: unknown): string | null =>
  (typeof operand === 'string' && /^(?:fields\.|\s*\{\{-?\s*fields\.)(\w+)(?:\s*-?\}\}\s*)?$/.exec(operand)?.[1]) || null;
