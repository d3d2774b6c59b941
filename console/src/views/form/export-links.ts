import { html, nothing, type TemplateResult } from 'lit-html';
import type { CreatedExportLink, ExportLink } from 'form-collection-client';
import { api } from '../../api';
import { counted } from '../../english.rules';
import { bound, labelled } from '../../elements/form/controls';
import { copyable } from '../../elements/basics';
import { openForm } from '../../elements/dialog';
import { askToDelete, deleteExportLink, exportLinkRow } from '../../elements/export-link';
import { Store, store } from '../../store';
import type { Act } from '../../elements/view-store';

const DAY_SECONDS = 86_400;
const PERIODS = { 7: '7 days', 30: '30 days', 90: '90 days', 366: 'A year' };

export class ExportLinks extends Store {
  private links: ExportLink[] | null = null;
  private created: CreatedExportLink | null = null;

  constructor(private readonly form: string) {
    super();
  }

  async read(): Promise<void> {
    this.links = (await api.listExportLinks({ path: { form: this.form } })).data;
  }

  get inShort(): string {
    return this.links?.length ? counted(this.links.length, 'link') : 'none';
  }

  render(act: Act): TemplateResult {
    const { links, created } = this;
    return html` ${
        created
          ? html`<div class="inside">
              <p role="alert">
                The address of <bdi>${created.name}</bdi>, which is shown only now. Whoever has it can read the submissions.
              </p>
              ${copyable(created.url, 'address')}
            </div>`
          : nothing
      }
      ${links?.length === 0 && !created ? NO_LINKS : nothing}
      <ul class="plain link-rows">
        ${links?.map((link) => exportLinkRow(link, () => act(() => this.delete(link))))}
      </ul>`;
  }

  async add(): Promise<void> {
    const values = store({ name: '', days: '30' });
    await openForm({
      title: 'New link',
      action: 'Save',
      content: (faultsOf) =>
        html`${labelled({ id: 'link-name', label: 'Link name', maxLength: 255, faults: faultsOf('name', 'The name'), ...bound(values, 'name') })}
        ${labelled({ id: 'link-days', label: 'Opens for', kind: 'choice', choices: PERIODS, ...bound(values, 'days') })}`,
      submit: async () => {
        const body = { name: values.name.trim(), expires_in: Number(values.days) * DAY_SECONDS };
        this.created = (await api.createExportLink({ path: { form: this.form }, body })).data;
        await this.read();
      },
    }).closed;
  }

  private async delete({ id, name }: ExportLink): Promise<void> {
    if (!(await askToDelete(name))) return;
    await deleteExportLink(this.form, id);
    if (this.created?.id === id) this.created = null;
    await this.read();
  }
}

const NO_LINKS = html`<p class="inside muted">No links yet. A link lets a spreadsheet read the submissions without a key.</p>`;
