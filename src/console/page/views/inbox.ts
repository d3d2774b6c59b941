import { html, nothing, type TemplateResult } from 'lit-html';
import { knownForms, readForms, formOf } from '../forms';
import { Rows } from '../parts/rows/rows';
import { may } from '../session/rights';
import { counts } from '../shell/counts';
import { Store } from '../store';
import { submissionList } from '../submission-list';
import type { View, ViewContext, ViewFactory } from '../view';
import { askForExport } from './inbox/export';
import { filterBar, type NamedForm } from './inbox/filters';
import { withChoice } from './inbox/filters.rules';
import type { FormView } from '../../../../client/src/index.js';
import { baseUrl } from '../api';
import { snippet } from '../parts/snippet';

const TYPING_PAUSE_MS = 250;

export const inbox: ViewFactory = (context) => new Inbox(context);

/** Submissions of all forms or one, newest first. */
class Inbox extends Store implements View {
  private readonly rows: Rows;
  private query: URLSearchParams;
  private search: string; // as it is typed
  private isOpen = false; // the filters, on a phone
  private isTyping = false; // so that the letters of a search are one entry of the history
  private timer = 0;
  private areFormsRead = false;

  constructor(private readonly context: ViewContext) {
    super();
    this.query = context.query;
    this.search = context.query.get('search') ?? '';
    this.rows = new Rows(submissionList(context.query), context);
    void readForms()
      .catch(() => undefined) // rows tell the names of their forms themselves
      .finally(() => (this.areFormsRead = true));
  }

  get keys() {
    return { ...this.rows.keys, '/': () => document.querySelector<HTMLElement>('input[type=search]')?.focus() };
  }

  title(): string {
    return 'Inbox';
  }

  render(): TemplateResult {
    const { query } = this;
    return html`
      <header class="head">
        <div class="headline">
          <h1>Inbox</h1>
          <span class="muted">${counts.unread > 0 ? `${counts.unread} unread` : nothing}</span>
        </div>
        <button type="button" @click=${() => askForExport(query, this.forms)}>Export</button>
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
        onClear: () => this.go(new URLSearchParams()),
      })}
      ${this.rows.render(() => (this.areFormsRead ? emptyInbox(query, () => this.go(new URLSearchParams())) : html``))}
    `;
  }

  /** Those of the rows, where the session may not read forms. */
  private get forms(): readonly NamedForm[] {
    if (knownForms().length > 0) return knownForms();
    const names = new Map(this.rows.shown?.items.map(({ form_id: id, form_name: name }) => [id, name]));
    return [...names].map(([id, name]) => ({ id, name }));
  }

  changed(query: URLSearchParams): void {
    if ((query.get('search') ?? '') !== this.search.trim()) this.search = query.get('search') ?? '';
    this.query = query;
    this.rows.show(submissionList(query));
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

  /** Each choice is an entry of the history. */
  private go(query: URLSearchParams, isReplaced = false): void {
    const address = ['#/inbox', query.toString()].filter(Boolean).join('?');
    history[isReplaced ? 'replaceState' : 'pushState'](null, '', address);
    this.isTyping = false;
    this.changed(query);
  }
}

/** What stands where there are no submissions: the next step. */
function emptyInbox(query: URLSearchParams, onClear: () => void): TemplateResult {
  const forms = knownForms();
  const form = forms.find(({ id }) => id === query.get('form'));
  const isOnlyForm = [...query.keys()].every((name) => name === 'form');
  if (forms.length === 0 && query.size === 0)
    return html`<div class="sheet empty">
      <h2>Nothing here yet</h2>
      <p>A form gives you an address that takes submissions. They arrive here.</p>
      ${may('forms:create', 'forms:read') ? html`<p><a class="button main-action" href="#/forms">Make your first form</a></p>` : nothing}
    </div>`;
  const silent = isOnlyForm ? (form ?? (query.size === 0 ? forms[0] : undefined)) : undefined;
  if (silent?.submissions_count === 0) return nothingArrived(silent);
  return html`<div class="sheet empty">
    <h2>Nothing found</h2>
    <p>No submission fits the filters.</p>
    <p><button type="button" @click=${onClear}>Clear filters</button></p>
  </div>`;
}

function nothingArrived({ id, name, status }: FormView): TemplateResult {
  const form = formOf(id); // with its fields, once it is read
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
    ${form ? snippet(form) : nothing}
  </div>`;
}
