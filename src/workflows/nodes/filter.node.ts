import type { Condition } from '../conditions/operators.rules';
import { condition, required } from './config.rules';
import { isMet } from './condition.node';
import type { LocalType } from './node-type.types';

interface FilterConfig {
  where: Condition;
}

export const filter: LocalType<FilterConfig> = {
  type: 'filter',
  kind: 'condition',
  channel: 'none',
  points: 0,
  summary: 'Continues the branch when a condition is met, and ends it otherwise.',
  config: { where: required(condition, 'The condition.') },
  ports: () => ['out'],
  mayTakeNoPort: () => true,
  async execute({ where }, run) {
    const result = await isMet(where, run);
    return { port: result ? 'out' : null, output: { result } };
  },
};
