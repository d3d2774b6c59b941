import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type AuditEventView } from 'form-collection-client';
import { api } from '../../api';
import { knownForms } from '../../forms';
import { TimedList } from '../../list';
import { older, problem } from '../../elements/notices';
import { moment } from '../../elements/time';
import { Store } from '../../store';
import { doneInWords, whoInWords } from './activity.rules';

const SIGNED_IN = doneInWords('POST /console/session');

/** Who changed what, newest first, of all keys or one. */
export class Activity extends Store {
  private readonly list: TimedList<AuditEventView>;
  private failure: unknown = null;
  /** Null for keys that are not shown. */
  private names: Readonly<Record<string, string | null>> = {};
  private readonly asked = new Set<string>();

  constructor(readonly key: string | null) {
    super();
    this.list = new TimedList<AuditEventView>(
      (cursor) => api.listAuditEvents({ query: { limit: 20, ...(key && { key }), ...(cursor && { cursor }) } }),
      ({ created_at: created }) => created,
    );
  }

  read(): Promise<void> {
    return this.try(() => this.list.refresh());
  }

  /** Notes the names of keys that are known anyway. */
  know(keys: readonly { id: string; name: string }[]): void {
    this.names = { ...this.names, ...Object.fromEntries(keys.map(({ id, name }) => [id, name])) };
  }

  /** The name of a key once it is known; undefined until then. */
  nameOf(key: string): string | null | undefined {
    if (!(key in this.names) && !this.asked.has(key)) {
      this.asked.add(key);
      api.getKey({ path: { key } }).then(
        ({ data }) => this.know([data]),
        (error: unknown) => {
          if (error instanceof ApiError && error.status === 404) this.names = { ...this.names, [key]: null };
        },
      );
    }
    return this.names[key];
  }

  render(): TemplateResult {
    const { list, failure, key } = this;
    return html`<section class="sheet" aria-labelledby="activity">
      <header>
        <h2 id="activity" tabindex="-1">Activity</h2>
        ${key ? html`<a class="muted" href="#/account/keys">Of all keys</a>` : nothing}
      </header>
      ${failure ? html`<div class="inside">${problem(failure)}</div>` : nothing}
      ${key ? html`<p class="inside muted">Only what <bdi>${this.nameOf(key) ?? 'this key'}</bdi> did.</p>` : nothing}
      ${list.isRead && list.items.length === 0 ? html`<p class="inside muted">Nothing was changed in the last 400 days.</p>` : nothing}
      <ul class="plain link-rows activity" aria-labelledby="activity">
        ${list.items.map((event) => this.row(event))}
      </ul>
      ${older(list.hasOlder, 'inside', () => void this.try(() => list.older()))}
    </section>`;
  }

  private row(event: AuditEventView): TemplateResult {
    const { action, actor, created_at: created, request_id: request } = event;
    const words = doneInWords(action);
    return html`<li title=${request ?? ''}>
      <span>
        <strong><bdi>${whoInWords(event, (key) => this.nameOf(key))}</bdi></strong>
        ${words ?? html`did <code>${action}</code>`} ${this.object(event)}
        ${actor === 'console' && words !== SIGNED_IN ? html`<span class="muted">in the console</span>` : nothing}
      </span>
      <span class="muted">${moment(created)}</span>
    </li>`;
  }

  private object({ action, form_id: form, resource_id: resource }: AuditEventView): TemplateResult | typeof nothing {
    if (action.startsWith('keys ') && resource) return html`<bdi>${this.nameOf(resource) ?? 'that is gone'}</bdi>`;
    if (action.startsWith('secrets ')) return html`<code>${resource}</code>`;
    if (!form) return nothing;
    const known = knownForms().find(({ id }) => id === form);
    return known ? html`<a href="#/forms/${form}"><bdi>${known.name}</bdi></a>` : html`a deleted form`;
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    this.failure = null;
    try {
      await action();
    } catch (error) {
      this.failure = error;
    }
  }
}
