import { html, nothing, type TemplateResult } from 'lit-html';
import type { FormLabels, SpamReason } from 'form-collection-client';
import { counted } from '../english.rules';
import type { ListedSubmission } from '../submission-list';
import { typeTitle } from '../views/workflow/words.rules';
import { time } from '../elements/time';
import { ACTION_NAMES, isDeletion, isHeld, isUnread, type Action } from './actions.rules';
import { allowedActions, mayChange } from './selection';
import { wordOf, summaryOf, type Piece } from './summary.rules';

export interface RowOptions {
  form: FormLabels | undefined;
  search: string;
  isTicked: boolean;
  isNew: boolean;
  /** The state of the last action in words; nothing when it was carried out. */
  note: TemplateResult | undefined;
  /** The actions of the row; none while other rows are ticked. */
  actions: Action[];
  onTick: (event: MouseEvent) => void;
  onAction: (action: Action) => void;
}

/** A submission in a list. The whole row is a link, with the check box and the actions on top. */
export function row(item: ListedSubmission, options: RowOptions): TemplateResult {
  const [who, ...others] = piecesOf(item, options);
  const name = who?.text ?? 'a submission without values';
  const link = `row-${item.id}`;
  const classes = `row ${isUnread(item) ? 'unread' : ''} ${options.isNew ? 'new' : ''}`;
  return html`<li class=${classes} data-submission=${item.id}>
    <label class="tick">
      ${
        mayChange()
          ? html`<input type="checkbox" aria-label="Select ${name}" .checked=${options.isTicked} @click=${options.onTick} />`
          : nothing
      }
    </label>
    <span class="dot">${isUnread(item) ? html`<i></i><span class="visually-hidden">Unread</span>` : nothing}</span>
    <bdi class="of-form">${item.form_name}</bdi>
    <a id=${link} class="values" href=${item.deleted_at ? '#/trash' : `#/forms/${item.form_id}/submissions/${item.id}`}>
      ${reasons(item)}
      <b>${who ? piece(who) : html`<i class="muted">No values</i>`}</b>
      ${others.map((each, index) => html`${index > 0 ? ' · ' : nothing}${piece(each)}`)}
    </a>
    <span class="foot"
      ><span class="marks">${marks(item)}${options.note}</span>
      <span class="actions">
        ${options.actions.map(
          (action) =>
            html`<button
              type="button"
              class="row-action ${isDeletion(action) ? 'danger' : ''}"
              aria-describedby=${link}
              @click=${() => options.onAction(action)}
            >
              ${ACTION_NAMES[action]}
            </button>`,
        )}
      </span></span
    >
    <span class="when">${time(item.received_at)}</span>
  </li>`;
}

export const reasons = (item: ListedSubmission): TemplateResult[] | undefined =>
  isHeld(item) ? item.spam_reasons?.map(reasonWord) : undefined;

const reasonWord = (reason: SpamReason) => html`<span class="reason" title=${reason.detail}>${wordOf(reason)}</span> `;

/** The actions of a single row. *Spam* is only offered for ticked rows. */
export const rowActions = (item: ListedSubmission): Action[] => allowedActions([item]).filter((action) => action !== 'spam');

const kept = new WeakMap<ListedSubmission, { form: FormLabels | undefined; search: string; pieces: Piece[] }>();

function piecesOf(item: ListedSubmission, { form, search }: RowOptions): Piece[] {
  const known = kept.get(item);
  if (known && known.form === form && known.search === search) return known.pieces;
  const pieces = summaryOf(item, form, search);
  kept.set(item, { form, search, pieces });
  return pieces;
}

/** A value in which the match of a search is marked. */
export function piece({ label, text, match }: Piece): TemplateResult {
  const value = match ? html`${text.slice(0, match[0])}<mark>${text.slice(...match)}</mark>${text.slice(match[1])}` : text;
  return html`${label ? html`<bdi>${label}</bdi>: ` : nothing}<bdi>${value}</bdi>`;
}

/** The failed deliveries and the number of files. */
const marks = (item: ListedSubmission): TemplateResult =>
  html`${undelivered(item)}${item.file_count > 0 ? html`<span>${counted(item.file_count, 'file')}</span>` : nothing}`;

/** The deliveries that failed or are uncertain. */
export function undelivered({ deliveries }: ListedSubmission): TemplateResult {
  const not = (status: string) => deliveries.filter((delivery) => delivery.status === status);
  const told = (status: 'failed' | 'uncertain') => {
    const [first, ...others] = not(status);
    if (!first) return nothing;
    const name = first.name ?? typeTitle(first.channel_type);
    return html`<span class=${status}><bdi>${others.length > 0 ? `${others.length + 1} deliveries` : name}</bdi> ${status}</span>`;
  };
  return html`${told('failed')}${told('uncertain')}`;
}
