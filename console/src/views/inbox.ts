import { html, nothing, type TemplateResult } from 'lit-html';
import { knownForms, readForms, formOf } from '../forms';
import { asList, asTable, inboxAddress, isNarrowed, isTable, withoutFilters } from '../list-address.rules';
import { Rows } from '../rows/rows';
import { GONE } from '../elements/basics';
import { may } from '../session/rights';
import { counts } from '../shell/counts';
import { Store } from '../store';
import { type SubmissionList, submissionList } from '../submission-list';
import type { View, ViewContext } from '../view';
import { askForExport } from './inbox/export';
import { filterBar, type NamedForm } from './inbox/filters';
import { withChoice } from './inbox/filters.rules';
import { LazyTable } from './inbox/lazy-table';
import type { Form } from 'form-collection-client';
import { baseUrl } from '../api';
import { snippet } from '../elements/snippet';

const TYPING_PAUSE_MS = 250;

export class InboxPage extends Store implements View {
  readonly title = () => 'Inbox';
  private readonly rows: Rows;
  private readonly table: LazyTable;
  private list: SubmissionList;
  private query: URLSearchParams;
  private search: string; // the text in the input
  private isOpen = false; // true while the filters are open on a phone
  private isTyping = false; // merges the letters of a search into one entry of the history
  private timer = 0;
  private areFormsRead = false;

  constructor(private readonly context: ViewContext) {
    super();
    this.query = context.query;
    this.search = context.query.get('search') ?? '';
    this.list = submissionList(context.query);
    this.rows = new Rows(this.list, context);
    this.table = new LazyTable((query) => this.go(query), context.signal);
    this.table.load(context.query);
    void readForms()
      .catch(() => undefined) // the rows have the names of their forms
      .finally(() => (this.areFormsRead = true));
  }

  get keys() {
    return { ...this.rows.keys, '/': () => document.querySelector<HTMLElement>('input[type=search]')?.focus() };
  }

  render(): TemplateResult {
    const { query } = this;
    return html`
      <header class="head">
        <div class="headline">
          <h1>Inbox</h1>
          <span class="muted">${counts.unread > 0 ? `${counts.unread} unread` : nothing}</span>
        </div>
        <div class="bar">
          ${this.ways()}
          <button type="button" @click=${() => askForExport(query, this.forms, this.table.exportNames(this.rows.shown))}>Export</button>
        </div>
      </header>
      ${filterBar({
        query,
        search: this.search,
        forms: this.forms,
        isOpen: this.isOpen,
        mayClear: Boolean(this.rows.shown?.items.length),
        onToggle: () => (this.isOpen = !this.isOpen),
        onChoose: (choice, value) => this.go(withChoice(query, choice, value)),
        onType: (text) => this.type(text),
        onSearch: () => this.find(),
        onClear: () => this.go(withoutFilters(query)),
      })}
      ${this.rows.render(
        () => (this.areFormsRead ? emptyInbox(query, () => this.go(withoutFilters(query))) : html``),
        (rows) => this.table.render(rows),
      )}
    `;
  }

  /** The known forms, or those of the rows if the session may not read forms. */
  private get forms(): readonly NamedForm[] {
    if (knownForms().length > 0) return knownForms();
    const items = this.rows.shown?.items.filter(({ form_name: name }) => name);
    const names = new Map(items?.map(({ form_id: id, form_name: name }) => [id, name]));
    return [...names].map(([id, name]) => ({ id, name }));
  }

  /** The links between the list and the table of a form, also for an account's only form. */
  private ways(): TemplateResult | typeof nothing {
    const { query } = this;
    const forms = knownForms();
    const form = query.get('form') ?? (forms.length === 1 ? forms[0]!.id : null);
    if (!form) return nothing;
    if (!isTable(query)) return html`<a class="button" href=${inboxAddress(asTable(query, form))}>Table</a>`;
    return html`<a class="button" href=${inboxAddress(asList(query))}>List</a>
      <button type="button" @click=${() => this.table.askForColumns(this.rows.shown)}>Columns</button>`;
  }

  changed(query: URLSearchParams): void {
    if ((query.get('search') ?? '') !== this.search.trim()) this.search = query.get('search') ?? '';
    this.query = query;
    this.table.load(query);
    const list = submissionList(query);
    if (list !== this.list) this.rows.show((this.list = list));
  }

  private type(text: string): void {
    this.search = text;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => this.find(), TYPING_PAUSE_MS);
    this.context.signal.addEventListener('abort', () => clearTimeout(this.timer), { once: true });
  }

  private find(): void {
    clearTimeout(this.timer);
    const query = withChoice(this.query, 'search', this.search.trim());
    if (query.toString() === this.query.toString()) return;
    this.go(query, this.isTyping);
    this.isTyping = true;
  }

  /** Makes an entry of the history for each choice. */
  private go(query: URLSearchParams, isReplaced = false): void {
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', inboxAddress(query));
    this.isTyping = false;
    this.changed(query);
  }
}

/** The next step for an inbox without submissions. */
function emptyInbox(query: URLSearchParams, onClear: () => void): TemplateResult {
  const forms = knownForms();
  const form = forms.find(({ id }) => id === query.get('form'));
  const isAll = !query.get('form') && !isNarrowed(query);
  if (forms.length === 0 && isAll)
    return html`<div class="sheet empty">
      <h2>Nothing here yet</h2>
      <p>A form gives you an address that takes submissions. They arrive here.</p>
      ${may('forms:create', 'forms:read') ? html`<p><a class="button main-action" href="#/forms">Make your first form</a></p>` : nothing}
    </div>`;
  if (!form && query.get('form') && forms.length > 0) return html`<p class="notice failed" role="alert">${GONE}</p>`;
  const silent = isNarrowed(query) ? undefined : (form ?? (isAll ? forms[0] : undefined));
  if (silent?.submissions_count === 0) return nothingArrived(silent);
  return html`<div class="sheet empty">
    <h2>Nothing found</h2>
    <p>No submission fits the filters.</p>
    <p><button type="button" @click=${onClear}>Clear filters</button></p>
  </div>`;
}

function nothingArrived({ id, name, status, endpoint_url }: Form): TemplateResult {
  const form = formOf(id); // undefined until the fields are read
  if (status === 'disabled')
    return html`<div class="sheet empty">
      <h2>Nothing has arrived yet</h2>
      <p><bdi>${name}</bdi> does not accept submissions.</p>
      ${may('forms:update') ? html`<p><a class="button main-action" href="#/forms/${id}">Turn it on</a></p>` : nothing}
    </div>`;
  return html`<div class="sheet empty">
    <h2>Nothing has arrived yet</h2>
    <p>
      Send something by the <a href="${baseUrl}f/${id}" target="_blank">live page</a> of <bdi>${name}</bdi>, or put the form into a page of
      your own:
    </p>
    ${form ? snippet({ ...form, endpoint_url }) : nothing}
  </div>`;
}
