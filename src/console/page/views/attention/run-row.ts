import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOfFormView, RunView } from '../../../../../client/src/index.js';
import { api } from '../../api';
import { whoIn } from '../../forms';
import { type Fault, faultsOf, listedFaults } from '../../faults.rules';
import { causeWords } from '../../parts/cause';
import { time } from '../../parts/time';

const known = new Map<string, { run: RunView; isEnded: boolean }>();
const AT_ONCE = 6;

/** Reads what a list does not tell: receivers, answers and values. Runs that have ended are read once; one that is gone stays unknown. */
export async function knowMore(runs: readonly RunOfFormView[], signal: AbortSignal): Promise<void> {
  const missing = runs.filter(({ id }) => !known.get(id)?.isEnded);
  const next = async (): Promise<void> => {
    for (let listed = missing.shift(); listed; listed = missing.shift()) {
      const path = { form: listed.form_id, run: listed.id };
      const answer = await api.getWorkflowRun({ path }, { signal }).catch(() => null);
      if (answer) known.set(listed.id, { run: answer.data, isEnded: listed.completed_at !== null });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

/** What is shown of a run. */
export interface Known {
  faults: Fault[];
  /** The first value of the submission, once its form is known. */
  who: string;
  lastAttempt: string;
}

/** What the list tells of a run, and more once the run itself is read. */
export function whatIsKnown(listed: RunOfFormView): Known {
  const run = known.get(listed.id)?.run;
  const lastAttempt = listed.completed_at ?? listed.created_at;
  if (!run) return { faults: listedFaults(listed), who: '', lastAttempt };
  const attempts = run.steps.flatMap((step) => step.attempts ?? []).filter(({ status }) => status !== 'succeeded');
  const faults = faultsOf(run);
  return {
    faults: faults.length > 0 ? faults : listedFaults(listed),
    who: whoIn(run, listed.form_id),
    lastAttempt:
      attempts
        .map(({ started_at: at }) => at)
        .sort()
        .at(-1) ?? lastAttempt,
  };
}

/** What is wrong, what to do, and of whom it is. */
export function runRow(run: RunOfFormView, { faults, who, lastAttempt }: Known, retry: (run: RunOfFormView) => void): TemplateResult {
  const what = `what-${run.id}`;
  const form = `#/forms/${run.form_id}`;
  const attempts = Math.max(...faults.map((fault) => fault.attempts));
  const submission = run.submission_id
    ? html`<a href="${form}/submissions/${run.submission_id}"><bdi>${who || 'The submission'}</bdi></a> · `
    : nothing;
  return html`<li data-run=${run.id}>
    <div class="causes">
      ${faults.map((fault, index) => causeWords(fault, index === 0 ? what : undefined))}
      <p class="muted">
        ${submission}<bdi>${run.form_name}</bdi> · ${attempts > 1 ? `${attempts} attempts, last ` : nothing}${time(lastAttempt)} ·
        <a class="row-action" href="${form}/runs/${run.id}">Run</a>
      </p>
    </div>
    ${
      run.completed_at
        ? html`<button type="button" aria-describedby=${what} @click=${() => retry(run)}>Retry</button>`
        : html`<p class="muted">The rest is on its way.</p>`
    }
  </li>`;
}
