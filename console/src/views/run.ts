import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type Run } from 'form-collection-client';
import { api } from '../api';
import { risksOf } from '../causes.rules';
import { problemsOf } from '../problems.rules';
import { formOf } from '../forms';
import { confirm } from '../elements/dialog';
import { backLink, isOutage } from '../elements/basics';
import { mayControl, mayRetry, retryButtons, retryRun, type Workflow } from '../elements/failures';
import { time } from '../elements/time';
import { may, maySee } from '../session/rights';
import { readCountsSoon } from '../shell/counts';
import { pause } from '../shell/poll';
import { inOneLine, type SentValues, shownValues } from '../values.rules';
import type { View, ViewContext } from '../view';
import { graphPicture } from './workflow/graph';
import { isOpen, runSteps, statesOf, waits } from './workflow/run-steps';
import { portOf, type Graph, type GraphNode } from './workflow/graph.rules';
import { titleOf } from './workflow/words.rules';
import { ViewStore } from '../elements/view-store';

const PAUSE_MS = 2500;

const STATES: Record<string, string> = {
  pending: 'It waits for a worker.',
  running: 'It is being carried out.',
  succeeded: 'Every step succeeded or was not needed.',
  partially_failed: 'A part of it was delivered, another was not.',
  failed: 'It was not delivered.',
  cancelled: 'It was cancelled.',
  blocked_insufficient_compute_points: 'It waits for compute points, and goes on by itself when there are some.',
  blocked_plan_limits: 'It waits until fewer tests are open, and goes on by itself.',
};

export class RunPage extends ViewStore implements View {
  private run: Run | null = null;

  constructor(context: ViewContext) {
    super(context);
    this.load(() => this.follow());
  }

  title(): string {
    return `Run · ${this.heading}`;
  }

  render(): TemplateResult {
    const { run } = this;
    const form = this.context.params['form'];
    return html`
      <header class="head">
        <div class="heading">
          ${backLink(`#/forms/${form}/workflow`, 'Workflow')}
          <h1><small>Run</small> <bdi>${this.heading}</bdi></h1>
          ${run ? html`<p class="muted" role="status">${STATES[run.status] ?? run.status}</p>` : nothing}
        </div>
        ${run ? this.actions(run) : nothing}
      </header>
      ${this.outcome()}
      ${
        run
          ? html`${graphPicture(run.definition, statesOf(run))}
              <section class="sheet" aria-labelledby="run-steps">
                <header><h2 id="run-steps">Steps</h2></header>
                <div class="inside">${runSteps(run)} ${this.facts(run)}</div>
              </section>`
          : nothing
      }
    `;
  }

  private get heading(): string {
    if (!this.run) return '';
    const { run_kind: kind, workflow_version: version } = this.run;
    if (kind === 'test') return 'Test of a draft';
    return whoIn(this.run, this.path.form) || `Version ${version}`;
  }

  private facts(run: Run) {
    const {
      created_at: created,
      submission_id: submission,
      retry_of_run_id: earlier,
      workflow_version: version,
      dismissed_at: dismissed,
    } = run;
    const base = `#/forms/${this.context.params['form']}`;
    return html`<p class="muted">
      ${version ? `Version ${version} · began ` : 'Began '}${time(created)}
      ${submission && maySee('submissions:read') ? html` · <a href="${base}/submissions/${submission}">The submission</a>` : nothing}
      ${earlier ? html` · <a href="${base}/runs/${earlier}">The run before</a>` : nothing}
      ${dismissed ? html` · Done ${time(dismissed)}` : nothing}
    </p>`;
  }

  private actions(run: Run): TemplateResult {
    return html`<div class="bar">
      ${isOpen(run) && may(isTest(run) ? 'workflows:test' : 'workflows:publish') ? html`<button type="button" class="danger" @click=${this.act(() => this.cancel())}>Cancel run</button>` : nothing}
      ${waits(run) && mayControl() ? html`<button type="button" @click=${this.act(() => this.change(api.resumeWorkflowRun))}>Continue now</button>` : nothing}
      ${needsAttention(run) ? html`<button type="button" @click=${this.act(() => this.dismiss())}>Done</button>` : nothing}
      ${mayRetry(run) ? html`${this.skipButtons(run)} ${retryButtons(run, (workflow) => void this.try(() => this.retry(run, workflow)))}` : nothing}
    </div>`;
  }

  /** For destinations that failed: those behind them get the submission without them. */
  private skipButtons(run: Run): TemplateResult[] {
    return heldUpBy(run).map((node) => {
      const skip = () => void this.try(() => this.retry(run, 'same', [node.id]));
      return html`<button type="button" aria-label="Skip ${titleOf(node)} and go on" @click=${skip}>
        Skip <bdi>${titleOf(node)}</bdi> and go on
      </button>`;
    });
  }

  private get path() {
    const { form, run } = this.context.params;
    return { form: form!, run: run! };
  }

  private async follow(): Promise<void> {
    const { signal } = this.context;
    do {
      if (this.run) await pause(PAUSE_MS, signal);
      if (signal.aborted) return;
      this.run = (await api.getWorkflowRun({ path: this.path }, { signal })).data;
      if (isOutage(this.failure)) this.failure = null;
    } while (isOpen(this.run));
  }

  protected override failed(error: unknown): void {
    if (error instanceof ApiError && error.status === 404) this.run = null;
    this.failure = error;
  }

  private async retry(run: Run, workflow: Workflow, skip?: string[]): Promise<void> {
    try {
      const started = await retryRun(this.path, workflow, () => risksOf(problemsOf(run)), skip);
      if (started) location.hash = `#/forms/${this.path.form}/runs/${started}`;
    } finally {
      readCountsSoon();
    }
  }

  private async cancel(): Promise<void> {
    const text = 'No further step is begun. What is being sent at this moment may still arrive.';
    if (await confirm({ title: 'Cancel this run?', text, action: 'Cancel run' })) await this.change(api.cancelWorkflowRun);
  }

  private async dismiss(): Promise<void> {
    await this.change(api.dismissWorkflowRun);
    readCountsSoon();
  }

  private async change(action: (input: { path: RunPage['path'] }) => Promise<unknown>): Promise<void> {
    await action({ path: this.path });
    this.run = (await api.getWorkflowRun({ path: this.path })).data;
  }
}

const isTest = ({ run_kind: kind }: Run): boolean => kind === 'test';

const needsAttention = (run: Run): boolean => mayRetry(run) && run.status !== 'cancelled' && !run.dismissed_at;

/** The first value of the run's submission, once its form is known; empty if the session may not read it. */
function whoIn(run: Run, form: string): string {
  const input = run.steps.find((step) => step.input !== null)?.input as Partial<SentValues> | undefined;
  const values = shownValues({ fields: {}, ...input }, formOf(form)).map(({ value }) => inOneLine(value));
  return values.find(Boolean)?.slice(0, 120) ?? '';
}

/** The destinations that failed and keep the submission from what stands behind them. */
function heldUpBy({ steps, definition }: Run): GraphNode[] {
  const { nodes, edges } = definition as Graph;
  const hasFailed = (id: string) =>
    steps.some(({ node_id: node, node_kind: kind, status }) => node === id && kind === 'destination' && /failed|uncertain/.test(status));
  return nodes.filter(({ id }) => hasFailed(id) && edges.some((edge) => edge.source === id && portOf(edge) === 'out'));
}
