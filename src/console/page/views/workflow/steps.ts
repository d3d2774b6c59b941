import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { confirm } from '../../parts/dialog';
import { isTicked, saving, valueOf } from '../../parts/elements';
import { Store } from '../../store';
import type { Draft } from './draft';
import { addAfter, freeId, movedDown, movedUp, nodeOf, removeNode } from './edit.rules';
import { ordered, type Graph, type GraphNode } from './graph.rules';
import { objectForm } from './node-form';
import { isTrigger, nodeTypes, portsOf } from './node-types';
import { aboutNode, portWord, reachedBy, titleOf, typeTitle } from './words.rules';

/** The outline: the steps in order, each edited in its place. */
export class Steps extends Store {
  /** The step that is edited, or behind which one is added. */
  private edited: GraphNode | null = null;
  private before = '';
  private strangers = 0;
  private adding: { id: string; port: string; type: string; isBeside: boolean } | null = null;

  constructor(private readonly draft: Draft) {
    super();
  }

  /** Whether a step was edited and not saved. One that somebody else has removed cannot be. */
  get isUnsaved(): boolean {
    const { edited, before, draft } = this;
    return edited !== null && Boolean(nodeOf(draft.graph, edited.id)) && JSON.stringify(edited) !== before;
  }

  render(): TemplateResult {
    const { graph, form, findings } = this.draft;
    const order = ordered(graph);
    const apart = findings.filter(({ nodeId }) => nodeId === null);
    return html`
      ${apart.map(({ message }) => html`<p class="inside failed">${message}</p>`)}
      <datalist id="form-fields">${form?.fields.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
      <ol class="steps" aria-label="Steps">
        ${repeat(
          order,
          ({ id }) => id,
          (node, index) => this.row(node, index, order[index - 1]?.id),
        )}
      </ol>
    `;
  }

  private row(node: GraphNode, index: number, aboveId: string | undefined): TemplateResult {
    const { graph, findings } = this.draft;
    const faults = findings.filter(({ nodeId }) => nodeId === node.id);
    const about = aboutNode(node);
    return html`<li data-step=${node.id}>
      <span class="number">${index + 1}</span>
      <div class="about">
        <strong>${titleOf(node)}</strong>
        <span class="muted">${reachedBy(graph, node.id, aboveId)}${node.disabled ? ' (off)' : ''}</span>
        ${
          faults.length > 0
            ? faults.map(({ message }) => html`<p class="failed">${message}</p>`)
            : html`<p class="muted">${about || typeTitle(node.type)}</p>`
        }
      </div>
      <div class="actions">${this.actions(node)}</div>
      ${this.edited?.id === node.id ? this.form(this.edited) : nothing}
      ${this.adding?.id === node.id ? this.choices(node, this.adding) : nothing}
    </li>`;
  }

  private actions(node: GraphNode) {
    const { graph } = this.draft;
    const action = (word: string, act: () => unknown, isDanger = false) =>
      html`<button type="button" class="row-action ${isDanger ? 'danger' : ''}" aria-label="${word} ${titleOf(node)}" @click=${act}>
        ${word}
      </button>`;
    const move = (word: string, moved: Graph | null) => moved && action(word, () => this.move(node, word, moved));
    const ports = portsOf(node);
    const add = () => this.open(null, { id: node.id, port: ports[0]!, type: 'webhook', isBeside: isTrigger(node) });
    return [
      action('Edit', () => this.open(structuredClone(node), null)),
      ports.length > 0 ? action('Add after', add) : nothing,
      move('Move up', movedUp(graph, node.id, portsOf)),
      move('Move down', movedDown(graph, node.id, portsOf)),
      isTrigger(node) ? nothing : action('Remove', () => this.remove(node), true),
    ];
  }

  /** Begins to edit a step, or to add one behind another, or neither. */
  open(edited: GraphNode | null, adding: Steps['adding']): void {
    const left = this.edited?.id ?? this.adding?.id;
    [this.edited, this.adding] = [edited, adding];
    [this.before, this.strangers] = [JSON.stringify(edited), this.draft.strangers];
    const id = edited?.id ?? adding?.id;
    this.focus(id ?? left!, id ? '.panel :is(input, select, textarea)' : '.row-action');
  }

  /** Once the page is drawn. */
  private focus(id: string, selector: string): void {
    setTimeout(() => document.querySelector<HTMLElement>(`[data-step="${id}"] ${selector}`)?.focus());
  }

  private async move(node: GraphNode, word: string, moved: Graph): Promise<void> {
    if (!(await this.draft.save(moved))) return;
    const other = word === 'Move up' ? 'Move down' : 'Move up';
    this.focus(node.id, `[aria-label^="${word}"]`);
    setTimeout(() => document.activeElement === document.body && this.focus(node.id, `[aria-label^="${other}"]`));
  }

