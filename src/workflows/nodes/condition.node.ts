import type { Condition } from '../conditions/operators.rules';
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
  summary: 'Takes the port `true` or `false`, depending on a condition.',
  config: { where: required(conditionRule, 'The condition.') },
  ports: () => ['true', 'false'],
  async execute({ where }, run) {
    const result = await isMet(where, run);
    return { port: String(result), output: { result } };
  },
};

export async function isMet(where: Condition, { state, renderer }: NodeRun): Promise<boolean> {
  const warnings: string[] = [];
  const result = await evaluate(where, state, warnings, (units) => renderer.spend(units));
  for (const warning of warnings) renderer.warn(warning);
  return result;
}
