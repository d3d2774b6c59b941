import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type FormLabels, type Submission } from 'form-collection-client';
import { api } from '../api';
import { formOf, wholeForm } from '../forms';
import { inboxAddress } from '../list-address.rules';
import { backLink, fact, GONE } from '../elements/basics';
import { type Action, after } from '../rows/actions.rules';
import { isSure, offerUndo } from '../rows/selection';
import { time, wholeTime } from '../elements/time';
import { connection } from '../session/connection';
import { may, refreshRights } from '../session/rights';
import { readCounts } from '../shell/counts';
import { poll } from '../shell/poll';
import { lastList } from '../submission-list';
import { inOneLine, shownValues } from '../values.rules';
import type { View, ViewContext } from '../view';
import { Deliveries } from './submission/deliveries';
import { Neighbours } from './submission/neighbours';
import { rowsOf, valueRow } from './submission/values';
import { ViewStore } from '../elements/view-store';

const SOURCES: Record<string, string> = {
  form_submit: 'from the website',
  hosted_form: 'from its own page',
  api: 'by the API',
};

const sourceOf = (item: Submission): string => (item.imported_at ? 'imported' : (SOURCES[item.source] ?? item.source));

const correcting = () => import('./submission/correct');

const button = (word: string, act: () => void): TemplateResult =>
  html`<button type="button" class="row-action" @click=${act}>${word}</button>`;

const LONGEST_HEADING = 120; // in characters

/** One submission with its deliveries. Opening it marks it as read. */
const WAITING = html`<p class="notice uncertain" role="status">The change waits for the service.</p>`;

export class SubmissionPage extends ViewStore implements View {
  readonly keys = { j: () => void this.neighbours.go('below'), k: () => void this.neighbours.go('above') };
  private readonly list = lastList();
  private readonly neighbours: Neighbours;
  private readonly path: { form: string; submission: string };
  private readonly deliveries: Deliveries;
  private item: Submission | undefined;
  private form: FormLabels | undefined;
  private isRead = false;
  private isGone = false;
  private waiting = 0;
  private last: Promise<unknown> = Promise.resolve();

  constructor(context: ViewContext) {
    super(context);
    const { form, submission: id } = context.params;
    this.path = { form: form!, submission: id! };
    this.deliveries = new Deliveries(this.path, context.signal);
    this.item = this.list.items.find((item) => item.id === id);
    this.form = formOf(this.path.form);
    this.neighbours = new Neighbours(this.list, this.path.submission, context);
    this.load(() => this.read());
    void poll(async () => this.item && this.deliveries.isLive(this.item) && this.readDeliveries(), context.signal);
  }

  title(): string {
    return ['Submission', this.heading].filter(Boolean).join(' · ');
  }

  render(): TemplateResult {
    const { item } = this;
    return html`
      <div class="head">${backLink(...this.back)} ${this.neighbours.render()}</div>
      <header class="head">
        <div class="heading">
          <h1><small>Submission</small> <bdi>${this.heading}</bdi></h1>
          ${item ? this.about(item) : nothing}
        </div>
        ${item && !this.isGone ? this.actions(item) : nothing}
      </header>
      ${this.waiting > 0 && connection.isLost ? WAITING : nothing} ${this.outcome()}
      ${this.isGone ? html`<p class="notice">${GONE}</p>` : nothing} ${item && this.isRead && !this.isGone ? this.content(item) : nothing}
    `;
  }

  private get back(): [address: string, name: string] {
    const { query } = this.list;
    if (query.toString() === 'state=quarantined') return ['#/quarantine', 'Quarantine'];
    return [inboxAddress(query), 'Inbox'];
  }

  private get heading(): string {
    if (!this.item || (!this.form && !this.isRead)) return '';
    const values = shownValues(this.item, this.form).map(({ value }) => inOneLine(value));
    const first = [...(values.find(Boolean) ?? 'No values')];
    return first.length > LONGEST_HEADING ? `${first.slice(0, LONGEST_HEADING).join('')}…` : first.join('');
  }

  private about(item: Submission): TemplateResult {
    return html`<p class="muted"><bdi>${this.form?.name}</bdi> · ${time(item.received_at)} · ${sourceOf(item)}</p>`;
  }

  private actions(item: Submission): TemplateResult {
    const isHeld = item.state === 'quarantined';
    const isUnconfirmed = isHeld && item.spam_reasons?.[0]?.check === 'unconfirmed';
    const button = (name: string, action: () => Promise<unknown>) =>
      html`<button type="button" class=${name === 'Delete' ? 'danger' : ''} @click=${this.act(action)}>${name}</button>`;
    const reading = item.read_at ? 'Mark as unread' : 'Mark as read';
    const changes = html`${isHeld ? nothing : button(reading, () => this.mark(!item.read_at))}
    ${isHeld ? button('Release', () => this.release()) : nothing} ${!isHeld || isUnconfirmed ? button('Spam', () => this.spam()) : nothing}`;
    return html`<div class="bar">
      ${may('submissions:update') ? changes : nothing} ${may('submissions:delete') ? button('Delete', () => this.delete()) : nothing}
    </div>`;
  }

