import { html, nothing, type TemplateResult } from 'lit-html';
import type { ErasureView } from 'form-collection-client';
import { api } from '../../api';
import { TimedList } from '../../list';
import { confirm } from '../../elements/dialog';
import { isTicked, older, problem, valueOf } from '../../elements/notices';
import { may } from '../../session/rights';
import { pause } from '../../shell/poll';
import { Store } from '../../store';
import type { ViewContext } from '../../view';
import { countsInWords, erasureReport, hasEnded } from './erasure-report';

const PAUSE_MS = 700;

/** Deletes all submissions that hold a value, after a dry run, and shows what was found. */
export class Erasures extends Store {
  private readonly list = new TimedList<ErasureView>(
    (cursor) => api.listErasures({ query: { limit: 20, ...(cursor ? { cursor } : {}) } }),
    ({ created_at: created }) => created,
  );
  /** The value as it was typed, until it is erased. */
  value = '';
  private isDry = true;
  /** What is going on, in words; nothing can be asked for meanwhile. */
  private progress = '';
  private outcome = '';
  private failure: unknown = null;
  /** The report that is open because it was asked for here. */
  private latest: string | null = null;

  constructor(private readonly context: ViewContext) {
    super();
  }

  read(): Promise<void> {
    return this.try(async () => {
      await this.list.begin();
      void this.followOpen();
    });
  }

  render(): TemplateResult {
    const { list } = this;
    return html`<section class="sheet" aria-labelledby="erasures">
      <header><h2 id="erasures">Erasures</h2></header>
      ${may('submissions:delete') ? this.form() : nothing}
      ${
        list.items.length > 0
          ? html`<ul class="plain reports" aria-labelledby="erasures">
              ${list.items.map((erasure) => erasureReport(erasure, erasure.id === this.latest))}
            </ul>`
          : html`<p class="inside muted">${list.isRead ? 'Nothing was erased yet.' : nothing}</p>`
      }
      ${older(list.hasOlder, 'inside', () => void this.try(() => list.older()))}
    </section>`;
  }

  private form(): TemplateResult {
    const { failure, progress } = this;
    const erase = (event: Event) => {
      event.preventDefault();
      if (!progress) void this.try(() => this.ask());
    };
    return html`<form class="inside erasure" @submit=${erase}>
      <p class="option">
        <label for="erasure-value">Value</label>
        <input
          id="erasure-value"
          autocomplete="off"
          spellcheck="false"
          required
          maxlength="65536"
          aria-describedby="erasure-note"
          .value=${this.value}
          @input=${(event: Event) => (this.value = valueOf(event))}
        />
      </p>
      <p class="muted" id="erasure-note">
        Such as an e-mail address. Every submission of every form that has it in a field goes, with its files, runs and mails.
      </p>
      <p class="check">
        <input
          type="checkbox"
          id="erasure-dry"
          .checked=${this.isDry}
          aria-describedby="erasure-dry-note"
          @change=${(event: Event) => (this.isDry = isTicked(event))}
        />
        <label for="erasure-dry">Dry run</label> <span class="muted" id="erasure-dry-note">only counts, and deletes nothing</span>
      </p>
      <p class="bar">
        <button class="danger" aria-disabled=${progress !== ''}>Erase</button>
        <span role="status" class="muted">${progress || this.outcome}</span>
      </p>
      ${failure ? problem(failure) : nothing}
    </form>`;
  }

  /** A dry run comes first always; what it found is shown before anything is deleted. */
  private async ask(): Promise<void> {
    const { value, isDry } = this;
    this.outcome = '';
    try {
      const found = await this.carryOut(value, true, 'Counting …');
      if (isDry || !found) return;
      this.progress = '';
      const text = `${countsInWords(found.counts)} It cannot be undone, and ends export links that filter by this value.`;
      if (!(await confirm({ title: `Erase "${inShort(value)}"?`, text, action: 'Erase' }))) return;
      await this.carryOut(value, false, 'Erasing …');
    } finally {
      this.progress = '';
    }
  }

  /** Resolves with the erasure once it has ended; with nothing when the view is left before. */
  private async carryOut(value: string, isDry: boolean, progress: string): Promise<ErasureView | undefined> {
    this.progress = progress;
    const { data } = await api.createErasure({ body: { value, dry_run: isDry } });
    if (!isDry) [this.value, this.isDry] = ['', true];
    this.latest = data.id;
    await this.followOpen();
    const ended = this.list.items.find((erasure) => erasure.id === data.id && hasEnded(erasure));
    this.outcome = ended ? (ended.error ?? 'Done. The report is below.') : '';
    return ended?.error ? undefined : ended;
  }

  /** Reads the list until every erasure in it has ended. */
  private async followOpen(): Promise<void> {
    const { signal } = this.context;
    do {
      await this.list.refresh();
      if (this.list.items.every(hasEnded)) return;
      await pause(PAUSE_MS, signal);
    } while (!signal.aborted);
  }

  private async try(action: () => Promise<unknown>): Promise<void> {
    this.failure = null;
    try {
      await action();
    } catch (error) {
      this.failure = error;
    }
  }
}

const inShort = (value: string): string => (value.length > 60 ? `${value.slice(0, 60)}…` : value);
