import { RunBudget, type NodeWork } from '../../src/workflows/templates/render-budget';

/** The work of a node of a new run. */
export const someWork = (turn: () => Promise<void> = () => Promise.resolve()): NodeWork => new RunBudget().begin('node', turn);
