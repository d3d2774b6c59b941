import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { confirm } from '../../elements/dialog';
import { may } from '../../session/rights';
import { Store } from '../../store';
import { AddStep } from './add-step';
import type { Draft } from './draft';
import { movedDown, movedUp, nodeOf, removeNode } from './edit.rules';
import { optionFaults } from './findings.rules';
import { ordered, type Graph, type GraphNode } from './graph.rules';
import { isTrigger, portsOf } from './node-types';
import { aboutNode, reachedBy } from './outline.rules';
import { labelsFor, operandsFor, placeholdersFor } from './placeholders.rules';
import { openSigningSecret } from './signing-secret';
import { StepEdit } from './step-edit';
import { stepForm } from './step-form';
import { finished } from './step-options.rules';
import { titleOf, typeTitle } from './words.rules';
import { rowButton } from '../../elements/basics';

export type Below = (node: GraphNode) => TemplateResult | typeof nothing;

export class Steps extends Store {
  private edit: StepEdit | null = null;
  private adding: AddStep | null = null;

  constructor(
    private readonly draft: Draft,
    private readonly below: Below,
  ) {
    super();
  }

  /** An edit of a step that somebody else has removed can never be saved, so it does not count. */
  get isUnsaved(): boolean {
    const { edit, draft } = this;
    return edit !== null && Boolean(nodeOf(draft.graph, edit.node.id)) && edit.isUnsaved;
  }

  /** Saves the edit, which stays open; false if it was refused. */
  async settle(): Promise<boolean> {
    const { edit, draft } = this;
    if (!edit || !this.isUnsaved) return true;
    const node = finished(edit.node);
    const graph = { ...draft.graph, nodes: draft.graph.nodes.map((each) => (each.id === node.id ? node : each)) };
    if (!(await draft.save(graph, edit.strangers))) return false;
    edit.saved(node, draft.strangers);
    return true;
  }

  render(): TemplateResult {
    const { graph, findings } = this.draft;
    const order = ordered(graph);
    const apart = findings.filter(({ nodeId }) => nodeId === null);
    return html`
      ${apart.map(({ message }) => html`<p class="inside failed">${message}</p>`)}
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
    const { graph, findings, form } = this.draft;
    const faults = findings.filter(({ nodeId }) => nodeId === node.id);
    return html`<li data-step=${node.id}>
      <span class="number">${index + 1}</span>
      <div class="about">
        <strong>${titleOf(node)}</strong>
        <span class="muted">${reachedBy(graph, node.id, aboveId)}${node.disabled ? ' (off)' : ''}</span>
        ${
          faults.length > 0
            ? faults.map(({ message }) => html`<p class="failed">${message}</p>`)
            : html`<p class="muted">${aboutNode(node, labelsFor(graph, node.id, form?.fields ?? [])) || typeTitle(node.type)}</p>`
        }
      </div>
      ${may('workflows:write') ? html`<div class="actions">${this.actions(node)}</div>` : nothing}
      ${this.edit?.node.id === node.id ? this.form(this.edit) : nothing}
      ${
        this.adding?.after.id === node.id
          ? this.adding.render(
              () => void this.add(),
              () => this.close(),
            )
          : nothing
      }
    </li>`;
  }

  private actions(node: GraphNode) {
    const { graph } = this.draft;
    const action = (word: string, act: () => unknown, kind = '') => rowButton(word, `${word} ${titleOf(node)}`, act, kind);
    const move = (word: string, moved: Graph | null) => moved && action(word, () => this.move(node, word, moved));
    return [
      action('Edit', () => void this.open(node.id)),
      portsOf(node).length > 0 ? action('Add after', () => void this.open(null, node)) : nothing,
      move('Move up', movedUp(graph, node.id, portsOf)),
      move('Move down', movedDown(graph, node.id, portsOf)),
      isTrigger(node) ? nothing : action('Remove', () => this.remove(node), 'danger'),
    ];
  }

  /** Begins to edit a step, or to add one after another. The previous edit is saved first, and stays open if that is refused. */
  private async open(id: string | null, after?: GraphNode): Promise<void> {
    if (await this.settle()) this.show(id, after);
  }

  private show(id: string | null, after?: GraphNode): void {
    const { draft } = this;
    const left = this.edit?.node.id ?? this.adding?.after.id;
    this.edit = id === null ? null : new StepEdit(nodeOf(draft.graph, id), draft.strangers);
    this.adding = after ? new AddStep(draft, after) : null;
    const [opened, place] = [id ?? after?.id, id ?? after?.id ?? left];
    if (place !== undefined) this.focus(place, opened ? '.panel :is(input, select:not(.insert), textarea)' : '.row-action');
  }

  /** Closes the open edit, after a confirmation if something was typed. */
  private async cancel(): Promise<void> {
    const text = 'What you typed here is lost.';
    if (this.isUnsaved && !(await confirm({ title: 'Leave the step as it was?', text, action: 'Leave it' }))) return;
    this.close();
  }

  close(): void {
    this.show(null);
  }

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

  private form(edit: StepEdit): TemplateResult {
    const { graph, form, findings } = this.draft;
    const [{ id }, fields] = [edit.node, form?.fields ?? []];
    const around = {
      operands: operandsFor(graph, id, fields),
      placeholders: placeholdersFor(graph, id, fields),
      faultsIn: optionFaults(findings, id),
    };
    const save = async () => (await this.settle()) && !edit.isUnsaved && this.show(null);
    const below = html`${this.secretButton(edit.node)}${this.below(edit.node)}`;
    return stepForm(edit, around, { save, cancel: () => void this.cancel() }, below);
  }

  private secretButton({ id, type, config }: GraphNode): TemplateResult | typeof nothing {
    if (type !== 'webhook' || config?.['signing'] === 'none') return nothing;
    return html`<p>
      <button type="button" class="row-action" @click=${() => void openSigningSecret(this.draft.formId, id)}>Signing secret</button>
    </p>`;
  }

  private async add(): Promise<void> {
    const { draft, adding } = this;
    if (!adding) return;
    const { graph, node } = adding.added();
    if (!(await draft.save(graph))) return;
    const needsMore = node.type !== 'database';
    this.show(needsMore ? node.id : null);
    if (!needsMore) this.focus(node.id, '.row-action');
  }
}
