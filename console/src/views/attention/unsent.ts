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
export const unsentMails = (rows: readonly UnsentNotifications[], actions: MailActions): TemplateResult =>
  html`<div class="sheet">
    <ol class="plain attention" aria-label="Mails that were not sent">
      ${rows.map((row) => unsentRow(row, actions))}
    </ol>
  </div>`;

export interface MailActions {
  sendAgain: (row: UnsentNotifications) => void;
  dismiss: (row: UnsentNotifications) => void;
}

function unsentRow(row: UnsentNotifications, { sendAgain, dismiss }: MailActions): TemplateResult {
  const problem: DeliveryProblem = {
    ...{ channel_type: 'notification', name: null, error_code: row.error_code, attempt_count: 1, status: row.status },
  };
  const form = `#/forms/${row.form_id}`;
  const about = `${row.form_name}, ${causeOf(problem).what}`;
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
        ? html`<div class="bar">
            <button type="button" aria-label="Send again: ${about}" @click=${() => sendAgain(row)}>Send again</button>
            <button type="button" class="row-action" aria-label="Done: ${about}" @click=${() => dismiss(row)}>Done</button>
          </div>`
        : nothing
    }
  </li>`;
}

/** Sends the mails of a row again, and resolves with a sentence about that. */
export async function sendAgain(row: UnsentNotifications): Promise<string> {
  const retried = await inBatches(async () => (await api.retryNotifications(causeIn(row))).data.retried);
  return `The mail about ${counted(retried, 'submission')} of “${row.form_name}” is sent again.`;
}

/** Takes the mails of a row off the list, and resolves with a sentence about that. */
export async function dismiss(row: UnsentNotifications): Promise<string> {
  const dismissed = await inBatches(async () => (await api.dismissNotifications(causeIn(row))).data.dismissed);
  return `The mail about ${counted(dismissed, 'submission')} of “${row.form_name}” is off the list.`;
}

const causeIn = ({ form_id: form, error_code: code }: UnsentNotifications) => ({
  path: { form },
  body: code === null ? {} : { error_code: code },
});

async function inBatches(next: () => Promise<number>): Promise<number> {
  let all = 0;
  for (let batch = LARGEST_BATCH; batch === LARGEST_BATCH; all += batch) batch = await next();
  return all;
}

const LARGEST_BATCH = 1_000;
