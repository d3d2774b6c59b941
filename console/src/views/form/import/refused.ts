import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImportReport } from 'form-collection-client';
import { reasonsOf, refusedTable } from './import.rules';
import { download } from '../../../elements/basics';

export function refusedRows(view: ImportReport | null): TemplateResult | typeof nothing {
  if (!view || view.refused.length === 0) return nothing;
  const { refused, refused_count: count } = view;
  const row = ({ line, errors }: ImportReport['refused'][number]) =>
    html`<li>
      Line ${line}: ${reasonsOf(errors).map(({ field, reason }) => html`${field ? html`<b><bdi>${field}</bdi></b> ` : nothing}${reason} `)}
    </li>`;
  return html`<ul class="plain refused" tabindex="0" aria-label="Refused rows">
      ${refused.map(row)}
    </ul>
    <p class="bar">
      <button type="button" @click=${() => downloadTable(refused)}>Download refused rows</button>
      ${count > refused.length ? html`<span class="muted">The first ${refused.length} are shown.</span>` : nothing}
    </p>`;
}

function downloadTable(refused: ImportReport['refused']): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', refusedTable(refused)], { type: 'text/csv' }));
  download(address, 'refused.csv');
  setTimeout(() => URL.revokeObjectURL(address));
}
