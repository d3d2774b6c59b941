import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import { formOf } from '../forms';
import { isTable } from '../list-address.rules';
import { poll } from '../shell/poll';
import { Store } from '../store';
import type { ListedSubmission, SubmissionList } from '../submission-list';
import type { ViewContext } from '../view';
import { isOutage, problem } from '../elements/basics';
import { time } from '../elements/time';
import { row, rowActions } from './row';
import { ROW_LINKS, Selection } from './selection';

const PATIENCE_MS = 300; // before the view shows that it is loading
const TINT_MS = 2000;

export interface ShownRows {
  list: SubmissionList;
  selection: Selection;
  /** The ids of the rows that have just arrived. */
  fresh: ReadonlySet<string>;
  /** The button that reads further rows. */
  more: TemplateResult | typeof nothing;
  /** Reads further rows; false when it has failed. */
  readOn: () => Promise<boolean>;
  step: (by: number) => void;
}

/** Rows of submissions with their actions. New submissions appear as they arrive. */
export class Rows extends Store {
  private before: SubmissionList | null = null;
  private readonly selection: Selection;
  private failure: unknown = null;
  private isSlow = false;
  private fresh = new Set<string>();
  private news = '';

  constructor(
    private list: SubmissionList,
    context: ViewContext,
  ) {
    super();
    this.selection = new Selection(() => this.list);
    this.show(list);
    void poll(() => this.follow(), context.signal);
    if (cameFrom) requestAnimationFrame(() => document.getElementById(`row-${cameFrom}`)?.focus());
  }

  readonly keys = { j: () => this.step(1), k: () => this.step(-1) };

  /** The visible list: the previous one until the new one is loaded or has failed. A long search shows what it has found so far. */
  get shown(): SubmissionList | null {
    return this.list.isRead ? this.list : this.before;
  }

  show(list: SubmissionList): void {
    [this.before, this.list] = [this.shown, list];
    [this.failure, this.isSlow] = [null, false];
    this.selection.clear();
    setTimeout(() => (this.isSlow ||= this.list === list), PATIENCE_MS);
    void this.follow().catch((error: unknown) => {
      if (this.list === list && !list.isRead) [this.failure, this.before] = [error, null];
    });
  }

  /** `empty` replaces the rows of an empty list. `table` draws the rows if the address asks for a table. */
  render(empty: () => TemplateResult, table?: (rows: ShownRows) => TemplateResult): TemplateResult {
    const { shown, selection } = this;
    const isBusy = shown !== this.list;
    const failure = this.failure ?? selection.failure;
    return html`
      ${failure ? problem(failure) : nothing} ${selection.progress()}
      <p class="visually-hidden" role="status">${this.news}${selection.outcome}</p>
      <section class=${`list ${isBusy && this.isSlow ? 'slow' : ''}`} aria-label="Submissions" aria-busy=${isBusy}>
        ${shown && this.isReadable(shown) ? this.content(shown, empty, table) : this.isSlow && !failure ? SKELETON : nothing}
      </section>
    `;
  }

  private content(list: SubmissionList, empty: () => TemplateResult, table?: (rows: ShownRows) => TemplateResult): TemplateResult {
    if (list.items.length === 0 && !list.hasOlder) return empty();
    const { selection, fresh } = this;
    const more: ShownRows['more'] = list.hasOlder ? this.more(list) : nothing;
    const rows: ShownRows = { list, selection, fresh, more, readOn: () => this.readOn(list), step: (by: number) => this.step(by) };
    return html`<div class="sheet">${selection.bar()} ${table && isTable(list.query) ? table(rows) : this.asList(list, more)}</div>`;
  }

  private asList(list: SubmissionList, more: ShownRows['more']): TemplateResult {
    return html`<ul class="rows">
        ${repeat(
          list.items,
          ({ id }) => id,
          (item) => this.row(item, list),
        )}
      </ul>
      ${more}`;
  }

  private row(item: ListedSubmission, shown: SubmissionList): TemplateResult {
    const { selection } = this;
    return row(item, {
      form: formOf(item.form_id),
      search: shown.query.get('search') ?? '',
      isTicked: selection.has(item.id),
      isNew: this.fresh.has(item.id),
      note: selection.note(item.id),
      actions: selection.size > 0 ? [] : rowActions(item),
      onTick: (event) => selection.tick(item.id, event),
      onAction: (action) => void selection.act(action, [item]),
    });
  }

  private more(list: SubmissionList): TemplateResult {
    const { searchedTo, query, isOldestFirst } = list;
    return html`<p class="older">
      ${searchedTo ? html`<span class="muted">Searched ${isOldestFirst ? 'up' : 'back'} to ${time(searchedTo)}</span>` : nothing}
      <button type="button" @click=${() => void this.readOn(list)}>${isTable(query) ? 'More' : 'Older'}</button>
    </p>`;
  }

  private async readOn(list: SubmissionList): Promise<boolean> {
    const { length } = list.items;
    this.failure = null;
    try {
      await list.older();
      return true;
    } catch (error) {
      this.failure = error;
      return false;
    } finally {
      this.notify(`${list.items.length - length} more. `);
    }
  }

  /** True when the forms of all rows are known, which determine the order of the values, or after a short wait. */
  private isReadable = ({ items }: SubmissionList): boolean => items.map((item) => formOf(item.form_id)).every(Boolean) || this.isSlow;

  private async follow(): Promise<void> {
    const { list, selection } = this;
    if (selection.isActing) return;
    const isFirst = !list.isRead;
    const isChanged = await list.refresh();
    if (this.list !== list) return;
    if (isOutage(this.failure)) this.failure = null;
    if (isFirst) this.notify(`${list.items.length}${list.hasOlder ? ' or more' : ''} found. `);
    else if (isChanged && list.arrived.size > 0) this.notify(`${list.arrived.size} new. `, list.arrived);
  }

  /** Announces news to screen readers and tints new rows. Both end soon, so that the same news can be announced again. */
  private notify(news: string, fresh = new Set<string>()): void {
    [this.fresh, this.news] = [fresh, news];
    setTimeout(() => {
      if (this.fresh !== fresh) return;
      [this.fresh, this.news] = [new Set(), ''];
    }, TINT_MS);
  }

  private step(by: number): void {
    const stops = [...document.querySelectorAll<HTMLElement>(`${ROW_LINKS}, .older button`)];
    const at = stops.findIndex((stop) => stop.closest('li, tr, .older')?.contains(document.activeElement));
    stops[at < 0 ? 0 : at + by]?.focus();
  }
}

const SKELETON = html`<div class="sheet skeleton" role="status" aria-label="Reading">
  ${Array.from({ length: 8 }, () => html`<p><i></i></p>`)}
</div>`;

/** The submission that was open last, whose row gets the focus on return. */
let cameFrom: string | undefined;
addEventListener('hashchange', ({ oldURL }) => (cameFrom = /\/submissions\/([^/?]+)$/.exec(oldURL)?.[1]));