  private content(item: Submission): TemplateResult {
    const rows = rowsOf(item, this.form);
    const [ofForm, others] = [rows.filter(({ isOfField }) => isOfField), rows.filter(({ isOfField }) => !isOfField)];
    const reasons = item.state === 'quarantined' ? (item.spam_reasons ?? []) : [];
    return html`${reasons.length > 0 ? html`<p class="notice uncertain">Held. ${reasons.map(({ detail }) => `${detail} `)}</p>` : nothing}
      <div class="beside">
        <div class="stack">
          ${
            ofForm.length > 0
              ? html`<section class="sheet inside" aria-label="Values">
                  <dl class="sent">${ofForm.map((each) => valueRow(each, item))}</dl>
                  ${this.correction()}
                </section>`
              : nothing
          }
          ${
            others.length > 0
              ? html`<section class="sheet" aria-labelledby="others">
                  <header><h2 id="others">${this.form ? 'Not fields of this form' : 'Values'}</h2></header>
                  <dl class="sent inside">${others.map((each) => valueRow(each, item))}</dl>
                  ${ofForm.length > 0 ? nothing : this.correction()}
                </section>`
              : nothing
          }
          <section class="sheet" aria-labelledby="details">
            <header>
              <h2 id="details">Details</h2>
              ${button(
                'Copy as JSON',
                this.act(() => this.copy(item)),
              )}
            </header>
            <dl class="sent inside">
              ${fact('Id', html`<code>${item.id}</code>`)} ${fact('Received', wholeTime(item.received_at))}
              ${fact('Source', sourceOf(item))}
              ${item.address_confirmed_at ? fact('Address confirmed', wholeTime(item.address_confirmed_at)) : nothing}
              ${item.edited_at ? fact('Corrected', this.edits(item.edited_at)) : nothing}
            </dl>
          </section>
        </div>
        ${this.deliveries.render(item, (action) => void this.try(() => this.deliver(action)))}
      </div>`;
  }

  private correction(): TemplateResult | typeof nothing {
    return may('submissions:update')
      ? button(
          'Correct',
          this.act(() => this.correct()),
        )
      : nothing;
  }

  private edits(at: string): TemplateResult {
    const show = async () => (await correcting()).showEdits(this.path, this.form);
    return html`${wholeTime(at)} ${button('What it was', this.act(show))}`;
  }

  private async correct(): Promise<void> {
    const corrected = await (await correcting()).correct(this.path, this.form);
    if (corrected) this.is(corrected);
  }

  private async read(): Promise<void> {
    const { signal } = this.context;
    const [answer, whole, runs] = await Promise.all([
      api.getSubmission({ path: this.path }, { signal }),
      wholeForm(this.path.form),
      this.deliveries.read(),
    ]);
    [this.item, this.form, this.deliveries.runs, this.isRead] = [answer.data, whole, runs, true];
    if (this.item.read_at || this.item.state === 'quarantined') return;
    await refreshRights();
    if (may('submissions:update')) await this.mark(true);
  }

  private async readDeliveries(): Promise<void> {
    const [answer, runs] = await Promise.all([api.getSubmission({ path: this.path }), this.deliveries.read()]);
    [this.item, this.deliveries.runs] = [answer.data, runs];
  }

  /** Shows the change at once, and reverts it when the service refuses. */
  private async mark(isRead: boolean): Promise<void> {
    const before = this.item!.read_at;
    this.is({ read_at: isRead ? new Date().toISOString() : null });
    try {
      await this.inTurn(() => api.updateSubmission({ path: this.path, body: { read: isRead } }));
    } catch (error) {
      this.is({ read_at: before });
      throw error;
    }
    await readCounts();
  }

  /** Changes it after the changes before. While the service is away they wait. */
  private async inTurn(change: () => Promise<unknown>): Promise<void> {
    this.waiting += 1;
    try {
      await (this.last = this.last.then(change, change));
    } finally {
      this.waiting -= 1;
    }
  }

  private is(change: Partial<Submission>): void {
    this.item = { ...this.item!, ...change };
    this.list.change((item) => (item.id === this.path.submission ? { ...item, ...change } : item));
  }

  private async spam(): Promise<void> {
    await this.inTurn(() => api.markSubmissionAsSpam({ path: this.path }));
    await this.moved('spam', 'It is in quarantine now.');
  }

  private async release(): Promise<void> {
    await this.inTurn(() => api.releaseSubmission({ path: this.path }));
    await this.moved('release', 'It is released, and is delivered like any other.');
  }

  private async moved(action: Action, notice: string): Promise<void> {
    this.list.change((item) => (item.id === this.path.submission ? after(item, action, this.list.query) : item));
    await Promise.all([this.readDeliveries(), readCounts()]);
    this.notice = notice;
  }

  private async delete(): Promise<void> {
    if (!(await isSure('delete', 1))) return;
    const { repeats } = connection;
    await this.inTurn(() => api.deleteSubmission({ path: this.path })).catch((error: unknown) => {
      const isDone = error instanceof ApiError && error.status === 404 && repeats !== connection.repeats; // by the first request
      if (!isDone) throw error;
    });
    this.list.change((item) => (item.id === this.path.submission ? null : item));
    if (!this.context.signal.aborted) location.hash = this.back[0];
    void offerUndo(this.list, [{ form_id: this.path.form, id: this.path.submission }]);
    await readCounts();
  }

  private async deliver(action: () => Promise<boolean>): Promise<void> {
    if (!(await action())) return;
    this.notice = 'It is tried again.';
    await Promise.all([this.readDeliveries(), readCounts()]);
  }

  private async copy(item: Submission): Promise<void> {
    await navigator.clipboard.writeText(JSON.stringify(item, null, 2));
    this.notice = 'It is in the clipboard.';
  }

  protected override failed(error: unknown): void {
    this.isGone = error instanceof ApiError && error.status === 404;
    this.failure = this.isGone ? null : error;
  }
}
