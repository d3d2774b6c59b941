import { html, nothing, type TemplateResult } from 'lit-html';
import type { Erasure } from 'form-collection-client';
import { counted } from '../../english.rules';
import { formOf } from '../../forms';
import { time } from '../../elements/time';

export function countsInWords({ submissions, forms, files, runs, mails }: Erasure['counts']): string {
  if (submissions + runs + mails === 0) return 'Nothing has it.';
  const others = [counted(files, 'file'), counted(runs, 'run'), counted(mails, 'mail')];
  return `${counted(submissions, 'submission')} in ${counted(forms, 'form')}, ${others.join(', ')}.`;
}

type Receiver = Erasure['receivers'][number];

export const hasEnded = ({ completed_at: ended }: Erasure): boolean => ended !== null;

export function erasureReport(erasure: Erasure, isOpen: boolean): TemplateResult {
  const { error, dry_run: isDry, counts, created_at: created, receivers } = erasure;
  const isDone = hasEnded(erasure);
  const none = html`<p>${isDone ? 'Nobody has got it from here.' : 'It is still counting.'}</p>`;
  const title = error ? 'Failed' : isDry ? 'Dry run' : isDone ? 'Erased' : 'Erasing';
  return html`<li>
    <details ?open=${isOpen}>
      <summary>
        <strong>${title}</strong> <span>${isDone ? countsInWords(counts) : 'It goes on by itself.'}</span>
        <span class="muted">${time(created)}</span>
      </summary>
      ${error ? html`<p class="failed">${error}</p>` : nothing} ${receivers.length > 0 ? receiversOf(receivers, isDry) : none}
      ${isDone ? facts(erasure) : nothing}
    </details>
  </li>`;
}

function receiversOf(receivers: Receiver[], isDry: boolean): TemplateResult {
  return html`<p>${isDry ? 'These have got it, and would have to be told:' : 'Tell those who have got it to erase it as well:'}</p>
    <ul>
      ${receivers.map(
        ({ channel_type: type, host, form_id: form, deliveries, last_delivered_at: last }) =>
          html`<li>
            <strong>${host ?? (type === 'export_link' ? 'Whoever has read an export link' : 'An unknown host')}</strong>
            <span class="muted"
              >${type === 'export_link' ? 'export link' : type}, <bdi>${formOf(form)?.name ?? 'a deleted form'}</bdi>,
              ${deliveries === 1 ? 'once' : `${deliveries} times`}, last ${time(last)}</span
            >
          </li>`,
      )}
    </ul>`;
}

/** Runs are kept for a limited time, so the receivers of older submissions are unknown. */
function facts({ field, receivers_since: since, completed_at: completed, id }: Erasure): TemplateResult {
  return html`<p class="muted">
    ${field ? html`Only in the field <code>${field}</code>. ` : nothing}
    ${since ? html`Receivers before ${time(since)} are not known. ` : nothing} ${completed ? html`Ended ${time(completed)}. ` : nothing}
    <code>${id}</code>
  </p>`;
}
