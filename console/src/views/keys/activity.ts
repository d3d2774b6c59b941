import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type AuditEvent } from 'form-collection-client';
import { api } from '../../api';
import { knownForms } from '../../forms';
import { createdList, pageAt, type TimedList } from '../../list';
import { listSheet } from '../../elements/list-sheet';
import { moment } from '../../elements/time';
import { ViewStore } from '../../elements/view-store';
import type { ViewContext } from '../../view';
import { doneInWords, doneToMany, whoInWords } from './activity.rules';

const SIGNED_IN = doneInWords('POST /console/session');

/** The audit trail of all keys or one key, newest first. */
export class Activity extends ViewStore {
  private readonly list: TimedList<AuditEvent>;
  /** The names of keys; null for a key that is gone or hidden. */
  private names: Readonly<Record<string, string | null>> = {};
  private readonly asked = new Set<string>();

  constructor(
    context: ViewContext,
    readonly key: string | null,
    /** The address of the view, without a key. */
    private readonly view: () => string,
  ) {
    super(context);
    this.list = createdList((cursor) => api.listAuditEvents({ query: { ...pageAt(20, cursor), ...(key && { key }) } }));
  }

  /** Throws to the view around it, which reads all of its parts again while the service is away. */
  async read(): Promise<void> {
    await this.list.refresh();
  }

  /** Adds the names of keys that are known already. */
  know(keys: readonly { id: string; name: string }[]): void {
    this.names = { ...this.names, ...Object.fromEntries(keys.map(({ id, name }) => [id, name])) };
  }

  /** The name of a key; undefined until it is known. */
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
    return listSheet({
      ...{ id: 'activity', title: 'Activity', list, failure, className: 'link-rows activity' },
      beside: key ? html`<a class="muted" href=${this.view()}>Of all</a>` : nothing,
      above: key ? html`<p class="inside muted">Only what <bdi>${this.nameOf(key) ?? 'this key'}</bdi> did.</p>` : nothing,
      row: (event) => this.row(event),
      empty: 'Nothing was changed in the last 400 days.',
      readOlder: this.act(() => list.older()),
    });
  }

  private row(event: AuditEvent): TemplateResult {
    const { action, actor, created_at: created, request_id: request } = event;
    const words = doneToMany(event) ?? doneInWords(action);
    return html`<li title=${request ?? ''}>
      <span>
        <strong><bdi>${whoInWords(event, (key) => this.nameOf(key))}</bdi></strong>
        ${words ?? html`did <code>${action}</code>`} ${this.object(event)}
        ${actor === 'console' && words !== SIGNED_IN ? html`<span class="muted">in the console</span>` : nothing}
      </span>
      <span class="muted">${moment(created)}</span>
    </li>`;
  }

  private object({ action, form_id: form, resource_id: resource }: AuditEvent): TemplateResult | typeof nothing {
    if (action.startsWith('keys ') && resource) return html`<bdi>${this.nameOf(resource) ?? 'that is gone'}</bdi>`;
    if (action.startsWith('secrets ')) return html`<code>${resource}</code>`;
    if (!form) return nothing;
    const known = knownForms().find(({ id }) => id === form);
    return known ? html`<a href="#/forms/${form}"><bdi>${known.name}</bdi></a>` : html`a deleted form`;
  }
}
