import { html, nothing, type TemplateResult } from 'lit-html';
import type { Run, Submission } from 'form-collection-client';
import { api } from '../../api';
import { risksOf } from '../../causes.rules';
import { problemsOf } from '../../problems.rules';
import { answerWords, causeWords, mayControl, mayRetry, retryButtons, retryRun, type Workflow } from '../../elements/failures';
import { moment } from '../../elements/time';
import { may } from '../../session/rights';
import { Store } from '../../store';
import { isOpen, waits } from '../workflow/run-steps';
import { type Event, eventsOf } from './timeline.rules';

/** True when the owner was not told of the submission, or only perhaps. */
const isUnsent = ({ deliveries }: Submission): boolean =>
  deliveries.some(({ channel_type: type, status }) => type === 'notification' && (status === 'failed' || status === 'uncertain'));

/** The deliveries of a submission as a thread, with all attempts of all its runs. */
export class Deliveries extends Store {
  /** The runs, oldest first; null until they are read. */
  runs: Run[] | null = null;

  constructor(
    private readonly path: { form: string; submission: string },
    private readonly signal: AbortSignal,
  ) {
    super();
  }

  /** Reads the runs, but not again those that have ended. A session that may not read runs sees no attempts. */
  async read(): Promise<Run[]> {
    const { form, submission: id } = this.path;
    const query = { submission_id: id, run_kind: 'production', limit: 50 } as const;
    const listed = await api.listWorkflowRuns({ path: { form }, query }, { signal: this.signal }).catch(() => null);
    const runs = (listed?.data ?? []).reverse().map(async ({ id: run }) => {
      const known = this.runs?.find((each) => each.id === run);
      if (known && !isOpen(known)) return known;
      return (await api.getWorkflowRun({ path: { form, run } }, { signal: this.signal })).data;
    });
    return Promise.all(runs);
  }

  /** True while a delivery is still pending. */
  isLive({ deliveries }: Submission): boolean {
    return Boolean(this.runs?.some(isOpen)) || deliveries.some(({ status }) => /pending|retrying/.test(status));
  }

  render(submission: Submission, act: (action: () => Promise<boolean>) => void): TemplateResult {
    const { runs } = this;
    const newest = runs?.at(-1);
    const link = newest ? html`<a class="row-action" href="#/forms/${this.path.form}/runs/${newest.id}">Run</a>` : nothing;
    const retry = (workflow: Workflow) => act(() => this.retry(workflow));
    const mail = () => act(() => this.sendMail());
    const resume = () => act(() => this.resume());
    return html`<section class="sheet" aria-labelledby="deliveries">
      <header>
        <h2 id="deliveries">Deliveries</h2>
        ${link}
      </header>
      ${
        runs
          ? html`<div class="inside">
              <ol class="thread">
                ${eventsOf(submission, runs).map((event) => this.line(event))}
              </ol>
              ${newest && mayRetry(newest) ? html`<p class="bar">${retryButtons(newest, retry)}</p>` : nothing}
              ${isUnsent(submission) && may('submissions:update') ? html`<p class="bar"><button type="button" @click=${mail}>Send the mail again</button></p>` : nothing}
              ${newest && waits(newest) && mayControl() ? html`<button type="button" @click=${resume}>Continue now</button>` : nothing}
            </div>`
          : nothing
      }
    </section>`;
  }

  /** Resolves with true if the run was retried. */
  private async retry(workflow: Workflow): Promise<boolean> {
    const run = this.runs!.at(-1)!;
    return (await retryRun({ form: this.path.form, run: run.id }, workflow, () => risksOf(problemsOf(run)))) !== null;
  }

  private async sendMail(): Promise<boolean> {
    const { form, submission: notification } = this.path;
    await api.retryNotification({ path: { form, notification } });
    return true;
  }

  private async resume(): Promise<boolean> {
    await api.resumeWorkflowRun({ path: { form: this.path.form, run: this.runs!.at(-1)!.id } });
    return true;
  }

  private line({ state, title, outcome, note, detail, answer, at, problem, run }: Event): TemplateResult {
    const name = run ? html`<a href="#/forms/${this.path.form}/runs/${run}">${title}</a>` : html`<bdi>${title}</bdi>`;
    const colour = state === 'uncertain' ? 'uncertain' : 'failed';
    return html`<li class=${state}>
      <p class="line">
        <span
          >${title ? html`${name} ` : nothing}${outcome ? html`<span class=${colour}>${outcome}</span> ` : nothing}<span class="muted"
            >${note}</span
          ></span
        >
        <span class="muted">${at ? moment(at) : nothing}</span>
      </p>
      ${detail ? html`<p class="muted"><bdi>${detail}</bdi></p>` : nothing} ${problem ? causeWords(problem) : answerWords(answer)}
    </li>`;
  }
}
