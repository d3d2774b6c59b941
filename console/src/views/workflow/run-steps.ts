import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunStep, Run } from 'form-collection-client';
import { inShort, isUnsent } from '../../causes.rules';
import { counted } from '../../english.rules';
import { problemOf } from '../../problems.rules';
import { answerWords, causeWords } from '../../elements/failures';
import { moment } from '../../elements/time';
import { timeText } from '../../elements/form/amounts.rules';
import { ordered, type Graph } from './graph.rules';
import { portWord, titleOf } from './words.rules';

export const isOpen = ({ status }: Run): boolean => /^(?:pending|running|blocked_)/.test(status);

/** True while a step waits for its next attempt or for the end of a delay. */
export const waits = ({ status, steps }: Run): boolean => status === 'running' && steps.some((step) => step.status === 'waiting');

/** The states of the steps in a picture. Pending steps have none. */
export const statesOf = ({ steps }: Run): Map<string, string> =>
  new Map(steps.flatMap((step) => (step.status === 'pending' ? [] : [[step.node_id, stateOf(step)]])));

const STATES: Record<string, string> = { skipped: 'not reached', pending: 'not begun' };

const stateOf = ({ status, error_code: code }: RunStep): string =>
  (isUnsent({ status, error_code: code }) && 'not sent') || (status === 'skipped' && SKIPPED[code ?? '']) || (STATES[status] ?? status);

const SKIPPED: Record<string, string> = { already_delivered: 'delivered before', left_out: 'left out' };

/** The steps of a run as a thread in the order of the list, each with its input and output. */
export function runSteps(run: Run): TemplateResult {
  const steps = new Map(run.steps.map((step) => [step.node_id, step]));
  return html`<ol class="thread">
    ${ordered(run.definition as Graph).map((node) => {
      const step = steps.get(node.id);
      return (
        step &&
        html`<li class=${step.status}>
          <strong><bdi>${titleOf(node)}</bdi></strong> <span class="muted">${outcome(step, run)}</span>
          ${step.status === 'failed' || step.status === 'uncertain' || isUnsent(step) ? causeWords(problemOf(step, run)) : nothing}
          ${step.status === 'skipped' || step.status === 'pending' ? nothing : details(step)}
        </li>`
      );
    })}
  </ol>`;
}

function outcome(step: RunStep, run: Run): unknown {
  const { status, output, node_kind: kind, due_at: due, error_code: code } = step;
  const { result, request, seconds, sent_to: address } = (output ?? {}) as Output;
  const chosen = (output ?? {}) as { case?: string | null };
  if (status === 'waiting') return html`${code ? `${inShort({ error_code: code })}, ` : nothing}goes on ${due ? moment(due) : 'later'}`;
  if (status !== 'succeeded') return stateOf(step);
  if (typeof result === 'boolean') return portWord(String(result));
  if ('case' in chosen) return chosen.case ?? 'otherwise';
  if (typeof seconds === 'number') return `${run.run_kind === 'test' ? 'would wait' : 'waited'} ${timeText(seconds)}`;
  if (kind !== 'destination') return '';
  if (run.run_kind !== 'test') return 'delivered';
  if (!request) return 'would be kept';
  const bytes = new TextEncoder().encode(request.body ?? '').length;
  if (request.method) return `would ${request.method} ${counted(bytes, 'byte')}`;
  if (address) return `sent to ${address} as a test`;
  return request.to ? `would be sent to ${request.to.join(', ')}` : 'would be sent';
}

interface Output {
  result?: boolean;
  seconds?: number;
  request?: { method?: string; body?: string; to?: string[] };
  sent_to?: string;
}

function details(step: RunStep): TemplateResult {
  const { input, output, attempts, content_restricted: isHidden } = step;
  if (isHidden) return html`<p class="muted">This session may not read submissions.</p>`;
  return html`<details>
    <summary>Details</summary>
    ${
      attempts && attempts.length > 0
        ? html`<ul>
            ${attempts.map(
              ({ started_at: start, status, error_code: code, http_status: answer, response_excerpt: text }) =>
                html`<li>${moment(start)} ${status ?? 'on its way'}${answerInShort(status, code, answer)}${answerWords(text)}</li>`,
            )}
          </ul>`
        : nothing
    }
    ${output === null ? nothing : json('Result', output)} ${input === null ? nothing : json('What it had', input)}
  </details>`;
}

function answerInShort(status: string | null, code: string | null, answer: number | null): string {
  if (status === 'succeeded') return answer ? ` ${answer}` : '';
  return code ? `: ${inShort({ error_code: code, http_status: answer })}` : '';
}

const json = (title: string, value: unknown) =>
  html`<h4>${title}</h4>
    <pre><bdi>${JSON.stringify(value, null, 2)}</bdi></pre>`;
