import { Store } from '../../store';
import type { GraphNode } from './graph.rules';
import { finished, valueAt, withValue, type StepOption } from './step-options.rules';

/** A name and a value, as they are typed. */
export type Pair = readonly [name: string, value: string];

/** A step while it is edited: its settings so far, and what was typed into each control as it was typed, which may be unfinished. */
export class StepEdit extends Store {
  isMoreShown = false;
  private texts: ReadonlyMap<string, string> = new Map();
  private pairs: ReadonlyMap<string, readonly Pair[]> = new Map();
  private before: string;

  /** `strangers` counts the changes of others that the draft had seen when the edit began. */
  constructor(
    public node: GraphNode,
    public strangers: number,
  ) {
    super();
    this.before = JSON.stringify(finished(node));
  }

  get isUnsaved(): boolean {
    return JSON.stringify(finished(this.node)) !== this.before;
  }

  /** A version of the step is saved. What was typed meanwhile is not. */
  saved(node: GraphNode, strangers: number): void {
    [this.before, this.strangers] = [JSON.stringify(node), strangers];
  }

  value({ path }: StepOption): unknown {
    return valueAt(this.node.config, path);
  }

  set({ path }: StepOption, value: unknown): void {
    this.change({ config: withValue(this.node.config, path, value) });
  }

  change(changes: Partial<GraphNode>): void {
    this.node = { ...this.node, ...changes };
  }

  /** What stands in a control. */
  text(id: string, otherwise: string): string {
    return this.texts.get(id) ?? otherwise;
  }

  type(id: string, text: string): void {
    this.texts = new Map(this.texts).set(id, text);
  }

  /** The text of a control is that of its value again. */
  forget(id: string): void {
    this.texts = new Map([...this.texts].filter(([each]) => !each.startsWith(id)));
  }

  pairsOf(id: string, otherwise: readonly Pair[]): readonly Pair[] {
    return this.pairs.get(id) ?? otherwise;
  }

  typePairs(id: string, pairs: readonly Pair[]): void {
    this.pairs = new Map(this.pairs).set(id, pairs);
  }
}
