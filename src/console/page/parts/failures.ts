import { html, type TemplateResult } from 'lit-html';
import { ApiError, type RunView } from '../../../../client/src/index.js';
import { api } from '../api';
import { causeOf } from '../causes.rules';
import type { DeliveryProblem } from '../problems.rules';
import { confirm } from './dialog';

/**
 * Repeats what has not succeeded of a run. Where nobody knows whether something has arrived, it asks first, with what may have. Resolves
 * with the id of the new run, or with null when it is not wanted.
 */
export async function retryRun(path: { form: string; run: string }, risks: () => string[]): Promise<string | null> {
  try {
    return (await api.retryWorkflowRun({ path, body: {} })).data.run_id;
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'delivery_uncertain')) throw error;
  }
  const text = risks().join(' ') || 'The receiver may have got it already. A retry sends it once more.';
  if (!(await confirm({ title: 'Send it again?', text, action: 'Retry' }))) return null;
  return (await api.retryWorkflowRun({ path, body: { confirm_delivery_uncertainty: true } })).data.run_id;
}

/** Whether something of a run can be repeated. */
export const mayRetry = ({ status, run_kind: kind, steps }: RunView): boolean =>
  kind === 'production' &&
  (/failed|cancelled/.test(status) || (!/pending|running|blocked/.test(status) && steps.some((step) => step.status === 'uncertain')));

/** What is wrong and what to do; `id` is that of the first sentence. */
export function causeWords(problem: DeliveryProblem, id?: string): TemplateResult {
  const { what, remedy } = causeOf(problem);
  return html`<p class="what" id=${id ?? ''}><bdi>${what}</bdi></p>
    <p class="remedy">${withCode(remedy)}</p>`;
}

/** A text in which code stands between backticks. */
const withCode = (text: string): unknown[] => text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
