import { normalizeOrigin } from '../../../src/forms/origin.rules.js';
import type { VariableUse } from '../definition/variables.js';
import { mapTexts, memberAt } from '../objects.js';
import type { Change } from './plan.types.js';
import { HIDDEN } from './workflow-changes.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A shorter value is replaced only where it is the whole text, since it is a part of many others by chance. */
const SHORTEST_PART = 4;

/** Returns a function that takes the values of variables out of changes: the text of the file is shown instead. */
export function withoutVariables(definition: unknown, uses: readonly VariableUse[], env: Environment): (change: Change) => Change {
  const wholes = new Map(uses.flatMap(({ path, text }) => spellingsOf(memberAt(definition, path)).map((value) => [value, text] as const)));
  const parts = variablesOf(uses, env);
  const shown = (value: unknown): unknown => mapTexts(value, (text) => wholes.get(text) ?? withNames(text, parts));
  return (change) => {
    const { before, after } = change;
    const wasOfVariable = typeof before === 'string' && isOfVariable(shown(after));
    return {
      ...change,
      ...(before !== undefined && { before: wasOfVariable ? HIDDEN : shown(before) }),
      ...(after !== undefined && { after: shown(after) }),
    };
  };
}

/** A text as it is written, and as the service keeps it if it is an origin. */
function spellingsOf(value: unknown): string[] {
  if (typeof value !== 'string') return [];
  const normalized = normalizeOrigin(value);
  return 'origin' in normalized ? [value, normalized.origin] : [value];
}

/** The variables that are set, those of the file first, the longer values before those that they may contain. */
function variablesOf(uses: readonly VariableUse[], env: Environment): [name: string, value: string][] {
  const isUsed = (name: string) => uses.some(({ text }) => text.includes(`\${${name}}`));
  const set = Object.entries(env).filter((entry): entry is [string, string] => entry[0].startsWith('FORM_VAR_') && !!entry[1]);
  return set.sort(([one, a], [other, b]) => Number(isUsed(other)) - Number(isUsed(one)) || b.length - a.length);
}

const withNames = (text: string, variables: readonly [name: string, value: string][]): string =>
  variables.reduce((shown, [name, value]) => {
    if (shown === value) return `\${${name}}`;
    return value.length < SHORTEST_PART ? shown : shown.replaceAll(value, () => `\${${name}}`);
  }, text);

const isOfVariable = (value: unknown): boolean => typeof value === 'string' && value.includes('${FORM_VAR_');
