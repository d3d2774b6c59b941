import { html, nothing, type TemplateResult } from 'lit-html';
import { isUnread } from '../../../rows/actions.rules';
import { reasons, undelivered } from '../../../rows/row';
import type { Finder } from '../../../rows/summary.rules';
import { dayAndMinute } from '../../../elements/time';
import type { ListedSubmission } from '../../../submission-list';
import { cell } from './cell';
import { type Column, nameOf } from './columns.rules';

interface RowOptions {
  find: Finder;
  isChangeable: boolean;
  isTicked: boolean;
  isNew: boolean;
  /** The state of the last action in words; nothing when it was carried out. */
  note: TemplateResult | undefined;
  onTick: (event: MouseEvent) => void;
}

/** A submission in a table. Its time is a link, and a click elsewhere in the row opens the submission as well. */
export function tableRow(item: ListedSubmission, columns: Column[], options: RowOptions): TemplateResult {
  const { find, isChangeable, isTicked, isNew, note, onTick } = options;
  const [name, unread] = [nameOf(columns, item), isUnread(item)];
  const address = `#/forms/${item.form_id}/submissions/${item.id}`;
  return html`<tr
    role="row"
    class="${unread ? 'unread' : ''} ${isNew ? 'new' : ''}"
    data-submission=${item.id}
    @click=${(event: MouseEvent) => open(event, address)}
  >
    <td role="cell" class="tick">
      ${isChangeable ? html`<label><input type="checkbox" aria-label="Select ${name}" .checked=${isTicked} @click=${onTick} /></label>` : nothing}
      <span class="dot">${unread ? html`<i></i><span class="visually-hidden">Unread</span>` : nothing}</span>
    </td>
    <th role="rowheader" scope="row" class="when">
      <a id="row-${item.id}" href=${address}>${dayAndMinute(item.received_at)}<span class="visually-hidden"> ${name}</span></a>
      <span class="marks">${reasons(item)}${undelivered(item)}${note}</span>
    </th>
    ${columns.map((column) => cell(column, item, find))}
  </tr>`;
}

/** Opens a submission, unless the click is on a link or a check box, or ends the selection of a text. */
function open({ target }: MouseEvent, address: string): void {
  const isOther = (target as Element).closest('a, label') !== null;
  if (!isOther && getSelection()?.isCollapsed !== false) location.hash = address;
}
