import { typeOf } from '../nodes/node-types.rules';
import type { WorkflowNode } from '../model/definition.types';

/** The compute points that the execution of a node costs; a disabled node is not executed. */
export type Price = (node: WorkflowNode) => number;

export const priceOf: Price = (node) => (node.disabled ? 0 : typeOf(node).points);

/** Tests deliver nothing, so their destinations are free. */
export const testPriceOf: Price = (node) => (typeOf(node).kind === 'destination' ? 0 : priceOf(node));
