import { html, nothing, type TemplateResult } from 'lit-html';
import type { ImportReport } from 'form-collection-client';
import { linesOf, refusedTable } from './import.rules';
import { download } from '../../../elements/basics';

/** The reasons for which rows are refused, each with its rows. */
export function refusedRows(view: ImportReport | null): TemplateResult | typeof nothing {
  if (!view || view.refused.length === 0) return nothing;
  const { refused, refused_count: count, refused_groups: groups } = view;
  const row = (group: ImportReport['refused_groups'][number]) =>
    html`<li>${linesOf(group)}: ${group.field === 'body' ? nothing : html`<b><bdi>${group.field}</bdi></b> `}${group.message}</li>`;
  return html`<ul class="plain refused" tabindex="0" aria-label="Refused rows">
      ${groups.map(row)}
    </ul>
    <p class="bar">
      <button type="button" @click=${() => downloadTable(refused)}>Download refused rows</button>
      ${count > refused.length ? html`<span class="muted">The file has the first ${refused.length}.</span>` : nothing}
    </p>`;
}

function downloadTable(refused: ImportReport['refused']): void {
  const address = URL.createObjectURL(new Blob(['\ufeff', refusedTable(refused)], { type: 'text/csv' }));
  download(address, 'refused.csv');
  setTimeout(() => URL.revokeObjectURL(address));
}
