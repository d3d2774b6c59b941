import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { NoticeOfForm, RunOfForm, UnsentNotifications } from 'form-collection-client';
import { api } from '../api';
import { risksOf } from '../causes.rules';
import { counted } from '../english.rules';
import { createdList } from '../list';
import { older } from '../elements/basics';
import { isOutdated, mayControl, retryRun, type Workflow } from '../elements/failures';
import { listedProblems } from '../problems.rules';
import { ATTENTION, attentionIs, counts, readCounts, readNotices, readTroubles } from '../shell/counts';
import { poll } from '../shell/poll';
import type { View, ViewContext } from '../view';
import type * as Notices from './attention/notices';
import { retryAll, type RowActions, runRow } from './attention/run-row';
import type * as Unsent from './attention/unsent';
import { ViewStore } from '../elements/view-store';

/** The scripts of notices and of mails that were not sent, which most visits do not need. They are loaded once there are any. */
let noticesScript: typeof Notices | undefined;
let unsentScript: typeof Unsent | undefined;

/** The notices, the mails that were not sent, and the newest run of each chain of retries that is failed or uncertain. */
export class AttentionPage extends ViewStore implements View {
  readonly title = () => 'Needs attention';
  private isBusy = false;
  private notices = noticesScript;
  private unsent = unsentScript;

  private readonly list = createdList<RunOfForm>(async (cursor, tag) => {
    const query = { ...ATTENTION, ...(cursor && { cursor }) };
    const headers = { 'If-None-Match': tag ?? '"none"' };
    const page = await api.listAllWorkflowRuns({ query, headers }, { signal: this.context.signal });
    if (page && !cursor) attentionIs(page);
    return page;
  });

  constructor(context: ViewContext) {
    super(context);
    this.load(() => this.refresh());
    void poll(() => this.refresh(), context.signal);
  }

  render(): TemplateResult {
    const { list } = this;
    const { items, hasOlder, isRead } = list;
    const actions: RowActions = {
      retry: (run, workflow) => void this.try(() => this.retry(run, workflow)),
      dismiss: (run) => void this.try(() => this.dismiss(run)),
      sendAll: (run, node) => void this.try(() => this.sendAll(run, node)),
    };
    const mails = {
      sendAgain: (row: UnsentNotifications) => void this.try(() => this.settle(row, this.unsent!.sendAgain)),
      dismiss: (row: UnsentNotifications) => void this.try(() => this.settle(row, this.unsent!.dismiss)),
    };
    return html`
      <header class="head">
        <div class="headline">
          <h1>Needs attention</h1>
          <span class="muted">${items.length > 0 ? this.number() : nothing}</span>
        </div>
        ${
          items.length > 0 && mayControl()
            ? html`<div class="bar">
                ${items.some(isOutdated) ? this.allButton('Send all with the present versions', 'published') : nothing}
                ${this.allButton('Retry all', 'same')}
              </div>`
            : nothing
        }
      </header>
      ${this.outcome()}
      ${counts.notices.length > 0 ? this.notices?.noticeSheet(counts.notices, (notice) => void this.try(() => this.close(notice))) : nothing}
      ${counts.unsent.length > 0 ? this.unsent?.unsentMails(counts.unsent, mails) : nothing}
      ${
        items.length > 0
          ? html`<div class="sheet">
              <ol class="plain attention" aria-label="Runs">
                ${repeat(
                  items,
                  ({ id }) => id,
                  (run) => runRow(run, actions),
                )}
              </ol>
              ${older(
                hasOlder,
                'older',
                this.act(() => list.older()),
              )}
            </div>`
          : counts.notices.length + counts.unsent.length > 0
            ? nothing
            : isRead
              ? html`<div class="sheet empty">
                  <p>Nothing needs attention.</p>
                  <p><a href="#/inbox">Inbox</a></p>
                </div>`
              : html`<div class="sheet reading" role="status" aria-label="Reading"></div>`
      }
    `;
  }

  private async refresh(): Promise<void> {
    await Promise.all([this.list.refresh(), readTroubles()]);
    if (counts.notices.length > 0) this.notices = noticesScript ??= await import('./attention/notices');
    if (counts.unsent.length > 0) this.unsent = unsentScript ??= await import('./attention/unsent');
  }

  private async close({ id: notice }: NoticeOfForm): Promise<void> {
    await api.closeNotice({ path: { notice } });
    await readNotices();
  }

  private async settle(row: UnsentNotifications, action: (row: UnsentNotifications) => Promise<string>): Promise<void> {
    this.notice = await action(row);
    counts.unsent = counts.unsent.filter((each) => each !== row);
  }

  private number(): string {
    const { items, hasOlder } = this.list;
    const forms = new Set(items.map(({ form_id: form }) => form)).size;
    if (hasOlder) return `The newest ${counted(items.length, 'run')}`;
    return `${counted(items.length, 'run')} of ${counted(forms, 'form')}`;
  }

  private allButton(name: string, workflow: Workflow): TemplateResult {
    const retry = this.act(() => this.retryAll(workflow));
    const isFirst = workflow === 'published' || !this.list.items.some(isOutdated);
    return html`<button type="button" class=${isFirst ? 'main-action' : ''} ?disabled=${this.isBusy} @click=${retry}>${name}</button>`;
  }

  private async dismiss({ form_id: form, id: run }: RunOfForm): Promise<void> {
    await api.dismissWorkflowRun({ path: { form, run } });
    this.list.change((each) => (each.id === run ? null : each));
    this.notice = html`It is off the list. <a href="#/forms/${form}/runs/${run}">See the run</a>`;
    await readCounts();
  }

  private async retry(listed: RunOfForm, workflow: Workflow): Promise<void> {
    const { form_id: form, id: run } = listed;
    const started = await retryRun({ form, run }, workflow, () => risksOf(listedProblems(listed)));
    if (!started) return;
    this.list.change((each) => (each.id === run ? null : each));
    this.notice = html`It is tried again. <a href="#/forms/${form}/runs/${started}">See the run</a>`;
    await readCounts();
  }

  private async sendAll(run: RunOfForm, node: string): Promise<void> {
    const { sendAllAgain } = await import('./attention/send-all');
    this.notice = await sendAllAgain(run, node, isOutdated(run) ? 'published' : 'same');
    await Promise.all([this.list.refresh(), readCounts()]);
  }

  private async retryAll(workflow: Workflow): Promise<void> {
    this.isBusy = true;
    try {
      this.notice = await retryAll(workflow);
    } finally {
      this.isBusy = false;
    }
    await Promise.all([this.list.refresh(), readTroubles()]);
  }
}
