import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunOfForm } from 'form-collection-client';
import { causeOf } from '../../causes.rules';
import { causeWords, mayControl, retryButtons, type Workflow } from '../../elements/failures';
import { time } from '../../elements/time';
import { maySee } from '../../session/rights';
import { ATTENTION } from '../../shell/counts';
import { listedProblems } from '../../problems.rules';
import { inOneLine } from '../../values.rules';
import { api } from '../../api';

export interface RowActions {
  retry: (run: RunOfForm, workflow: Workflow) => void;
  dismiss: (run: RunOfForm) => void;
  sendAll: (run: RunOfForm, node: string) => void;
}

export function runRow(run: RunOfForm, { retry, dismiss, sendAll }: RowActions): TemplateResult {
  const form = `#/forms/${run.form_id}`;
  const problems = listedProblems(run);
  const who = inOneLine(run.first_value);
  const about = [who, causeOf(problems[0]!).what].filter(Boolean).join(', ');
  const off = problems.find(({ error_code: code, http_status: status }) => code === 'channel_disabled' || status === 410);
  const attempts = Math.max(...problems.map((problem) => problem.attempt_count));
  const lastAttempts = problems.flatMap(({ last_attempt_at: at }) => at ?? []).sort();
  const submission =
    run.submission_id && maySee('submissions:read')
      ? html`<a href="${form}/submissions/${run.submission_id}"><bdi>${who || 'The submission'}</bdi></a> · `
      : nothing;
  return html`<li data-run=${run.id}>
    <div class="causes">
      ${problems.map((problem) => causeWords(problem))}
      <p class="muted">
        ${submission}<bdi>${run.form_name}</bdi> ·
        ${attempts > 1 ? `${attempts} attempts, last ` : nothing}${time(lastAttempts.at(-1) ?? run.completed_at ?? run.created_at)} ·
        <a class="row-action" href="${form}/runs/${run.id}">Run</a>
      </p>
    </div>
    ${
      mayControl()
        ? html`<div class="bar">
            ${off?.node_id ? html`<button type="button" class="main-action" aria-label="Send all again: ${about}" @click=${() => sendAll(run, off.node_id!)}>Send all again</button>` : nothing}
            ${run.completed_at ? retryButtons(run, (workflow) => retry(run, workflow), about) : isWaiting(run) ? nothing : html`<p class="muted">The rest is on its way.</p>`}
            <button type="button" class="row-action" aria-label="Done: ${about}" @click=${() => dismiss(run)}>Done</button>
          </div>`
        : nothing
    }
  </li>`;
}

const isWaiting = ({ status }: RunOfForm): boolean => status === 'blocked_insufficient_compute_points';

const LARGEST_BATCH = 200;

/** Retries all matching runs except those of which something may have arrived. Resolves with a sentence about the result. */
export async function retryAll(workflow: Workflow): Promise<string> {
  const ids: string[] = [];
  for await (const run of api.listAllWorkflowRuns.items({ query: ATTENTION })) if (!isWaiting(run)) ids.push(run.id);
  let retried = 0;
  const refused: string[] = [];
  while (ids.length > 0) {
    const { data } = await api.retryWorkflowRuns({ body: { ids: ids.splice(0, LARGEST_BATCH), workflow } });
    retried += data.retried.length;
    refused.push(...data.refused.map(({ code }) => code));
  }
  return outcomeOf(retried, refused);
}

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
