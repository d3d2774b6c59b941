import { html, nothing, type TemplateResult } from 'lit-html';
import type { UnsentNotifications } from 'form-collection-client';
import { api } from '../../api';
import { causeOf } from '../../causes.rules';
import { causeWords } from '../../elements/failures';
import { time } from '../../elements/time';
import { counted } from '../../english.rules';
import type { DeliveryProblem } from '../../problems.rules';
import { may } from '../../session/rights';

/** The mails about submissions that were not sent, a row for each form and reason. */
export const unsentMails = (rows: readonly UnsentNotifications[], sendAgain: (row: UnsentNotifications) => void): TemplateResult =>
  html`<div class="sheet">
    <ol class="plain attention" aria-label="Mails that were not sent">
      ${rows.map((row) => unsentRow(row, sendAgain))}
    </ol>
  </div>`;

function unsentRow(row: UnsentNotifications, sendAgain: (row: UnsentNotifications) => void): TemplateResult {
  const problem: DeliveryProblem = {
    ...{ channel_type: 'notification', name: null, error_code: row.error_code, attempt_count: 1, status: row.status },
  };
  const form = `#/forms/${row.form_id}`;
  const name = `Send again: ${row.form_name}, ${causeOf(problem).what}`;
  return html`<li>
    <div class="causes">
      ${causeWords(problem)}
      <p class="muted">
        The mail about ${counted(row.count, 'submission')} · <bdi>${row.form_name}</bdi> · ${time(row.newest_received_at)} ·
        <a class="row-action" href="${form}/submissions/${row.newest_submission_id}"
          >${row.count === 1 ? 'Submission' : 'Newest submission'}</a
        >
        ·
        <a class="row-action" href=${form}>Form</a>
      </p>
    </div>
    ${
      may('submissions:update')
        ? html`<div class="bar"><button type="button" aria-label=${name} @click=${() => sendAgain(row)}>Send again</button></div>`
        : nothing
    }
  </li>`;
}

/** Sends the mails of a row again, and resolves with a sentence about that. */
export async function sendAgain({ form_id: form, error_code: code, form_name: name }: UnsentNotifications): Promise<string> {
  let retried = 0;
  for (let batch = LARGEST_BATCH; batch === LARGEST_BATCH; retried += batch)
    batch = (await api.retryNotifications({ path: { form }, body: code === null ? {} : { error_code: code } })).data.retried;
  return `The mail about ${counted(retried, 'submission')} of “${name}” is sent again.`;
}

const LARGEST_BATCH = 1_000;
