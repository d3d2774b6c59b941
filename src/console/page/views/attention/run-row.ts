import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOfFormView } from '../../../../../client/src/index.js';
import { causeWords } from '../../parts/failures';
import { time } from '../../parts/time';
import { listedProblems } from '../../problems.rules';
import { inOneLine } from '../../values.rules';

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
