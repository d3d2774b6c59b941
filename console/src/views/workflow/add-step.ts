import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../../api';
import { onEscape } from '../../elements/dialog';
import { labelled, optionsIn } from '../../elements/form/controls';
import { valueOf } from '../../elements/basics';
import { Store } from '../../store';
import type { Draft } from './draft';
import { freeId } from './edit.rules';
import type { GraphNode } from './graph.rules';
import { isTrigger, nodeTypes, portsOf } from './node-types';
import { TYPE_ABOUT } from './outline.rules';
import { readySteps, type ReadyStep } from './ready-steps.rules';
import { portWord, titleOf, typeTitle } from './words.rules';

const PLACES = { before: 'before what follows', beside: 'beside what follows' };

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
    if (draft.form) void this.readLanguage(draft.form.id).catch(() => undefined); // the texts stay English
  }

  get place(): { id: string; port: string; isBeside: boolean } {
    return { id: this.after.id, port: this.port, isBeside: this.isBeside };
  }

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
    const submit = (event: Event) => (event.preventDefault(), add());
    const types = Object.keys(nodeTypes).filter((type) => nodeTypes[type]!['x-kind'] !== 'trigger');
    return html`<form class="panel" aria-label="Add after ${titleOf(after)}" @submit=${submit} @keydown=${onEscape(cancel)}>
      <div class="option">
        <label for="step-type">Step</label>
        <select id="step-type" aria-describedby="step-type-about" @change=${(event: Event) => (this.chosen = valueOf(event))}>
          <optgroup label="Ready to use">
            ${optionsIn(
              Object.entries(ready).map(([key, { title }]) => [key, title]),
              chosen,
            )}
          </optgroup>
          <optgroup label="All kinds">
            ${optionsIn(
              types.map((type) => [type, typeTitle(type)]),
              chosen,
            )}
          </optgroup>
        </select>
        <small class="muted" id="step-type-about">${ready[chosen]?.about ?? TYPE_ABOUT[chosen]}</small>
      </div>
      ${
        ports.length > 1
          ? labelled({
              ...{ id: 'step-port', kind: 'choice', label: 'When', text: port },
              choices: Object.fromEntries(ports.map((each) => [each, word(each)])),
              change: (chosenPort) => (this.port = chosenPort),
            })
          : nothing
      }
      ${
        follows
          ? labelled({
              ...{ id: 'step-place', kind: 'choice', label: 'Place', choices: PLACES, text: isBeside ? 'beside' : 'before' },
              change: (place) => (this.isBeside = place === 'beside'),
            })
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
