import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunStep, Run } from 'form-collection-client';
import { causeOf, reasonIn } from '../../causes.rules';
import { outputOf, problemOf, type Mail } from '../../problems.rules';
import { fact } from '../../elements/basics';

export interface MailActions {
  preview: () => void;
  send: () => void;
}

/** The mail of the last test. `refusal` is the reason why the service sends no mail. */
export function mailPreview(
  run: Run | null,
  step: RunStep | undefined,
  { preview, send }: MailActions,
  refusal: TemplateResult | null,
): TemplateResult {
  const { request: mail } = outputOf(step);
  return html`<section class="preview" aria-label="Preview">
    <p class="bar">
      <button type="button" @click=${preview}>Preview</button>
      <button type="button" @click=${send}>Send me a test</button>
    </p>
    <p class="muted" role="status">${refusal ?? (run && step ? outcomeOf(run, step) : ABOUT)}</p>
    ${mail && !refusal ? shown(mail) : nothing} ${mail && !refusal && isToVisitor(run, step) && isCut(mail) ? CUT : nothing}
  </section>`;
}

const CUT = html`<p class="muted">
  Where … stands, a visitor has typed what could lead somewhere, such as a link or an address. A mail to a visitor carries no such value,
  since anybody can enter anybody's address.
</p>`;

/** True for a step whose recipient comes from the submission. */
function isToVisitor(run: Run | null, step: RunStep | undefined): boolean {
  const node = run?.definition.nodes.find(({ id }) => id === step?.node_id);
  const { to } = (node?.config ?? {}) as { to?: unknown };
  return Array.isArray(to) && to.some((each) => String(each).includes('{{'));
}

const isCut = ({ subject, text, html: page }: Mail): boolean => [subject, text, page].some((each) => each?.includes('…'));

const ABOUT =
  'Both save the step, and take the submission that is chosen for tests. A test goes to the address of the account, to nobody else.';

function outcomeOf(run: Run, step: RunStep): unknown {
  const { sent_to: address, message } = outputOf(step);
  const { status } = step;
  if (status === 'running' || status === 'waiting') return 'Sending …';
  if (status === 'succeeded') return address ? html`Sent to <bdi>${address}</bdi>, with [Test] before its subject.` : ABOUT;
  if (status !== 'failed' && status !== 'uncertain') return run.completed_at ? NOT_REACHED : '';
  const { what } = causeOf(problemOf(step, run));
  return html`<span class=${status}>${status === 'failed' ? 'Not sent: ' : nothing}${what}.</span> ${reasonIn(message)}`;
}

const NOT_REACHED =
  'With this submission the workflow does not come to this mail, and nothing was sent. Choose another one under “Test with”.';

function shown({ to = [], subject = '', reply_to: answers, text, html: page }: Mail): TemplateResult {
  const line = (name: string, value: string) => fact(name, html`<bdi>${value}</bdi>`);
  return html`<dl class="facts">
      ${line('To', to.join(', '))} ${answers ? line('Reply to', answers) : nothing} ${line('Subject', subject)}
    </dl>
    <pre tabindex="0" role="group" aria-label="Text of the mail"><bdi>${text ?? page}</bdi></pre>`;
}
