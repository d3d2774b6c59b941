import { html, nothing, type TemplateResult } from 'lit-html';
import { api } from '../../api';
import { onEscape } from '../../elements/dialog';
import { labelled, optionsIn } from '../../elements/form/controls';
import { valueOf } from '../../elements/basics';
import { Store } from '../../store';
import type { Draft } from './draft';
import { addAfter, addBeside, freeId } from './edit.rules';
import type { Graph, GraphNode } from './graph.rules';
import { isDestination, isTrigger, nodeTypes, portsOf } from './node-types';
import { TYPE_ABOUT } from './outline.rules';
import { LANGUAGE_NAMES, type ReplyLanguage, readySteps, type ReadyStep } from './ready-steps.rules';
import { portWord, titleOf, typeTitle } from './words.rules';

const KINDS = { beside: 'beside it, whatever becomes of it', after: 'after it, since it needs its result' };
const PLACES = { before: 'before what follows', beside: 'beside what follows' };

export class AddStep extends Store {
  private ready: Readonly<Record<string, ReadyStep>> = {};
  private chosen = '';
  private port: string;
  private isBeside: boolean;
  /** True for a destination that is to follow a destination, rather than to stand beside it. */
  private needsResult = false;
  private language: ReplyLanguage = 'en';

  constructor(
    private readonly draft: Draft,
    readonly after: GraphNode,
  ) {
    super();
    [this.port, this.isBeside] = [portsOf(after)[0]!, isTrigger(after)];
    this.offer();
    if (draft.form) void this.readLanguage(draft.form.id).catch(() => undefined); // the texts stay English
  }

  /** The graph with the step, and the step. */
  added(): { graph: Graph; node: GraphNode } {
    const { draft, after, port, isBeside } = this;
    const node = this.node();
    if (this.mayStandBeside && !this.needsResult) return { graph: addBeside(draft.graph, after.id, node), node };
    return { graph: addAfter(draft.graph, { id: after.id, port, isBeside }, node, portsOf), node };
  }

  /** Destinations stand beside each other, and so does one that is added after another that something leads to. */
  private get mayStandBeside(): boolean {
    const { after, ready, chosen, draft } = this;
    const type = ready[chosen]?.node.type ?? chosen;
    return isDestination(after) && isDestination({ type }) && draft.graph.edges.some(({ target }) => target === after.id);
  }

  private node(): GraphNode {
    const { type, name, config } = this.ready[this.chosen]?.node ?? { type: this.chosen, config: {} };
    const id = freeId(this.draft.graph.nodes, name?.toLowerCase() ?? type);
    return { id, type, ...(name && { name }), config: structuredClone(config) };
  }

  render(add: () => void, cancel: () => unknown): TemplateResult {
    const { after, port, isBeside, chosen, ready, mayStandBeside, needsResult } = this;
    const isAfter = !mayStandBeside || needsResult;
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
      ${this.reply()}
      ${
        mayStandBeside
          ? labelled({
              ...{ id: 'step-kind', kind: 'choice', label: 'Where', choices: KINDS, text: needsResult ? 'after' : 'beside' },
              change: (kind) => (this.needsResult = kind === 'after'),
            })
          : nothing
      }
      ${
        isAfter && ports.length > 1
          ? labelled({
              ...{ id: 'step-port', kind: 'choice', label: 'When', text: port },
              choices: Object.fromEntries(ports.map((each) => [each, word(each)])),
              change: (chosenPort) => (this.port = chosenPort),
            })
          : nothing
      }
      ${
        isAfter && follows
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

  /** The mail of the ready reply as it will stand in the step, in the language that is chosen. */
  private reply(): TemplateResult | typeof nothing {
    const { language, chosen, ready } = this;
    if (chosen !== 'ready-reply') return nothing;
    const { subject, body_text: text } = ready[chosen]!.node.config as Record<string, string>;
    const change = (to: string) => {
      this.language = to as ReplyLanguage;
      this.offer();
    };
    return html`${labelled({ id: 'reply-language', kind: 'choice', label: 'Language', choices: LANGUAGE_NAMES, text: language, change })}
      <section class="preview" aria-label="The mail">
        <p lang=${language}><strong>${subject}</strong></p>
        <pre tabindex="0" role="group" aria-label="Text of the mail" lang=${language}>${text}</pre>
      </section>`;
  }

  private offer(): void {
    this.ready = readySteps(this.draft.form?.fields ?? [], this.language);
    this.chosen ||= Object.keys(this.ready)[0]!;
  }

  private async readLanguage(form: string): Promise<void> {
    const { language } = (await api.getFormSettings({ path: { form } })).data.page;
    if (language !== 'auto') this.language = language;
    this.offer();
  }
}
