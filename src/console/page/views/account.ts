import { html, nothing, type TemplateResult } from 'lit-html';
import type { CapabilitiesView } from '../../../../client/src/index.js';
import { api } from '../api';
import { readForms } from '../forms';
import { problem } from '../parts/elements';
import { signOut } from '../session/session';
import { Store } from '../store';
import type { View, ViewContext, ViewFactory } from '../view';
import { Erasures } from './account/erasures';
import { ExportLinks } from './account/export-links';
import { sessionFacts } from './account/session-facts';

export const account: ViewFactory = (context) => new AccountPage(context);

/** What the session may do, the export links of all forms, and the erasures. */
class AccountPage extends Store implements View {
  private readonly links = new ExportLinks();
  private readonly erasures: Erasures;
  private session: CapabilitiesView | null = null;
  private failure: unknown = null;

  constructor(private readonly context: ViewContext) {
    super();
    this.erasures = new Erasures(context);
  }

  isUnsaved(): boolean {
    return this.erasures.value !== '';
  }

  enter(): void {
    void this.read();
  }

  title(): string {
    return 'Account';
  }

  render(): TemplateResult {
    const { session, failure } = this;
    return html`<header class="head">
        <h1>Account</h1>
        <button type="button" class="of-phones" @click=${() => void signOut()}>Sign out</button>
      </header>
      ${failure ? problem(failure) : nothing}
      ${
        session
          ? html`<div class="account">
              ${sessionFacts(session)} ${this.may('submissions:read') ? this.links.render() : nothing}
              ${this.may('submissions:delete') ? this.erasures.render() : nothing}
            </div>`
          : nothing
      }`;
  }

  private may(scope: CapabilitiesView['scopes'][number]): boolean {
    return this.session?.scopes.includes(scope) ?? false;
  }

  /** Everything is shown at once, so that nothing moves. */
  private async read(): Promise<void> {
    const { signal } = this.context;
    this.failure = null;
    try {
      const { data } = await api.getCapabilities({}, { signal });
      const parts = [
        ...(data.scopes.includes('forms:read') ? [readForms()] : []), // the names of the forms that receivers belong to
        ...(data.scopes.includes('submissions:read') ? [this.links.read()] : []),
        ...(data.scopes.includes('submissions:delete') ? [this.erasures.read()] : []),
      ];
      await Promise.allSettled(parts);
      this.session = data;
    } catch (error) {
      if (!signal.aborted) this.failure = error;
    }
  }
}
