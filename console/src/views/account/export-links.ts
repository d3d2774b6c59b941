import { html, type TemplateResult } from 'lit-html';
import type { ExportLinkOfForm } from 'form-collection-client';
import { api } from '../../api';
import { createdList, pageAt } from '../../list';
import { askToDelete, deleteExportLink, exportLinkRow } from '../../elements/export-link';
import { listSheet } from '../../elements/list-sheet';
import { ViewStore } from '../../elements/view-store';

export class ExportLinks extends ViewStore {
  private readonly list = createdList<ExportLinkOfForm>((cursor) => api.listAllExportLinks({ query: pageAt(50, cursor) }));

  read(): Promise<void> {
    return this.list.begin();
  }

  render(): TemplateResult {
    const { list, failure } = this;
    return listSheet({
      ...{ id: 'export-links', title: 'Export links', list, failure },
      row: (link) => this.row(link),
      empty: html`No link hands out submissions. They are made on the page of a <a href="#/forms">form</a>, for sheets that fill themselves.`,
      readOlder: this.act(() => list.older()),
    });
  }

  private row(link: ExportLinkOfForm): TemplateResult {
    const { form_id: form, form_name: formName } = link;
    const place = html`<a class="muted" href="#/forms/${form}"><bdi>${formName}</bdi></a>`;
    return exportLinkRow(
      link,
      this.act(() => this.delete(link)),
      place,
    );
  }

  private async delete({ id, name, form_id: form }: ExportLinkOfForm): Promise<void> {
    if (!(await askToDelete(name))) return;
    await deleteExportLink(form, id);
    this.list.change((link) => (link.id === id ? null : link));
    document.getElementById('export-links')?.focus();
  }
}
