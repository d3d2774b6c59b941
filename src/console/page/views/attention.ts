import { html, nothing, type TemplateResult } from 'lit-html';
import type { ListAllWorkflowRunsQuery, RunOfFormView } from '../../../../client/src/index.js';
import { api } from '../api';
import { risksOf } from '../causes.rules';
import { counted } from '../english.rules';
import { NewestFirst } from '../list';
import { older, problem } from '../parts/elements';
import { retryRun } from '../parts/failures';
import { listedProblems } from '../problems.rules';
import { readCounts } from '../shell/counts';
import { poll } from '../shell/poll';
import { Store } from '../store';
import type { View, ViewContext, ViewFactory } from '../view';
import { runRow, retryAll } from './attention/run-row';

const PAGE = 20;

export const attention: ViewFactory = (context) => new AttentionPage(context);

/** The newest of each chain of retries that failed, or of which nobody knows whether everything arrived. */
class AttentionPage extends Store implements View {
  private failure: unknown = null;
  private notice: unknown = '';
  private isBusy = false;

  private readonly list = new NewestFirst<RunOfFormView>(
    (cursor, tag) => {
      const query: ListAllWorkflowRunsQuery = { ...WANTED, limit: PAGE, ...(cursor ? { cursor } : {}) };
      const headers = { 'If-None-Match': tag ?? '"none"' };
      return api.listAllWorkflowRuns({ query, headers }, { signal: this.context.signal });
    },
    ({ created_at: created }) => created,
  );

  constructor(private readonly context: ViewContext) {
    super();
    void this.try(() => this.list.refresh());
    void poll(() => this.list.refresh(), context.signal);
  }

  title(): string {
    return 'Needs attention';
  }

  render(): TemplateResult {
    const { list, failure, notice, isBusy } = this;
    const { items, hasOlder, isRead } = list;
    const retry = (run: RunOfFormView) => void this.try(() => this.retry(run));
    return html`
      <header class="head">
        <div class="headline">
          <h1>Needs attention</h1>
          <span class="muted">${items.length > 0 ? this.number() : nothing}</span>
        </div>
        ${
          items.length > 0
            ? html`<button type="button" class="main-action" ?disabled=${isBusy} @click=${() => void this.try(() => this.retryAll())}>
                Retry all
              </button>`
            : nothing
        }
      </header>
      <p class=${notice ? 'notice muted' : 'visually-hidden'} role="status">${notice}</p>
      ${failure ? problem(failure) : nothing}
      ${
        items.length > 0
          ? html`<div class="sheet">
              <ol class="plain attention" aria-label="Runs">
                ${items.map((run) => runRow(run, retry))}
              </ol>
              ${older(hasOlder, 'older', () => void this.try(() => list.older()))}
            </div>`
          : isRead
            ? html`<div class="sheet empty">
                <p>Everything that came in was delivered.</p>
                <p><a href="#/inbox">Inbox</a></p>
              </div>`
            : html`<div class="sheet reading" role="status" aria-label="Reading"></div>`
      }
    `;
  }

  private number(): string {
    const { items, hasOlder } = this.list;
    const forms = new Set(items.map(({ form_id: form }) => form)).size;
    if (hasOlder) return `The newest ${counted(items.length, 'run')}`;
    return `${counted(items.length, 'run')} of ${counted(forms, 'form')}`;
  }

  private async retry(listed: RunOfFormView): Promise<void> {
    const { form_id: form, id: run } = listed;
    const started = await retryRun({ form, run }, () => risksOf(listedProblems(listed)));
    if (!started) return;
    this.list.change((each) => (each.id === run ? null : each));
    this.notice = html`It is tried again. <a href="#/forms/${form}/runs/${started}">See the run</a>`;
    await readCounts();
  }

  private async retryAll(): Promise<void> {
    this.isBusy = true;
    try {
      this.notice = await retryAll(WANTED);
    } finally {
      this.isBusy = false;
    }
    await Promise.all([this.list.refresh(), readCounts()]);
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    [this.failure, this.notice] = [null, ''];
    try {
      await action();
    } catch (error) {
      if (!this.context.signal.aborted) this.failure = error;
    }
  }
}

const WANTED = { attention: true, run_kind: 'production' } as const;
