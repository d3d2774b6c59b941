import { html, nothing, type TemplateResult } from 'lit-html';
import { capitalized } from '../english.rules';
import { backLink, problem } from '../elements/basics';
import { time } from '../elements/time';
import { may } from '../session/rights';
import { patiently } from '../shell/poll';
import type { View, ViewContext } from '../view';
import { differencesOf } from './workflow/differences.rules';
import { Draft } from './workflow/draft';
import { graphPicture } from './workflow/graph';
import { ordered, type Graph } from './workflow/graph.rules';
import { JsonEditor } from './workflow/json-editor';
import { Steps } from './workflow/steps';
import { TestPanel } from './workflow/test-panel';
import { Versions } from './workflow/versions';
import { titleOf } from './workflow/words.rules';
import { ViewStore } from '../elements/view-store';

export class WorkflowPage extends ViewStore implements View {
  private readonly draft: Draft;
  private readonly steps: Steps;
  private readonly test: TestPanel;
  private readonly versions: Versions;
  private json: JsonEditor | null = null;

  constructor(context: ViewContext) {
    super(context);
    this.draft = new Draft(context.params['form']!);
    this.test = new TestPanel(this.draft, context);
    const begin = (mail?: string) => void this.try(() => this.start(mail));
    this.steps = new Steps(this.draft, (node) => this.test.preview(node, { preview: () => begin(), send: () => begin(node.id) }));
    this.versions = new Versions(this.draft, context, { isUnsaved: () => this.isUnsaved(), close: () => this.settle() });
  }

  isUnsaved(): boolean {
    return this.steps.isUnsaved || this.json?.isUnsaved === true || this.draft.mine !== null;
  }

  /** Keeps the draft with which an edit was begun, so that saving detects a change by somebody else. */
  enter(): void {
    if (this.isUnsaved()) return;
    const read = async () => {
      await this.draft.read();
      await this.test.read();
    };
    void patiently(read, this.context.signal, (error) => (this.failure = error));
  }

  title(): string {
    return ['Workflow', this.draft.form?.name].filter(Boolean).join(' · ');
  }

  render(): TemplateResult {
    const { draft, failure, json } = this;
    const { workflow, form, notice, error, mine } = draft;
    const graph = workflow ? draft.graph : null;
    const toggle = this.act(() => this.versions.toggle());
    return html`
      <header class="head">
        <div>
          ${backLink(`#/forms/${draft.formId}`, form?.name ?? 'Form')}
          <h1>Workflow</h1>
          <p class="muted" role="status">${notice || (workflow ? this.state() : nothing)}</p>
        </div>
        ${
          workflow
            ? html`<div class="bar">
                <button type="button" aria-expanded=${this.versions.isShown} @click=${toggle}>Versions</button>
                ${may('workflows:test') ? html`<button type="button" @click=${this.act(() => this.start())}>Test</button>` : nothing}
                ${
                  may('workflows:publish')
                    ? html`<button
                        type="button"
                        class="main-action"
                        ?disabled=${!this.isPublishable}
                        @click=${this.act(() => this.publish())}
                      >
                        Publish
                      </button>`
                    : nothing
                }
              </div>`
            : nothing
        }
      </header>
      ${(workflow?.warnings ?? []).map((text) => html`<p class="muted">${text}</p>`)}
      ${(failure ?? error) ? problem(failure ?? error) : nothing} ${mine && graph ? this.conflict(mine, graph) : nothing}
      ${
        graph
          ? html`${this.versions.render()} ${graphPicture(graph, this.test.states)}
              <div class=${may('workflows:test') ? 'beside' : ''}>
                <section class="sheet" aria-labelledby="steps">
                  <header>
                    <h2 id="steps">Steps</h2>
                    <button type="button" class="row-action" aria-pressed=${json !== null} @click=${this.act(() => this.toggleJson())}>
                      JSON
                    </button>
                  </header>
                  ${json ? json.render() : this.steps.render()}
                </section>
                ${this.test.render()}
              </div>`
          : nothing
      }
    `;
  }

  private state(): unknown {
    const { draft, published } = this.draft.workflow!;
    const live = published ? `version ${published.version} is live` : 'nothing is published yet';
    return draft.is_dirty ? html`Draft changed ${time(draft.saved_at)} · ${live}` : capitalized(live);
  }

  /** Resolves with true once everything that was typed is saved. */
  private async saveTyped(): Promise<boolean> {
    await this.draft.saved();
    if (this.draft.mine) return false; // one of the two versions must be chosen first
    return (await this.steps.settle()) && (await (this.json?.settle() ?? true));
  }

  /** A new version without a change is of use only where it turns a channel on again, or mends what the service warns of. */
  private get isPublishable(): boolean {
    const { draft, published, warnings } = this.draft.workflow!;
    const isOff = published?.channels.some(({ status }) => status === 'auto_disabled');
    return draft.is_dirty || this.isUnsaved() || isOff === true || (warnings ?? []).length > 0;
  }

  private async publish(): Promise<void> {
    if (await this.saveTyped()) await this.draft.publish();
  }

  /** Starts a test of the draft that is shown; `mail` is the id of the step whose mail the test sends. */
  private async start(mail?: string): Promise<void> {
    if (await this.saveTyped()) await this.test.start(mail);
  }

  private async toggleJson(): Promise<void> {
    if (!(await this.saveTyped())) return;
    this.steps.close();
    this.json = this.json ? null : new JsonEditor(this.draft, () => (this.json = null));
  }

  private conflict(mine: Graph, theirs: Graph): TemplateResult {
    const version = (title: string, graph: Graph) =>
      html`<section>
        <h3>${title}</h3>
        <ol>
          ${ordered(graph).map((node) => html`<li>${titleOf(node)}</li>`)}
        </ol>
        <details>
          <summary>JSON</summary>
          <pre>${JSON.stringify(graph, null, 2)}</pre>
        </details>
      </section>`;
    return html`<section class="sheet conflict" role="alert">
      <p class="inside">Somebody else changed the draft while you edited it. Nothing is lost: choose which one stays.</p>
      <ul class="inside differences" aria-label="Differing steps">
        ${differencesOf(mine, theirs).map(({ node, what }) => html`<li><strong>${titleOf(node)}</strong>: ${what}</li>`)}
      </ul>
      <div class="both inside">${version('Yours', mine)} ${version('Theirs', theirs)}</div>
      <p class="bar inside">
        <button type="button" @click=${this.act(async () => (await this.draft.save(mine)) && this.settle())}>Keep yours</button>
        <button type="button" @click=${() => this.settle()}>Take theirs</button>
      </p>
    </section>`;
  }

  private settle(): void {
    [this.draft.mine, this.json] = [null, null];
    this.steps.close();
  }
}
