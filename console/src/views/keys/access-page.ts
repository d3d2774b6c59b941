import { html, type TemplateResult } from 'lit-html';
import type { Key } from 'form-collection-client';
import { api } from '../../api';
import { valueOf } from '../../elements/basics';
import { optionsIn } from '../../elements/form/controls';
import { ViewStore } from '../../elements/view-store';
import { readForms } from '../../forms';
import { createdList, type Page, pageAt, type TimedList } from '../../list';
import { maySee, refreshRights, session } from '../../session/rights';
import type { ViewContext } from '../../view';
import { Activity } from './activity';
import type { Grantor } from './key-fields';

type Status = Key['status'];
const STATUSES: Record<Status | '', string> = {
  active: 'In use',
  expiring: 'Ending soon',
  expired: 'Ended',
  revoked: 'Revoked',
  '': 'All',
};

/** A view of those who have access, people or keys, by their status, with what they did. `Shown` is something that is shown only once. */
export abstract class AccessPage<Each extends Key, Shown> extends ViewStore {
  protected abstract readonly kind: Key['kind'];
  /** The address of the view without its query. */
  protected abstract readonly address: string;
  /** The id of the heading of the list. */
  protected abstract readonly listId: string;
  protected status: Status | '';
  protected list: TimedList<Each>;
  protected readonly activity: Activity;
  protected shown: Shown | null = null;
  private own: Key | null = null;

  constructor(context: ViewContext) {
    super(context);
    const status = context.query.get('status') as Status;
    this.status = status in STATUSES ? status : 'active';
    this.list = this.listOf(this.status);
    this.activity = new Activity(context, context.query.get('key'), () => this.address);
  }

  /** Anything that is shown once stays until it is dismissed, even while another view is open. */
  isUnsaved(): boolean {
    return this.shown !== null;
  }

  enter(): void {
    this.load(() => this.read());
  }

  /** Null until the rights of the session are known, and its key if it has one. */
  protected get grantor(): Grantor | null {
    const { rights, owner } = session;
    return rights && (this.own || !owner?.key) ? { own: this.own, rights } : null;
  }

  protected makerOf({ created_by_key_id: maker }: Key): string | undefined {
    return maker ? (this.activity.nameOf(maker) ?? undefined) : undefined;
  }

  protected readonly statusChoice = (): TemplateResult =>
    html`<label
      >Status
      <select @change=${(event: Event) => this.choose(valueOf(event) as Status | '')}>
        ${optionsIn(Object.entries(STATUSES), this.status)}
      </select></label
    >`;

  protected async readOlder(): Promise<void> {
    await this.list.older();
    this.activity.know(this.list.items);
  }

  /** Shows something until it is dismissed. */
  protected async show(shown: Shown | null, isChanged = false): Promise<void> {
    this.shown = shown;
    setTimeout(() => document.getElementById(shown ? 'issued' : this.listId)?.focus()); // after it is drawn
    if (isChanged) await this.readAgain();
  }

  /** Says that somebody has no access any more. */
  protected async ended(notice: string): Promise<void> {
    this.notice = notice;
    await this.readAgain();
    document.getElementById(this.listId)?.focus();
  }

  protected readAgain = (): Promise<unknown> => Promise.all([this.list.begin(), this.activity.read()]);

  private async read(): Promise<void> {
    await refreshRights();
    if (!maySee('keys:manage')) return;
    const key = session.owner?.key;
    const parts = [
      this.list.begin(),
      this.activity.read(),
      ...(maySee('forms:read') ? [readForms()] : []),
      ...(key ? [this.readOwn(key.id)] : []),
    ];
    await Promise.all(parts);
    this.activity.know(this.list.items);
  }

  /** Reads the key of the session, since nobody can give more rights than their own key has. */
  private async readOwn(key: string): Promise<void> {
    this.own = (await api.getKey({ path: { key } })).data;
  }

  private listOf(status: Status | ''): TimedList<Each> {
    const only = status ? { status } : {};
    return createdList((cursor) => {
      const query = { ...pageAt(50, cursor), ...only, kind: this.kind };
      return api.listKeys({ query }, { signal: this.context.signal }) as Promise<Page<Key>> as Promise<Page<Each>>;
    });
  }

  private choose(status: Status | ''): void {
    this.status = status;
    this.list = this.listOf(status);
    const query = new URLSearchParams({
      ...(status !== 'active' && { status: status || 'all' }),
      ...(this.activity.key && { key: this.activity.key }),
    });
    history.pushState(null, '', [this.address, query.toString()].filter(Boolean).join('?'));
    void this.try(() => this.list.begin());
  }
}
