import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { NoticeOfForm } from 'form-collection-client';
import { time } from '../../elements/time';
import { may } from '../../session/rights';

/** The notices about forms and the account, with the remedy of each. Names and origins are texts, since strangers can choose them. */
export const noticeSheet = (notices: readonly NoticeOfForm[], close: (notice: NoticeOfForm) => void): TemplateResult =>
  html`<div class="sheet">
    <ol class="plain attention" aria-label="Notices">
      ${repeat(
        notices,
        ({ id }) => id,
        (notice) => row(notice, close),
      )}
    </ol>
  </div>`;

const row = (notice: NoticeOfForm, close: (notice: NoticeOfForm) => void): TemplateResult =>
  html`<li data-notice=${notice.id}>
    <div class="causes">
      <p class="what">${notice.message}</p>
      <p class="remedy">${notice.remedy}</p>
      <p class="muted">
        ${
          notice.form_id
            ? html`<a href=${placeOf(notice)}><bdi>${notice.form_name}</bdi></a>`
            : html`<a href=${notice.kind === 'key_ends' ? '#/account/keys' : '#/account'}>Account</a>`
        }
        · ${time(notice.opened_at)}
      </p>
    </div>
    ${
      may('forms:update')
        ? html`<div class="bar">
            <button type="button" class="row-action" aria-label="Close: ${notice.message}" @click=${() => close(notice)}>Close</button>
          </div>`
        : nothing
    }
  </li>`;

/** The page on which the remedy is carried out. */
function placeOf({ kind, form_id: form }: NoticeOfForm): string {
  if (kind === 'held_for_a_while') return '#/quarantine';
  return kind === 'channel_disabled' || kind === 'deliveries_failing' ? `#/forms/${form}/workflow` : `#/forms/${form}`;
}
