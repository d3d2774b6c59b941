import { html, nothing, type TemplateResult } from 'lit-html';
import { piece } from '../../../rows/row';
import { excerpt, type Finder } from '../../../rows/summary.rules';
import { dayAndMinute } from '../../../elements/time';
import type { ListedSubmission } from '../../../submission-list';
import { inOneLine } from '../../../values.rules';
import { contactLink } from '../../submission/contact.rules';
import { fileLink } from '../../submission/values';
import { type Column, filesIn, valueIn } from './columns.rules';

/** A time in a date field, which may also have a day alone. */
const MOMENT = /^\d{4}-\d\d-\d\dT.+(Z|[+-]\d\d:?\d\d)$/;

/** A shortened value in one line. `find` finds what was searched for. Files are links. */
export function cell(column: Column, item: ListedSubmission, find: Finder): TemplateResult {
  const value = valueIn(column, item);
  const [text, files] = [inOneLine(value), filesIn(column, item)];
  const parts = [...(text ? [content(column, value, text, find)] : []), ...files.map((file) => fileLink(item, file))];
  const inLine = parts.map((part, index) => html`${index > 0 ? ', ' : nothing}${part}`);
  const classes = `${column.kind} ${parts.length > 0 ? '' : 'none'}`;
  return html`<td role="cell" class=${classes} data-label=${column.label}>${parts.length > 1 ? html`<span>${inLine}</span>` : inLine}</td>`;
}

function content({ kind, preset }: Column, value: unknown, text: string, find: Finder): TemplateResult {
  if (typeof value === 'boolean') return html`${value ? 'Yes' : 'No'}`;
  const isMoment = kind === 'date' && MOMENT.test(text) && !Number.isNaN(Date.parse(text));
  if (isMoment) return dayAndMinute(text);
  const shown = piece({ label: '', ...excerpt(text, find(text)) });
  const link = typeof value === 'string' ? contactLink(value, preset) : null;
  return link ? html`<a href=${link}>${shown}</a>` : shown;
}
