import { html, nothing, type TemplateResult } from 'lit-html';
import { etagOf, type Key } from 'form-collection-client';
import { api } from '../api';
import { listSheet } from '../elements/list-sheet';
import { backLink } from '../elements/basics';
import { may, maySee } from '../session/rights';
import type { View } from '../view';
import { AccessPage } from './keys/access-page';
import { changeKey } from './keys/change-key';
import { type Issued, issuedSheet } from './keys/issued';
import { revokeKey, rotateKey } from './keys/key-dialogs';
import { keyRow } from './keys/key-row';
import { newKey } from './keys/new-key';

export class KeysPage extends AccessPage<Key, Issued> implements View {
  readonly title = () => 'Keys';
  protected readonly kind = 'key';
  protected readonly address = '#/account/keys';
  protected readonly listId = 'keys';

  render(): TemplateResult {
    const { shown } = this;
    return html`<header class="head">
        <div>
          ${backLink('#/account', 'Account')}
          <h1>Keys</h1>
          <p class="muted">
            One key for one program, so that each can be taken away alone. Somebody who is to use this console is one of the
            <a href="#/account/people">people</a>.
          </p>
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
              ${shown ? issuedSheet(shown, () => void this.show(null)) : nothing} ${this.keyList()} ${this.activity.render()}
            </div>`
          : nothing
      }`;
  }

  private keyList(): TemplateResult {
    const { list, status } = this;
    return listSheet({
      ...{ id: 'keys', title: 'Keys', list },
      beside: this.statusChoice(),
      row: (key) => keyRow(key, this.actionsFor(key), this.makerOf(key)),
      empty: status === 'active' ? NONE : 'None in the last 90 days.',
      readOlder: this.act(() => this.readOlder()),
    });
  }

  private actionsFor(key: Key): Record<string, () => void> {
    const { act } = this;
    return {
      Rotate: act(async () => this.show((await rotateKey(key)) ?? this.shown, true)),
      Change: act(() => this.change(key)),
      Activity: () => (location.hash = `#/account/keys?key=${key.id}`),
      Revoke: act(() => this.revoke(key)),
    };
  }

  private async add(): Promise<void> {
    const key = await newKey(this.grantor!);
    if (key) await this.show({ key, isRotated: false }, true);
  }

  private async change(key: Key): Promise<void> {
    const answer = await api.getKey({ path: { key: key.id } });
    await changeKey(answer.data, etagOf(answer)!, this.grantor!);
    await this.readAgain();
  }

  private async revoke(key: Key): Promise<void> {
    if (!(await revokeKey(key))) return;
    if (this.shown?.key.id === key.id) this.shown = null;
    await this.ended(`${key.name} is revoked.`);
  }
}

const NONE = 'No key is in use. People who use the console need none; a program does.';
