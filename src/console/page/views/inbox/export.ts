import { html } from 'lit-html';
import { api, baseUrl } from '../../api';
import { openForm } from '../../parts/dialog';
import { valueOf } from '../../parts/elements';
import { store } from '../../store';
import { FILTERS } from '../../submission-list';
import type { NamedForm } from './filters';
import { filtersInWords } from './filters.rules';

const FORMATS: Record<string, { name: string; hint: string; options?: Record<string, string> }> = {
  csv: { name: 'CSV', hint: 'A table for spreadsheets.', options: { bom: 'true', escape: 'spreadsheet' } },
  xlsx: { name: 'XLSX', hint: 'A workbook for Excel and others.' },
  ndjson: { name: 'NDJSON', hint: 'A submission on each line, for programs.' },
  zip: { name: 'ZIP', hint: 'The submissions with their files.' },
};

/** Asks for the format, and for the form where none is chosen, and downloads exactly what the filters leave. */
export function askForExport(query: URLSearchParams, forms: readonly NamedForm[]): void {
  const filters = Object.fromEntries(FILTERS.filter((name) => query.get(name)).map((name) => [name, query.get(name)!]));
  const { form: chosenForm, ...others } = filters;
  const words = filtersInWords(query);
  const wanted = store({ form: chosenForm ?? forms[0]?.id ?? '', format: 'csv' });
  openForm({
    title: 'Export',
    action: 'Export',
    content: () =>
      html` <p class="muted">${words ? html`Only what fits the filters: <bdi>${words}</bdi>.` : 'All submissions that were accepted.'}</p>
        ${
          chosenForm
            ? html`<p>Form: <bdi>${forms.find(({ id }) => id === chosenForm)?.name ?? 'the one that is chosen'}</bdi></p>`
            : html`<p class="option">
                <label for="export-form">Form</label>
                <select id="export-form" @change=${(event: Event) => (wanted.form = valueOf(event))}>
                  ${forms.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
                </select>
              </p>`
        }
        <p class="option">
          <label for="export-format">Format</label>
          <select id="export-format" aria-describedby="export-hint" @change=${(event: Event) => (wanted.format = valueOf(event))}>
            ${Object.entries(FORMATS).map(([value, { name }]) => html`<option value=${value}>${name}</option>`)}
          </select>
        </p>
        <p id="export-hint" class="muted">${wanted.form ? FORMATS[wanted.format]!.hint : 'There is no form yet.'}</p>`,
    /** The list is asked first: it tells of an ended session or a form that is gone, which a download would not. */
    submit: async () => {
      const { form, format } = wanted;
      if (!form) return false;
      await api.listSubmissions({ path: { form }, query: { ...others, limit: 1 } });
      const parameters = new URLSearchParams({ format, ...FORMATS[format]!.options, ...others });
      download(`${baseUrl}v1/forms/${form}/submissions/export?${parameters}`);
      return true;
    },
  });
}

/** The service names the file. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
