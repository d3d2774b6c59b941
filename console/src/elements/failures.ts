import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type RetryRunInput, type RunSummary, type Run } from 'form-collection-client';
import { api } from '../api';
import { causeOf } from '../causes.rules';
import type { DeliveryProblem } from '../problems.rules';
import { may } from '../session/rights';
import { confirm } from './dialog';

export type Workflow = NonNullable<RetryRunInput['workflow']>;

/** Retries what failed in a run, after a question where something may have arrived. Resolves with the id of the new run, or null. */
export async function retryRun(
  path: { form: string; run: string },
  workflow: Workflow,
  risks: () => string[],
  skip?: string[],
): Promise<string | null> {
  const body = { workflow, skip };
  try {
    return (await api.retryWorkflowRun({ path, body })).data.run_id;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'delivery_uncertain')) throw error;
  }
  const text = risks().join(' ') || 'The receiver may have got it already. A retry sends it once more.';
  if (!(await confirm({ title: 'Send it again?', text, action: workflow === 'same' ? 'Retry' : 'Send' }))) return null;
  return (await api.retryWorkflowRun({ path, body: { ...body, confirm_delivery_uncertainty: true } })).data.run_id;
}

export const mayControl = (): boolean => may('workflows:publish');

export const mayRetry = ({ status, run_kind: kind, steps }: Run): boolean =>
  mayControl() &&
  kind === 'production' &&
  (/failed|cancelled/.test(status) || (!/pending|running|blocked/.test(status) && steps.some((step) => step.status === 'uncertain')));

type Retryable = Pick<RunSummary, 'workflow_version'> & { published_version?: number | null };

/** A newer version may send earlier submissions to new receivers, which requires the right to read submissions. */
const mayResend = (): boolean => may('workflows:publish', 'submissions:read');

/** True if the workflow was published again since this run and the session may send with the new version. */
export const isOutdated = ({ workflow_version: own, published_version: published }: Retryable): boolean =>
  mayResend() && Boolean(own && published && published > own);

/** The buttons that retry a run, with the published workflow first if it is newer. `about` tells apart the buttons of several runs. */
export function retryButtons(run: Retryable, retry: (workflow: Workflow) => void, about?: string): TemplateResult {
  const button = (name: string, workflow: Workflow, className = '') =>
    html`<button type="button" class=${className} aria-label=${about ? `${name}: ${about}` : nothing} @click=${() => retry(workflow)}>
      ${name}
    </button>`;
  if (!isOutdated(run)) return button('Retry', 'same');
  return html`${button(`Send with version ${run.published_version}`, 'published', 'main-action')}
  ${button(`Send as version ${run.workflow_version} did`, 'same')}`;
}

export function causeWords(problem: DeliveryProblem): TemplateResult {
  const { what, remedy } = causeOf(problem);
  return html`<p class="what"><bdi>${what}</bdi></p>
    <p class="remedy">${withCode(remedy)}</p>
    ${answerWords(problem.response_excerpt)}`;
}

export function answerWords(excerpt: string | null | undefined): TemplateResult | typeof nothing {
  const text = excerpt?.trim();
  return text
    ? html`<p class="answer">
        <span class="muted">It answered:</span> <q><bdi>${text}</bdi></q>
      </p>`
    : nothing;
}

const withCode = (text: string): unknown[] => text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
