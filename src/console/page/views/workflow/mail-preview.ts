import { html, nothing, type TemplateResult } from 'lit-html';
import type { RunStepView } from '../../../../../client/src/index.js';

interface Mail {
  to: string[];
  subject: string;
  reply_to?: string | null;
  text: string | null;
  html?: string | null;
}

/** A mail as the last test has made it, from the newest submission or from the one that was chosen. */
export function mailPreview(step: RunStepView | undefined, start: () => void): TemplateResult {
  const mail = (step?.output as { request?: Mail } | null | undefined)?.request;
  return html`<section class="preview" aria-label="Preview">
    <p class="bar">
      <button type="button" @click=${start}>Preview</button>
      <span class="muted"
        >${step && !mail ? NOT_REACHED : 'Saves the step, and shows the mail with the submission that is chosen for tests.'}</span
      >
    </p>
    ${mail ? shown(mail) : nothing}
  </section>`;
}

const NOT_REACHED = 'The test has not come to this mail.';

function shown({ to, subject, reply_to: answers, text, html: page }: Mail): TemplateResult {
  const line = (name: string, value: string) =>
    html`<div>
      <dt>${name}</dt>
      <dd><bdi>${value}</bdi></dd>
    </div>`;
  return html`<dl class="facts">
      ${line('To', to.join(', '))} ${answers ? line('Reply to', answers) : nothing} ${line('Subject', subject)}
    </dl>
    <pre tabindex="0" role="group" aria-label="Text of the mail"><bdi>${text ?? page}</bdi></pre>`;
}
