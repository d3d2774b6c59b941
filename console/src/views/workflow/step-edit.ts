import { Edit } from '../../elements/form/edit';
import type { Document } from '../../elements/form/option.rules';
import type { GraphNode } from './graph.rules';
import { finished, withOption } from './step-options.rules';

export class StepEdit extends Edit {
  isMoreShown = false;
  private inner: ReadonlyMap<string, string> = new Map();
  private stored: string;

  /** `strangers` is the number of changes by others that the draft had seen when the edit began. */
  constructor(
    private readonly began: GraphNode,
    public strangers: number,
  ) {
    super();
    this.stored = JSON.stringify(finished(began));
  }

  protected get document(): Document {
    return { ...this.began };
  }

  get node(): GraphNode {
    return [...this.typed.values()].reduce((node, { option, value }) => withOption(node, option, value), this.began);
  }

  get isUnsaved(): boolean {
    return JSON.stringify(finished(this.node)) !== this.stored;
  }

  /** Notes the saved version of the step. Texts that were typed meanwhile are still unsaved. */
  saved(node: GraphNode, strangers: number): void {
    [this.stored, this.strangers] = [JSON.stringify(node), strangers];
  }

  innerText(id: string, otherwise: string): string {
    return this.inner.get(id) ?? otherwise;
  }

  typeInner(id: string, text: string): void {
    this.inner = new Map(this.inner).set(id, text);
  }

  /** Resets the inputs within a control to the texts of its value. */
  forgetInner(id: string): void {
    this.inner = new Map([...this.inner].filter(([each]) => !each.startsWith(id)));
  }
}
