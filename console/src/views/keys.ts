import { html, nothing, type TemplateResult } from 'lit-html';
import { etagOf, type Key } from 'form-collection-client';
import { api } from '../api';
import { readForms } from '../forms';
import { createdList, pageAt, type TimedList } from '../list';
import { optionsIn } from '../elements/form/controls';
import { listSheet } from '../elements/list-sheet';
import { backLink, valueOf } from '../elements/basics';
import { ViewStore } from '../elements/view-store';
import { may, maySee, refreshRights, session } from '../session/rights';
import type { View, ViewContext } from '../view';
import { Activity } from './keys/activity';
import { changeKey } from './keys/change-key';
import { type Issued, issuedSheet } from './keys/issued';
import { inviteWith, revokeKey, rotateKey } from './keys/key-dialogs';
import type { Grantor } from './keys/key-fields';
import { keyRow } from './keys/key-row';
import { newKey } from './keys/new-key';

type Status = Key['status'];
const STATUSES: Record<Status | '', string> = {
  active: 'In use',
  expiring: 'Ending soon',
  expired: 'Ended',
  revoked: 'Revoked',
  '': 'All',
};

export class KeysPage extends ViewStore implements View {
  readonly title = () => 'Keys';
  private status: Status | '';
  private list: TimedList<Key>;
  private readonly activity: Activity;
  private own: Key | null = null;
  private issued: Issued | null = null;

  constructor(context: ViewContext) {
    super(context);
    const status = context.query.get('status') as Status;
    this.status = status in STATUSES ? status : 'active';
    this.list = this.listOf(this.status);
    this.activity = new Activity(context, context.query.get('key'));
  }

  /** A value that is shown once stays until it is dismissed, even while another view is open. */
  isUnsaved(): boolean {
    return this.issued !== null;
  }

  enter(): void {
    this.load(() => this.read());
  }

  render(): TemplateResult {
    const { issued } = this;
    return html`<header class="head">
        <div>
          ${backLink('#/account', 'Account')}
          <h1>Keys</h1>
          <p class="muted">One key for one program or one person, so that each can be taken away alone.</p>
        </div>
        ${
          may('keys:manage') && this.grantor
            ? html`<button type="button" class="main-action" @click=${this.act(() => this.add())}>New key</button>`
            : nothing
        }
      </header>
      ${this.outcome()}
      ${
        maySee('keys:manage')
          ? html`<div class="account">
              ${
                issued
                  ? issuedSheet(
                      issued,
                      () => void this.show(null),
                      this.act(() => this.invite(issued.key)),
                    )
                  : nothing
              }
              ${this.keyList()} ${this.activity.render()}
            </div>`
          : nothing
      }`;
  }

  private keyList(): TemplateResult {
    const { list, status } = this;
    return listSheet({
      ...{ id: 'keys', title: 'Keys', list },
      beside: html`<label
        >Status
        <select @change=${(event: Event) => this.choose(valueOf(event) as Status | '')}>
          ${optionsIn(Object.entries(STATUSES), status)}
        </select></label
      >`,
      row: (key) => keyRow(key, this.actionsFor(key), this.makerOf(key)),
      empty: status === 'active' ? NONE : 'None in the last 90 days.',
      readOlder: this.act(() => this.readOlder()),
    });
  }

  /** Null until the rights of the session are known, and its key if it has one. */
  private get grantor(): Grantor | null {
    const { rights, owner } = session;
    return rights && (this.own || !owner?.key) ? { own: this.own, rights } : null;
  }

  private makerOf({ created_by_key_id: maker }: Key): string | undefined {
    return maker ? (this.activity.nameOf(maker) ?? undefined) : undefined;
  }

  private actionsFor(key: Key): Record<string, () => void> {
    const { act } = this;
    return {
      'For a person': act(() => this.invite(key)),
      Rotate: act(async () => this.show((await rotateKey(key)) ?? this.issued, true)),
      Change: act(() => this.change(key)),
      Activity: () => (location.hash = `#/account/keys?key=${key.id}`),
      Revoke: act(() => this.revoke(key)),
    };
  }

  private async read(): Promise<void> {
    await refreshRights();
    if (!maySee('keys:manage')) return;
    const { owner } = session;
    const parts = [
      this.list.begin(),
      this.activity.read(),
      ...(maySee('forms:read') ? [readForms()] : []),
      ...(owner?.key ? [this.readOwn(owner.key.id)] : []),
    ];
    await Promise.all(parts);
    this.activity.know(this.list.items);
  }

  /** Reads the key of the session, since nobody can give more rights than their own key has. */
  private async readOwn(key: string): Promise<void> {
    this.own = (await api.getKey({ path: { key } })).data;
  }

  private async readOlder(): Promise<void> {
    await this.list.older();
    this.activity.know(this.list.items);
  }

  private listOf(status: Status | ''): TimedList<Key> {
    const only = status ? { status } : {};
    return createdList((cursor) => api.listKeys({ query: { ...pageAt(50, cursor), ...only } }, { signal: this.context.signal }));
  }

  private choose(status: Status | ''): void {
    this.status = status;
    this.list = this.listOf(status);
    const query = new URLSearchParams({
      ...(status !== 'active' && { status: status || 'all' }),
      ...(this.activity.key && { key: this.activity.key }),
    });
    history.pushState(null, '', ['#/account/keys', query.toString()].filter(Boolean).join('?'));
    void this.try(() => this.list.begin());
  }

  private async add(): Promise<void> {
    const key = await newKey(this.grantor!);
    if (key) await this.show({ key, isRotated: false }, true);
  }

  private async invite(key: Key): Promise<void> {
    await this.show((await inviteWith(key)) ?? this.issued);
  }

  private async change(key: Key): Promise<void> {
    const answer = await api.getKey({ path: { key: key.id } });
    await changeKey(answer.data, etagOf(answer)!, this.grantor!);
    await this.readAgain();
  }

  private async revoke(key: Key): Promise<void> {
    if (!(await revokeKey(key))) return;
    this.notice = `${key.name} is revoked.`;
    if (this.issued?.key.id === key.id) this.issued = null;
    await this.readAgain();
    document.getElementById('keys')?.focus();
  }

  private async show(issued: Issued | null, isChanged = false): Promise<void> {
    this.issued = issued;
    setTimeout(() => document.getElementById(issued ? 'issued' : 'keys')?.focus()); // after it is drawn
    if (isChanged) await this.readAgain();
  }

  private readAgain = (): Promise<unknown> => Promise.all([this.list.begin(), this.activity.read()]);
}

const NONE = 'No key is in use. Whoever opens the console by a link needs none; a program does.';
