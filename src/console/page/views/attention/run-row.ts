import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOfFormView, ListAllWorkflowRunsQuery } from '../../../../../client/src/index.js';
import { causeWords } from '../../parts/failures';
import { time } from '../../parts/time';
import { listedProblems } from '../../problems.rules';
import { inOneLine } from '../../values.rules';
import { api } from '../../api';

/** A row: cause, remedy, submission. */
export function runRow(run: RunOfFormView, retry: (run: RunOfFormView) => void): TemplateResult {
  const what = `what-${run.id}`;
  const form = `#/forms/${run.form_id}`;
  const problems = listedProblems(run);
  const attempts = Math.max(...problems.map((problem) => problem.attempt_count));
  const lastAttempts = problems.flatMap(({ last_attempt_at: at }) => at ?? []).sort();
  const submission = run.submission_id
    ? html`<a href="${form}/submissions/${run.submission_id}"><bdi>${inOneLine(run.first_value) || 'The submission'}</bdi></a> · `
    : nothing;
  return html`<li data-run=${run.id}>
    <div class="causes">
      ${problems.map((problem, index) => causeWords(problem, index === 0 ? what : undefined))}
      <p class="muted">
        ${submission}<bdi>${run.form_name}</bdi> ·
        ${attempts > 1 ? `${attempts} attempts, last ` : nothing}${time(lastAttempts.at(-1) ?? run.completed_at ?? run.created_at)} ·
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

const LARGEST_BATCH = 200;

/** Retries all runs that fit, but for those of which something may have arrived. Resolves with what it did, in words. */
export async function retryAll(query: ListAllWorkflowRunsQuery): Promise<string> {
  const ids: string[] = [];
  for await (const { id } of api.listAllWorkflowRuns.items({ query: { ...query, limit: 50 } })) ids.push(id);
  let retried = 0;
  const refused: string[] = [];
  while (ids.length > 0) {
    const { data } = await api.retryWorkflowRuns({ body: { ids: ids.splice(0, LARGEST_BATCH) } });
    retried += data.retried.length;
    refused.push(...data.refused.map(({ code }) => code));
  }
  return outcomeOf(retried, refused);
}

/** `refused` has the code of each run that was not retried. */
function outcomeOf(retried: number, refused: readonly string[]): string {
  const uncertain = refused.filter((code) => code === 'delivery_uncertain').length;
  const gone = refused.filter((code) => code === 'run_not_retryable' || code === 'resource_not_found').length;
  const others = refused.length - uncertain - gone;
  const [were, they, are] = uncertain === 1 ? ['was', 'it', 'is'] : ['were', 'they', 'are'];
  const left = `${uncertain} ${were} left as ${they} ${are}: nobody knows whether ${they} arrived, so look at each.`;
  return [
    retried === 1 ? '1 run is tried again.' : `${retried || 'No'} runs are tried again.`,
    uncertain > 0 && left,
    gone > 0 && `${gone} ${gone === 1 ? 'has' : 'have'} not ended yet, or had been retried already.`,
    others > 0 && `${others} ${others === 1 ? 'was' : 'were'} refused: ${[...new Set(refused)].join(', ')}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
