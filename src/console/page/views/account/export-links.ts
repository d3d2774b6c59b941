import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type ExportLinkOfFormView } from '../../../../../client/src/index.js';
import { api } from '../../api';
import { NewestFirst } from '../../list';
import { confirm } from '../../parts/dialog';
import { problem } from '../../parts/message';
import { time } from '../../parts/time';

/** The export links of all forms. */
export class ExportLinks {
  private readonly list = new NewestFirst<ExportLinkOfFormView>(
    (cursor) => api.listAllExportLinks({ query: { limit: 50, ...(cursor ? { cursor } : {}) } }),
    ({ created_at: created }) => created,
  );
  private failure: unknown = null;

  constructor(private readonly update: () => void) {}

  read(): Promise<void> {
    return this.try(() => this.list.begin());
  }

  render(): TemplateResult {
    const { list, failure } = this;
    return html`<section class="sheet" aria-labelledby="export-links">
      <header><h2 id="export-links" tabindex="-1">Export links</h2></header>
      ${failure ? html`<div class="inside">${problem(failure)}</div>` : nothing}
      ${list.isRead && list.items.length === 0
        ? html`<p class="inside muted">No link hands out submissions. They are made on the page of a <a href="#/forms">form</a>, for sheets that fill themselves.</p>`
        : nothing}
      <ul class="plain rows" aria-labelledby="export-links">
        ${list.items.map((link) => this.row(link))}
      </ul>
      ${list.hasOlder ? html`<p class="inside"><button type="button" @click=${() => void this.try(() => list.older())}>Older</button></p>` : nothing}
    </section>`;
  } // prettier-ignore

  private row(link: ExportLinkOfFormView): TemplateResult {
    const { name, form_id: form, form_name: formName, expires_at: end, last_read_at: read } = link;
    const isOver = new Date(end) < new Date();
    return html`<li>
      <span><strong><bdi>${name}</bdi></strong> <a class="muted" href="#/forms/${form}"><bdi>${formName}</bdi></a></span>
      <span class="muted">${read ? html`read ${time(read)}` : 'never read'} · ${isOver ? 'ended' : 'until'} ${time(end)}</span>
      <button type="button" class="row-action danger" aria-label="Delete ${name}" @click=${() => void this.delete(link)}>Delete</button>
    </li>`;
  } // prettier-ignore

  private async delete({ id, name, form_id: form }: ExportLinkOfFormView): Promise<void> {
    const text = 'Sheets and programs that read it get nothing from then on.';
    if (!(await confirm({ title: `Delete the link "${name}"?`, text, action: 'Delete' }))) return;
    await this.try(async () => {
      await api.deleteExportLink({ path: { form, link: id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error; // it is gone already
      });
      this.list.change((link) => (link.id === id ? null : link));
      document.getElementById('export-links')?.focus();
    });
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    this.failure = null;
    try {
      await action();
    } catch (error) {
      this.failure = error;
    }
    this.update();
  }
}
