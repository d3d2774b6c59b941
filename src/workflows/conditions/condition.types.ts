import type { Operator } from './operators.rules';

/** Compares a value of the run with a fixed value. The operand is given by `field` or by `path`, never by both. */
export interface Comparison {
  field?: string;
  path?: string;
  op: Operator;
  /** The fixed value; its type depends on the operator, and some operators take none. */
  value?: unknown;
}

export type Condition = Comparison | { all: Condition[] } | { any: Condition[] } | { not: Condition };
