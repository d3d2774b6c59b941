import { html, type TemplateResult } from 'lit-html';
import { causeOf } from '../causes.rules';
import type { DeliveryProblem } from '../problems.rules';

/** What is wrong and what to do; `id` is that of the first sentence. */
export function causeWords(problem: DeliveryProblem, id?: string): TemplateResult {
  const { what, remedy } = causeOf(problem);
  return html`<p class="what" id=${id ?? ''}><bdi>${what}</bdi></p>
    <p class="remedy">${withCode(remedy)}</p>`;
}

/** A text in which code stands between backticks. */
const withCode = (text: string): unknown[] => text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part));
