import type { Operator } from './operators.rules';

/** Compares one value of the run with a fixed one. It names its operand by `field` or by `path`, never by both. */
export interface Comparison {
  field?: string;
  path?: string;
  op: Operator;
  /** What kind of value the operator takes, if any, is in the table of operators. */
  value?: unknown;
}

export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition };
