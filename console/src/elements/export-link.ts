import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type ExportLink } from 'form-collection-client';
import { api } from '../api';
import { may } from '../session/rights';
import { confirm } from './dialog';
import { time } from './time';

/** A row for an address at which spreadsheets read submissions; `place` names its form. */
export function exportLinkRow(link: ExportLink, remove: () => unknown, place?: TemplateResult): TemplateResult {
  const { name, expires_at: end, last_read_at: read } = link;
  const isOver = new Date(end) < new Date();
  return html`<li>
    <span
      ><strong><bdi>${name}</bdi></strong> ${place}</span
    >
    <span class="muted">${read ? html`read ${time(read)}` : 'never read'} · ${isOver ? 'ended' : 'until'} ${time(end)}</span>
    ${
      may('submissions:read')
        ? html`<button type="button" class="row-action danger" aria-label="Delete ${name}" @click=${remove}>Delete</button>`
        : nothing
    }
  </li>`;
}

export const askToDelete = (name: string): Promise<boolean> =>
  confirm({
    title: `Delete the link "${name}"?`,
    text: 'Sheets and programs that read it get nothing from then on.',
    action: 'Delete',
  });

/** Deletes a link. It is no error if the link is gone already. */
export const deleteExportLink = (form: string, link: string): Promise<unknown> =>
  api.deleteExportLink({ path: { form, link } }).catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });
