import { html, nothing, type TemplateResult } from 'lit-html';
import { type Account, ApiError } from 'form-collection-client';
import { api } from '../../api';
import { problem } from '../../elements/basics';
import { confirm } from '../../elements/dialog';
import { labelled } from '../../elements/form/controls';
import { ViewStore } from '../../elements/view-store';
import { may } from '../../session/rights';

/** The address of the account: where it is, and a form for another one, which its reader confirms. */
export class Address extends ViewStore {
  private account: Account | null = null;
  /** The address as it was typed, until the mail is sent. */
  value = '';
  private isSending = false;
  private faults: readonly string[] = [];

  async read(): Promise<void> {
    this.account = (await api.getAccount()).data;
  }

  render(): TemplateResult {
    const { account, failure } = this;
    return html`<section class="sheet" aria-labelledby="address">
      <header><h2 id="address" tabindex="-1">Address</h2></header>
      <div class="inside address">
        ${account ? this.state(account) : nothing} ${account?.sends_mails && may('keys:manage', 'submissions:read') ? this.form() : nothing}
        ${failure ? problem(failure) : nothing}
      </div>
    </section>`;
  }

  private state({ email, sends_mails: sendsMails }: Account): TemplateResult {
    const purpose = 'Mails about forms that name no recipients, and tests of mails, go there.';
    const absent = html`The account has no address. ${purpose}`;
    return html`<p>${email === null ? absent : html`<strong><bdi>${email}</bdi></strong> ${this.remove(email)}<br />${purpose}`}</p>
      ${
        sendsMails
          ? nothing
          : html`<p class="notice">
              The service has no mail server, so it sends no mails and confirms no address. Its operator sets <code>SMTP_URL</code> and
              <code>MAIL_FROM</code>.
            </p>`
      }`;
  }

  private readonly remove = (email: string): TemplateResult | typeof nothing =>
    may('keys:manage', 'submissions:read')
      ? html`<button type="button" class="row-action" @click=${this.act(() => this.clear(email))}>Remove</button>`
      : nothing;

  private form(): TemplateResult {
    const send = (event: Event) => {
      event.preventDefault();
      if (!this.isSending) void this.try(() => this.ask());
    };
    return html`<form @submit=${send}>
      ${labelled({
        ...{ id: 'account-email', label: this.account?.email ? 'Another address' : 'E-mail address', text: this.value, isRequired: true },
        ...{ maxLength: 254, faults: this.faults, hint: 'It gets a link, which has to be opened and confirmed within an hour.' },
        change: (text) => (this.value = text),
      })}
      <p class="bar">
        <button aria-disabled=${this.isSending}>Send the link</button>
        <span role="status" class="muted">${this.notice}</span>
      </p>
    </form>`;
  }

  private async ask(): Promise<void> {
    [this.isSending, this.notice, this.faults] = [true, 'Sending …', []];
    try {
      const { data } = await api.setAccountEmail({ body: { email: this.value } });
      this.value = '';
      this.notice = `A link was sent to ${data.email}. The address is set once it is confirmed there.`;
    } catch (error) {
      this.notice = '';
      const faults = error instanceof ApiError ? error.details['email'] : null;
      if (!Array.isArray(faults)) throw error;
      this.faults = [`The address ${faults.join(', ')}.`];
    } finally {
      this.isSending = false;
    }
  }

  private async clear(email: string): Promise<void> {
    const text = 'Forms that name no recipients notify nobody then.';
    if (!(await confirm({ title: `Remove ${email}?`, text, action: 'Remove' }))) return;
    await api.deleteAccountEmail();
    this.account = { ...this.account!, email: null };
    document.getElementById('address')?.focus();
  }
}
