import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../../api';
import { onEscape } from '../../elements/dialog';
import { valueOf } from '../../elements/notices';
import { Store } from '../../store';
import type { Draft } from './draft';
import { freeId } from './edit.rules';
import type { GraphNode } from './graph.rules';
import { isTrigger, nodeTypes, portsOf } from './node-types';
import { TYPE_ABOUT } from './outline.rules';
import { readySteps, type ReadyStep } from './ready-steps.rules';
import { portWord, titleOf, typeTitle } from './words.rules';

/** What is added behind a step, and where. */
export class AddStep extends Store {
  private ready: Readonly<Record<string, ReadyStep>> = {};
  private chosen = '';
  private port: string;
  private isBeside: boolean;

  constructor(
    private readonly draft: Draft,
    readonly after: GraphNode,
  ) {
    super();
    [this.port, this.isBeside] = [portsOf(after)[0]!, isTrigger(after)];
    this.offer('auto');
    if (draft.form) void this.readLanguage(draft.form.id).catch(() => undefined); // English then
  }

  get place(): { id: string; port: string; isBeside: boolean } {
    return { id: this.after.id, port: this.port, isBeside: this.isBeside };
  }

  /** The step to add. */
  node(): GraphNode {
    const { type, name, config } = this.ready[this.chosen]?.node ?? { type: this.chosen, config: {} };
    const id = freeId(this.draft.graph.nodes, name?.toLowerCase() ?? type);
    return { id, type, ...(name && { name }), config: structuredClone(config) };
  }

  render(add: () => void, cancel: () => unknown): TemplateResult {
    const { after, port, isBeside, chosen, ready } = this;
    const ports = portsOf(after);
    const word = (name: string) => portWord(name) || 'it succeeded';
    const follows = this.draft.graph.edges.some(({ source, source_port: from = 'out' }) => source === after.id && from === port);
    const option = (value: string, title: string) => html`<option value=${value} ?selected=${value === chosen}>${title}</option>`;
    const submit = (event: Event) => (event.preventDefault(), add());
    const types = Object.keys(nodeTypes).filter((type) => nodeTypes[type]!['x-kind'] !== 'trigger');
    return html`<form class="panel" aria-label="Add after ${titleOf(after)}" @submit=${submit} @keydown=${onEscape(cancel)}>
      <div class="option">
        <label for="step-type">Step</label>
        <select id="step-type" aria-describedby="step-type-about" @change=${(event: Event) => (this.chosen = valueOf(event))}>
          <optgroup label="Ready to use">${Object.entries(ready).map(([key, { title }]) => option(key, title))}</optgroup>
          <optgroup label="All kinds">${types.map((type) => option(type, typeTitle(type)))}</optgroup>
        </select>
        <small class="muted" id="step-type-about">${ready[chosen]?.about ?? TYPE_ABOUT[chosen]}</small>
      </div>
      ${
        ports.length > 1
          ? html`<div class="option">
              <label for="step-port">When</label>
              <select id="step-port" @change=${(event: Event) => (this.port = valueOf(event))}>
                ${ports.map((each) => html`<option value=${each} ?selected=${each === port}>${word(each)}</option>`)}
              </select>
            </div>`
          : nothing
      }
      ${
        follows
          ? html`<div class="option">
              <label for="step-place">Place</label>
              <select id="step-place" @change=${(event: Event) => (this.isBeside = valueOf(event) === 'beside')}>
                <option value="before" ?selected=${!isBeside}>before what follows</option>
                <option value="beside" ?selected=${isBeside}>beside what follows</option>
              </select>
            </div>`
          : nothing
      }
      <p class="bar">
        <button class="main-action">Add</button>
        <button type="button" @click=${cancel}>Cancel</button>
      </p>
    </form>`;
  }

  private offer(language: Parameters<typeof readySteps>[1]): void {
    this.ready = readySteps(this.draft.form?.fields ?? [], language);
    this.chosen ||= Object.keys(this.ready)[0]!;
  }

  private async readLanguage(form: string): Promise<void> {
    this.offer((await api.getFormSettings({ path: { form } })).data.page.language);
  }
}
