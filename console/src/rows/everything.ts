import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type CreateSubmissionJobBody, type SubmissionJob } from 'form-collection-client';
import { api } from '../api';
import { problem } from '../elements/basics';
import { confirm } from '../elements/dialog';
import { filtersIn } from '../list-address.rules';
import { readCounts } from '../shell/counts';
import { pause } from '../shell/poll';
import { Store } from '../store';
import type { SubmissionList } from '../submission-list';
import { type Action, bodyOf } from './actions.rules';
import { countInWords, doneInWords, actionsOnAll, questionOf, type CountedRows } from './everything.rules';

const PAUSE_MS = 1000;

/** All submissions that fit the filters of a list, not only the rows that were read, and the action on them that is running. */
export class Everything extends Store {
  isChosen = false;
  private counted: CountedRows | null = null;
  private of: SubmissionList | null = null;
  private job: SubmissionJob | null = null;
  private failure: unknown = null;

  /** Counts what fits the filters, and finds an action that was begun before. */
  async begin(list: SubmissionList): Promise<void> {
    if (this.of === list && this.counted) return;
    [this.of, this.counted, this.isChosen] = [list, null, false];
    try {
      const [{ data }] = await Promise.all([api.countSubmissions({ query: filtersIn(list.query) }), this.findRunning()]);
      if (this.of === list) this.counted = data;
    } catch (error) {
      this.failure = error;
    }
  }

  /** The offer to select all, for a list of which all rows are ticked. */
  offer(list: SubmissionList, rows: number): TemplateResult | typeof nothing {
    const { counted } = this;
    if (this.of !== list || !counted || (counted.complete && counted.count <= rows)) return nothing;
    const all = countInWords(counted);
    return html`<p class="everything" role="status">
      ${this.isChosen ? `All ${all} are selected.` : `All ${rows} here are selected.`}
      <button type="button" class="row-action" @click=${() => (this.isChosen = !this.isChosen)}>
        ${this.isChosen ? `Only these ${rows}` : `Select all ${all}`}
      </button>
    </p>`;
  }

  actions(list: SubmissionList): Action[] {
    return actionsOnAll(list.query);
  }

  /** Asks, and begins the action. False when nothing was begun. */
  async act(action: Action, list: SubmissionList): Promise<boolean> {
    if (!this.counted || !(await confirm(questionOf(action, this.counted)))) return false;
    const { has_files: files, ...filters } = filtersIn(list.query);
    const body = { ...bodyOf(action), filters: { ...filters, ...(files && { has_files: files === 'true' }) } } as CreateSubmissionJobBody;
    try {
      this.failure = null;
      this.job = (await api.createSubmissionJob({ body })).data;
      [this.isChosen, this.of] = [false, null];
      void this.follow(list);
      return true;
    } catch (error) {
      this.failure = error;
      if (error instanceof ApiError && error.code === 'job_running') await this.findRunning();
      return false;
    }
  }

  /** Shows how far the action is, and how it ended. */
  progress(): TemplateResult {
    const { job, failure } = this;
    return html`${failure ? problem(failure) : nothing} ${job ? this.line(job) : nothing}`;
  }

  private line(job: SubmissionJob): TemplateResult {
    const isRunning = job.status === 'running';
    const bar = html`<progress
      aria-label="Progress"
      max=${job.total ?? nothing}
      value=${job.total === null ? nothing : job.found}
    ></progress>`;
    return html`<div class="sheet bulk" role="group" aria-label="Action on many submissions">
      <b role="status">${doneInWords(job)}</b> ${isRunning ? bar : nothing}
      <span>
        <button type="button" class="row-action" @click=${() => (isRunning ? void this.cancel(job) : (this.job = null))}>
          ${isRunning ? 'Cancel' : 'Close'}
        </button>
      </span>
    </div>`;
  }

  private async cancel({ id }: SubmissionJob): Promise<void> {
    try {
      this.job = (await api.cancelSubmissionJob({ path: { job: id } })).data;
    } catch (error) {
      this.failure = error;
    }
  }

  private async findRunning(): Promise<void> {
    if (this.job?.status === 'running') return;
    const { data } = await api.listSubmissionJobs({ query: { limit: 10 } });
    const running = data.find(({ status }) => status === 'running');
    if (!running) return;
    this.job = running;
    if (this.of) void this.follow(this.of);
  }

  /** Reads the progress until the action has ended, and then the list again. */
  private async follow(list: SubmissionList): Promise<void> {
    const { signal } = new AbortController();
    while (this.job?.status === 'running') {
      await pause(PAUSE_MS, signal);
      const { id } = this.job;
      try {
        const { data } = await api.getSubmissionJob({ path: { job: id } });
        if (this.job.id === id && this.job.status === 'running') this.job = data;
      } catch (error) {
        if (error instanceof ApiError && error.status < 500) [this.failure, this.job] = [error, null];
      }
    }
    await Promise.all([list.begin(), readCounts()]).catch(() => undefined); // both are read again soon
  }
}