  private async remove(node: GraphNode): Promise<void> {
    const text = 'What stood before it and behind it is joined. Submissions go on through the version that is live until you publish.';
    if (!(await confirm({ title: `Remove ${titleOf(node)}?`, text, action: 'Remove' }))) return;
    await this.draft.save(removeNode(this.draft.graph, node.id));
  }

  private async save(node: GraphNode): Promise<void> {
    const { nodes } = this.draft.graph;
    const graph = { ...this.draft.graph, nodes: nodes.map((each) => (each.id === node.id ? node : each)) };
    if (await this.draft.save(graph, this.strangers)) this.open(null, null);
  }

  private form(node: GraphNode): TemplateResult {
    const change = (changes: Partial<GraphNode>) => (this.edited = { ...node, ...changes });
    const type = nodeTypes[node.type]!;
    const submit = (event: Event) => (event.preventDefault(), void this.save(this.edited!));
    return html`<form class="panel" aria-label="Edit ${titleOf(node)}" novalidate @submit=${submit}>
      <p class="muted">${type.description?.replaceAll('`', '')}</p>
      <div class="option">
        <label for="step-name">Name <span class="muted">optional</span></label>
        <input
          id="step-name"
          maxlength="120"
          .value=${node.name ?? ''}
          @change=${(event: Event) => {
            const { name: _, ...rest } = node;
            const name = valueOf(event);
            this.edited = name ? { ...rest, name } : rest;
          }}
        />
      </div>
      ${objectForm(type, node.config, (config) => change({ config: config as GraphNode['config'] }), 'option')}
      ${
        isTrigger(node)
          ? nothing
          : html`<label class="check"
              ><input
                type="checkbox"
                .checked=${node.disabled ?? false}
                @change=${(event: Event) => change({ disabled: isTicked(event) })}
              />
              Off: the step is left out</label
            >`
      }
      <p class="bar">
        <button class="main-action">Save</button>
        <button type="button" @click=${() => this.open(null, null)}>Cancel</button>
        ${saving(this.isUnsaved)}
      </p>
    </form>`;
  }

  private choices(node: GraphNode, adding: NonNullable<Steps['adding']>): TemplateResult {
    const { graph } = this.draft;
    const change = (changes: object) => (this.adding = { ...adding, ...changes });
    const ports = portsOf(node);
    const word = (port: string) => portWord(port) || 'it succeeded';
    const follows = graph.edges.some(({ source, source_port: port = 'out' }) => source === node.id && port === adding.port);
    const submit = (event: Event) => (event.preventDefault(), void this.add(adding));
    return html`<form class="panel" aria-label="Add after ${titleOf(node)}" @submit=${submit}>
      <div class="option">
        <label for="step-type">Type</label>
        <select id="step-type" @change=${(event: Event) => change({ type: valueOf(event) })}>
          ${Object.entries(nodeTypes)
            .filter(([, type]) => type['x-kind'] !== 'trigger')
            .map(([type]) => html`<option value=${type} ?selected=${type === adding.type}>${typeTitle(type)}</option>`)}
        </select>
        <small class="muted">${nodeTypes[adding.type]?.description?.replaceAll('`', '')}</small>
      </div>
      ${
        ports.length > 1
          ? html`<div class="option">
              <label for="step-port">When</label>
              <select id="step-port" @change=${(event: Event) => change({ port: valueOf(event) })}>
                ${ports.map((port) => html`<option value=${port} ?selected=${port === adding.port}>${word(port)}</option>`)}
              </select>
            </div>`
          : nothing
      }
      ${
        follows
          ? html`<div class="option">
              <label for="step-place">Place</label>
              <select id="step-place" @change=${(event: Event) => change({ isBeside: valueOf(event) === 'beside' })}>
                <option value="before" ?selected=${!adding.isBeside}>before what follows</option>
                <option value="beside" ?selected=${adding.isBeside}>beside what follows</option>
              </select>
            </div>`
          : nothing
      }
      <p class="bar">
        <button class="main-action">Add</button>
        <button type="button" @click=${() => this.open(null, null)}>Cancel</button>
      </p>
    </form>`;
  }

  private async add(adding: NonNullable<Steps['adding']>): Promise<void> {
    const { graph } = this.draft;
    const node = { id: freeId(graph.nodes, adding.type), type: adding.type, config: {} };
    const added = addAfter(graph, adding, node, portsOf);
    if (!(await this.draft.save(added))) return;
    const needsMore = Object.keys(nodeTypes[node.type]?.properties ?? {}).length > 0;
    this.open(needsMore ? nodeOf(added, node.id) : null, null);
    if (!needsMore) this.focus(node.id, '.row-action');
  }
}
