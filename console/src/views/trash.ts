import { html, type TemplateResult } from 'lit-html';
import { readForms } from '../forms';
import { Rows } from '../rows/rows';
import { session } from '../session/rights';
import { Store } from '../store';
import { submissionList } from '../submission-list';
import type { View, ViewContext } from '../view';

/** The page of the trash: all that was deleted, until it is restored or deleted for good. */
export class TrashPage extends Store implements View {
  readonly title = () => 'Trash';
  private readonly rows: Rows;

  constructor(context: ViewContext) {
    super();
    this.rows = new Rows(submissionList(new URLSearchParams('trash=only')), context);
    void readForms().catch(() => undefined);
  }

  get keys() {
    return this.rows.keys;
  }

  render(): TemplateResult {
    const days = session.rights?.trash_days ?? 0;
    return html`
      <header class="head">
        <div class="headline">
          <h1>Trash</h1>
          <span class="muted">${days > 0 ? `deleted for good after ${days} ${days === 1 ? 'day' : 'days'}` : 'not kept on this plan'}</span>
        </div>
      </header>
      ${this.rows.render(
        () =>
          html`<div class="sheet empty">
            <h2>Nothing is in the trash</h2>
            <p>
              ${days > 0 ? 'What you delete waits here, until you restore it or its time is over.' : 'What you delete is gone at once.'}
            </p>
            <p><a href="#/inbox">Inbox</a></p>
          </div>`,
      )}
    `;
  }
}
