import { html, nothing, render } from 'lit-html';
import { api, baseUrl } from '../../api';
import { knownForms } from '../../forms';
import { problem } from '../../parts/message';
import { FILTERS } from '../../submission-list';
import { inWords } from './filters.rules';

const FORMATS: Record<string, { name: string; hint: string; options?: Record<string, string> }> = {
  csv: { name: 'CSV', hint: 'A table for spreadsheets.', options: { bom: 'true', escape: 'spreadsheet' } },
  xlsx: { name: 'XLSX', hint: 'A workbook for Excel and others.' },
  ndjson: { name: 'NDJSON', hint: 'A submission on each line, for programs.' },
  zip: { name: 'ZIP', hint: 'The submissions with their files.' },
};

/** Asks for the format, and for the form where none is chosen, and downloads exactly what the filters leave. */
export function askForExport(query: URLSearchParams): void {
  const filters = Object.fromEntries(FILTERS.filter((name) => query.get(name)).map((name) => [name, query.get(name)!]));
  const { form: chosenForm, ...others } = filters;
  const words = inWords(query);
  const forms = knownForms();
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'export-title');
  let form = chosenForm ?? forms[0]?.id ?? '';
  let format = 'csv';
  let failure: unknown = null;

  const draw = () => {
    const options = Object.entries(FORMATS).map(([value, { name }]) => html`<option value=${value}>${name}</option>`);
    const content = html`<form @submit=${start}>
      <h2 id="export-title">Export</h2>
      <p class="muted">${words ? html`Only what fits the filters: <bdi>${words}</bdi>.` : 'All submissions that were accepted.'}</p>
      ${
        chosenForm
          ? html`<p>Form: <bdi>${forms.find(({ id }) => id === chosenForm)?.name ?? 'the one that is chosen'}</bdi></p>`
          : html`<p class="option">
              <label for="export-form">Form</label>
              <select id="export-form" required @change=${(event: Event) => (form = valueOf(event))}>
                ${forms.map(({ id, name }) => html`<option value=${id}>${name}</option>`)}
              </select>
            </p>`
      }
      <p class="option">
        <label for="export-format">Format</label>
        <select id="export-format" aria-describedby="export-hint" @change=${(event: Event) => ((format = valueOf(event)), draw())}>
          ${options}
        </select>
      </p>
      <p id="export-hint" class="muted">${FORMATS[format]!.hint}</p>
      ${failure ? problem(failure) : nothing}
      <p class="bar">
        <button class="main-action">Export</button>
        <button type="button" @click=${() => dialog.close()}>Cancel</button>
      </p>
    </form>`; // prettier-ignore
    render(content, dialog);
  };

  /** The list is asked first: it tells of an ended session or a form that is gone, which a download would not. */
  const start = async (event: Event) => {
    event.preventDefault();
    try {
      await api.listSubmissions({ path: { form }, query: { ...others, limit: 1 } });
    } catch (error) {
      failure = error;
      return draw();
    }
    const parameters = new URLSearchParams({ format, ...FORMATS[format]!.options, ...others });
    download(`${baseUrl}v1/forms/${form}/submissions/export?${parameters}`);
    dialog.close();
  };

  draw();
  document.body.append(dialog);
  dialog.addEventListener('close', () => dialog.remove());
  dialog.showModal();
}

const valueOf = ({ target }: Event): string => (target as HTMLSelectElement).value;

/** The service names the file. */
function download(address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
}
