import { html, nothing, type TemplateResult } from 'lit-html';
import { knownForms, readForms } from '../forms';
import { Rows } from '../rows/rows';
import { maySee } from '../session/rights';
import { Store } from '../store';
import { submissionList } from '../submission-list';
import type { View, ViewContext } from '../view';
import { BackTest } from './quarantine/back-test';

export class QuarantinePage extends Store implements View {
  readonly title = () => 'Quarantine';
  private readonly rows: Rows;
  private backTest: BackTest | null = null;

  constructor(context: ViewContext) {
    super();
    this.rows = new Rows(submissionList(new URLSearchParams('state=quarantined')), context);
    void readForms().catch(() => undefined);
  }

  get keys() {
    return this.rows.keys;
  }

  render(): TemplateResult {
    const { backTest } = this;
    return html`
      <header class="head">
        <div class="headline">
          <h1>Quarantine</h1>
          <span class="muted">deleted after 30 days, and after 7 if a confirmation is missing</span>
        </div>
        ${
          maySee('forms:read')
            ? html`<button type="button" aria-expanded=${backTest !== null} @click=${() => this.toggle()}>Try other settings</button>`
            : nothing
        }
      </header>
      ${backTest?.render() ?? nothing}
      <div class="held">
        ${this.rows.render(
          () =>
            html`<div class="sheet empty">
              <h2>Nothing is held</h2>
              <p>What looks like spam waits here for 30 days, until you release or delete it, and what waits for a confirmation for 7.</p>
              <p><a href="#/inbox">Inbox</a></p>
            </div>`,
        )}
      </div>
    `;
  }

  private toggle(): void {
    const form = this.rows.shown?.items[0]?.form_id ?? knownForms()[0]?.id ?? '';
    this.backTest = this.backTest ? null : new BackTest(form);
  }
}
