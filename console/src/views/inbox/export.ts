import { html, nothing, type TemplateResult } from 'lit-html';
import { api, baseUrl } from '../../api';
import { filtersIn, isOldestFirst } from '../../list-address.rules';
import { openForm } from '../../elements/dialog';
import { labelled } from '../../elements/form/controls';
import { store } from '../../store';
import type { NamedForm } from './filters';
import { filtersInWords } from './filters.rules';
import { download } from '../../elements/basics';

interface Format {
  name: string;
  hint: string;
  options?: Record<string, string>;
  header?: Header;
}
type Header = 'label' | 'name';

const FORMATS: Record<string, Format> = {
  csv: { name: 'CSV', hint: 'A table for spreadsheets.', options: { bom: 'true', escape: 'spreadsheet' }, header: 'name' },
  xlsx: { name: 'XLSX', hint: 'A workbook for Excel and others.', header: 'label' },
  ndjson: { name: 'NDJSON', hint: 'A submission on each line, for programs.' },
  zip: { name: 'ZIP', hint: 'The submissions with their files.' },
};
const FORMAT_NAMES = Object.fromEntries(Object.entries(FORMATS).map(([format, { name }]) => [format, name]));
const HEADERS: Record<Header, string> = { label: 'Labels of the fields', name: 'Names of the fields' };

const ZONES = [...new Set([Intl.DateTimeFormat().resolvedOptions().timeZone, 'UTC'])].filter((zone) => zone && zone !== 'Etc/Unknown');

/** Asks for the format and, if none is chosen, the form. Downloads the filtered submissions with the columns that are shown. */
export function askForExport(query: URLSearchParams, forms: readonly NamedForm[], columns: readonly string[] | null): void {
  const { form: chosenForm, ...filters } = filtersIn(query);
  const wanted = store({
    ...{ form: chosenForm ?? forms[0]?.id ?? '', format: 'csv', columns: 'shown' },
    ...{ header: null as Header | null, zone: ZONES[0]! },
  });
  const choice = (
    name: keyof typeof wanted,
    label: string,
    choices: Readonly<Record<string, string>>,
    more: { hint?: string; text?: string } = {},
  ) =>
    labelled({
      ...{ id: `export-${name}`, kind: 'choice', label, choices, text: wanted[name] ?? '' },
      ...more,
      change: (value) => Object.assign(wanted, { [name]: value }),
    });
  const ofTable = (header: Header): TemplateResult =>
    html`${columns ? choice('columns', 'Columns', { shown: `As shown (${columns.length})`, all: 'All' }) : nothing}
    ${choice('header', 'Header', HEADERS, { text: wanted.header ?? header })}
    ${ZONES.length > 1 ? choice('zone', 'Times in', Object.fromEntries(ZONES.map((zone) => [zone, zone.replaceAll('_', ' ')]))) : nothing}`;
  openForm({
    title: 'Export',
    action: 'Export',
    content: () => {
      const { hint, header } = FORMATS[wanted.format]!;
      return html`<p class="muted">${inWords(query)}</p>
        ${
          chosenForm
            ? html`<p>Form: <bdi>${forms.find(({ id }) => id === chosenForm)?.name ?? 'the one that is chosen'}</bdi></p>`
            : choice('form', 'Form', Object.fromEntries(forms.map(({ id, name }) => [id, name])))
        }
        ${choice('format', 'Format', FORMAT_NAMES, { hint: wanted.form ? hint : 'There is no form yet.' })}
        ${header ? ofTable(header) : nothing}`;
    },
    /** Requests the list first, since a download would not report an ended session or a deleted form. */
    submit: async () => {
      const { form, format } = wanted;
      if (!form) return false;
      await api.listSubmissions({ path: { form }, query: { ...filters, limit: 1 } });
      const { options, header } = FORMATS[format]!;
      const parameters = new URLSearchParams({
        ...{ format, ...options, ...filters },
        ...(isOldestFirst(query) && { order: 'oldest' }),
        ...(header && { header: wanted.header ?? header, time_zone: wanted.zone }),
        ...(header && columns && wanted.columns === 'shown' && { columns: columns.join(',') }),
      });
      download(`${baseUrl}v1/forms/${encodeURIComponent(form)}/submissions/export?${parameters}`);
      return true;
    },
  });
}

function inWords(query: URLSearchParams): TemplateResult {
  const words = filtersInWords(query);
  const order = isOldestFirst(query) ? ' The oldest come first.' : '';
  return words ? html`Only what fits the filters: <bdi>${words}</bdi>.${order}` : html`All submissions that were accepted.${order}`;
}
