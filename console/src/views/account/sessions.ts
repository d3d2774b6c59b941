import { html, nothing, type TemplateResult } from 'lit-html';
import { rowButton } from '../../elements/basics';
import { confirm } from '../../elements/dialog';
import { time } from '../../elements/time';
import { ViewStore } from '../../elements/view-store';
import { consoleCall } from '../../session/console-calls';
import { session as present } from '../../session/rights';

interface OwnSession {
  id: string;
  browser: string | null;
  network: string | null;
  opened_by: 'link' | 'key' | 'mail' | 'passkey';
  passkey_name: string | null;
  account_name: string;
  created_at: string;
  last_used_at: string;
  expires_at: string;
  current: boolean;
}

const OPENED: Record<OwnSession['opened_by'], string> = {
  ...{ link: 'by a link', key: 'with an API key', mail: 'by a mail', passkey: 'with a passkey' },
};

/** The sessions of the person or the key of this one, each of which can be ended. */
export class Sessions extends ViewStore {
  private sessions: readonly OwnSession[] = [];

  async read(): Promise<void> {
    this.sessions = await consoleCall<OwnSession[]>('GET', 'sessions');
  }

  render(): TemplateResult {
    const { sessions } = this;
    return html`<section class="sheet" aria-labelledby="sessions">
      <header>
        <h2 id="sessions" tabindex="-1">Sessions</h2>
        ${
          sessions.some(({ current }) => !current)
            ? html`<button type="button" @click=${this.act(() => this.endOthers())}>End all others</button>`
            : nothing
        }
      </header>
      <div class="inside outcome">${this.outcome()}</div>
      <ul class="plain link-rows" aria-labelledby="sessions">
        ${sessions.map((session) => this.row(session))}
      </ul>
    </section>`;
  }

  private row(session: OwnSession): TemplateResult {
    const {
      browser,
      network,
      opened_by: way,
      passkey_name: passkey,
      account_name: account,
      created_at: begun,
      last_used_at: used,
      current,
    } = session;
    const { owner } = present;
    const name = browser ?? 'An unknown browser';
    return html`<li>
      <span
        ><strong><bdi>${name}</bdi></strong
        >${network ? html` · <bdi>${network}</bdi>` : nothing}<br /><small class="muted"
          >${account === owner?.account.name ? nothing : html`<bdi>${account}</bdi>, `}${OPENED[way]}${passkey ? html` (<bdi>${passkey}</bdi>)` : nothing}
          since ${time(begun)}, used ${time(used)}</small
        ></span
      >
      ${
        current
          ? html`<span class="muted">this session</span>`
          : rowButton(
              'End',
              `End: ${name}`,
              this.act(() => this.end(session)),
              'danger',
            )
      }
    </li>`;
  }

  private async end({ id, browser }: OwnSession): Promise<void> {
    await consoleCall('DELETE', `sessions/${id}`);
    await this.read();
    this.notice = `The session of ${browser ?? 'an unknown browser'} has ended.`;
    document.getElementById('sessions')?.focus();
  }

  private async endOthers(): Promise<void> {
    const text = 'All other browsers in which you are signed in are signed out.';
    if (!(await confirm({ title: 'End all others?', text, action: 'End them' }))) return;
    await consoleCall('DELETE', 'sessions');
    await this.read();
    this.notice = 'All other sessions have ended.';
    document.getElementById('sessions')?.focus();
  }
}
