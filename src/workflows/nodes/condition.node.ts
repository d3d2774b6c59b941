import type { Condition } from '../conditions/condition.types';
import { evaluate } from '../conditions/evaluate.rules';
import { condition as conditionRule, required } from './config.rules';
import type { LocalType, NodeRun } from './node-type.types';

interface ConditionConfig {
  where: Condition;
}

export const condition: LocalType<ConditionConfig> = {
  type: 'condition',
  kind: 'condition',
  channel: 'none',
  points: 0,
  summary: 'Takes one of two ways, by whether a condition holds.',
  config: { where: required(conditionRule, 'The condition.') },
  ports: () => ['true', 'false'],
  execute({ where }, run) {
    const result = isMet(where, run);
    return { port: String(result), output: { result } };
  },
};

/** Evaluates a condition at this point of the run and keeps its warnings. */
export function isMet(where: Condition, { state, fill }: NodeRun): boolean {
  const { result, warnings } = evaluate(where, state);
  for (const warning of warnings) fill.warn(warning);
  return result;
}
