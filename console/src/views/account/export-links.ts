import { html, nothing, type TemplateResult } from 'lit-html';
import type { ExportLinkOfFormView } from 'form-collection-client';
import { api } from '../../api';
import { TimedList } from '../../list';
import { askToDelete, deleteExportLink, exportLinkRow } from '../../elements/export-link';
import { older, problem } from '../../elements/notices';
import { Store } from '../../store';

/** The export links of all forms. */
export class ExportLinks extends Store {
  private readonly list = new TimedList<ExportLinkOfFormView>(
    (cursor) => api.listAllExportLinks({ query: { limit: 50, ...(cursor ? { cursor } : {}) } }),
    ({ created_at: created }) => created,
  );
  private failure: unknown = null;

  read(): Promise<void> {
    return this.try(() => this.list.begin());
  }

  render(): TemplateResult {
    const { list, failure } = this;
    return html`<section class="sheet" aria-labelledby="export-links">
      <header><h2 id="export-links" tabindex="-1">Export links</h2></header>
      ${failure ? html`<div class="inside">${problem(failure)}</div>` : nothing}
      ${
        list.isRead && list.items.length === 0
          ? html`<p class="inside muted">
              No link hands out submissions. They are made on the page of a <a href="#/forms">form</a>, for sheets that fill themselves.
            </p>`
          : nothing
      }
      <ul class="plain link-rows" aria-labelledby="export-links">
        ${list.items.map((link) => this.row(link))}
      </ul>
      ${older(list.hasOlder, 'inside', () => void this.try(() => list.older()))}
    </section>`;
  }

  private row(link: ExportLinkOfFormView): TemplateResult {
    const { form_id: form, form_name: formName } = link;
    const place = html`<a class="muted" href="#/forms/${form}"><bdi>${formName}</bdi></a>`;
    return exportLinkRow(link, () => void this.delete(link), place);
  }

  private async delete({ id, name, form_id: form }: ExportLinkOfFormView): Promise<void> {
    if (!(await askToDelete(name))) return;
    await this.try(async () => {
      await deleteExportLink(form, id);
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
  }
}
