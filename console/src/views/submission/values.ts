import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormLabels, ListedFile, Submission } from 'form-collection-client';
import { baseUrl } from '../../api';
import { fact } from '../../elements/basics';
import { shownValues } from '../../values.rules';
import { contactLink } from './contact.rules';

interface Row {
  label: string;
  isOfField: boolean;
  preset?: string | null | undefined;
  /** Absent for a field that only has files. */
  value?: unknown;
  files: ListedFile[];
}

/** The values and the files in the order of the form's fields, then all others. */
export function rowsOf(
  { fields, other_values: others, other_values_dropped: dropped, files = [] }: Submission,
  form: FormLabels | undefined,
): Row[] {
  const ofFiles = Object.fromEntries(files.map(({ field }) => [field, undefined]));
  const sent = shownValues({ fields: { ...ofFiles, ...fields } }, form).map(({ name, ...row }) => ({
    ...row,
    files: files.filter(({ field }) => field === name),
  }));
  return [
    ...sent,
    ...shownValues({ fields: {}, other_values: others }, form).map((row) => ({ ...row, files: [] })),
    ...(dropped ? [{ label: 'Not kept, beyond the limits', isOfField: false, value: dropped, files: [] }] : []),
  ];
}

/** A complete value with its label, as it was sent. */
export function valueRow({ label, value, preset, files }: Row, submission: Submission): TemplateResult {
  return fact(
    html`<bdi>${label}</bdi>`,
    html`${value === undefined ? nothing : shown(value, preset)}${files.map(
      (file) =>
        html`<p class="file">
          ${fileLink(submission, file)} <span class="muted">${sizeInWords(file.size_bytes)} · ${file.content_type}</span>
        </p>`,
    )}`,
  );
}

function shown(value: unknown, preset: string | null | undefined): TemplateResult {
  if (value === null || value === '') return html`<span class="muted">Empty</span>`;
  if (typeof value === 'boolean') return html`<bdi>${value ? 'Yes' : 'No'}</bdi>`;
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) {
    return html`<ul class="plain">
      ${value.map((each) => html`<li><bdi>${String(each)}</bdi></li>`)}
    </ul>`;
  }
  if (typeof value === 'object') return html`<code><bdi>${JSON.stringify(value, null, 2)}</bdi></code>`;
  const link = typeof value === 'string' ? contactLink(value, preset) : null;
  return html`<bdi>${link ? html`<a href=${link}>${value}</a>` : value}</bdi>`;
}

export const fileLink = ({ form_id: form, id: submission }: Submission, { id, filename }: ListedFile) =>
  html`<a href="${baseUrl}v1/forms/${form}/submissions/${submission}/files/${id}" download><bdi>${filename}</bdi></a>`;

function sizeInWords(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const [unit, size] = bytes < 999_500 ? ['KB', bytes / 1000] : ['MB', bytes / 1_000_000];
  return `${size < 10 ? size.toFixed(1) : Math.round(size)} ${unit}`;
}
