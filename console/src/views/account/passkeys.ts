import { html, nothing, type TemplateResult } from 'lit-html';
import { rowButton } from '../../elements/basics';
import { confirm, openForm } from '../../elements/dialog';
import { bound, labelled } from '../../elements/form/controls';
import { time } from '../../elements/time';
import { ViewStore } from '../../elements/view-store';
import { addPasskey } from '../../session/add-passkey';
import { consoleCall } from '../../session/console-calls';
import { hasPasskeys } from '../../session/passkeys';
import { session } from '../../session/rights';
import { store } from '../../store';

interface Passkey {
  id: string;
  name: string;
  created_at: string;
  last_used_at: string | null;
}

/** The passkeys of the person who is signed in. */
export class Passkeys extends ViewStore {
  private passkeys: readonly Passkey[] = [];

  async read(): Promise<void> {
    this.passkeys = await consoleCall<Passkey[]>('GET', 'passkeys');
  }

  render(): TemplateResult {
    const { passkeys } = this;
    const { passkeys: areOffered, passkeys_reason: reason } = session.owner!.offers;
    return html`<section class="sheet" aria-labelledby="passkeys">
      <header>
        <h2 id="passkeys" tabindex="-1">Passkeys</h2>
        ${areOffered && hasPasskeys() ? html`<button type="button" @click=${this.act(() => this.add())}>Add a passkey</button>` : nothing}
      </header>
      <div class="inside outcome">
        ${this.outcome()}
        ${areOffered ? (hasPasskeys() ? nothing : html`<p class="muted">This browser has no passkeys.</p>`) : html`<p class="muted">${reason}</p>`}
        ${areOffered && passkeys.length === 0 ? html`<p class="muted">${NONE}</p>` : nothing}
      </div>
      <ul class="plain link-rows" aria-labelledby="passkeys">
        ${passkeys.map((passkey) => this.row(passkey))}
      </ul>
    </section>`;
  }

  private row(passkey: Passkey): TemplateResult {
    const { name, created_at: made, last_used_at: used } = passkey;
    return html`<li>
      <span
        ><strong><bdi>${name}</bdi></strong
        ><br /><small class="muted">made ${time(made)}, ${used ? html`used ${time(used)}` : 'never used'}</small></span
      >
      <span class="bar">
        ${rowButton(
          'Rename',
          `Rename: ${name}`,
          this.act(() => this.rename(passkey)),
        )}
        ${rowButton(
          'Remove',
          `Remove: ${name}`,
          this.act(() => this.remove(passkey)),
          'danger',
        )}
      </span>
    </li>`;
  }

  private async add(): Promise<void> {
    if (!(await addPasskey())) return;
    await this.read();
    this.notice = 'The passkey was added.';
  }

  private async rename({ id, name }: Passkey): Promise<void> {
    const values = store({ name });
    await openForm({
      title: `Rename "${name}"`,
      action: 'Save',
      content: (faultsOf) =>
        labelled({ id: 'passkey-name', label: 'Name', maxLength: 64, faults: faultsOf('name', 'The name'), ...bound(values, 'name') }),
      submit: () => consoleCall('PATCH', `passkeys/${id}`, { name: values.name.trim() }).then(() => undefined),
    }).closed;
    await this.read();
  }

  private async remove({ id, name }: Passkey): Promise<void> {
    const text = 'It opens the console no more, and the sessions that it has opened end.';
    if (!(await confirm({ title: `Remove "${name}"?`, text, action: 'Remove' }))) return;
    await consoleCall('DELETE', `passkeys/${id}`);
    await this.read();
    this.notice = `${name} was removed.`;
    document.getElementById('passkeys')?.focus();
  }
}

const NONE = 'You have none yet. A passkey opens the console with the fingerprint, the face or the code of your device.';
