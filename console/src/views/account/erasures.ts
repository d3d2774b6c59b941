import { html, nothing, type TemplateResult } from 'lit-html';
import type { Erasure } from 'form-collection-client';
import { api } from '../../api';
import { createdList, pageAt } from '../../list';
import { confirm } from '../../elements/dialog';
import { checkBox, labelled } from '../../elements/form/controls';
import { listSheet } from '../../elements/list-sheet';
import { problem } from '../../elements/basics';
import { may } from '../../session/rights';
import { pause } from '../../shell/poll';
import { ViewStore } from '../../elements/view-store';
import { countsInWords, erasureReport, hasEnded } from './erasure-report';

const PAUSE_MS = 700;

/** Deletes all submissions that hold a value, after a dry run, and shows what was found. */
export class Erasures extends ViewStore {
  private readonly list = createdList<Erasure>((cursor) => api.listErasures({ query: pageAt(20, cursor) }));
  /** The value as it was typed, until it is erased. */
  value = '';
  private isDry = true;
  /** The current step in words; empty while none is running. */
  private progress = '';
  /** The id of the report that is open because it was requested here. */
  private latest: string | null = null;

  async read(): Promise<void> {
    await this.list.begin();
    void this.followOpen();
  }

  render(): TemplateResult {
    const { list } = this;
    return listSheet({
      ...{ id: 'erasures', title: 'Erasures', list, className: 'reports' },
      above: may('submissions:delete') ? this.form() : nothing,
      row: (erasure) => erasureReport(erasure, erasure.id === this.latest),
      empty: 'Nothing was erased yet.',
      readOlder: this.act(() => list.older()),
    });
  }

  private form(): TemplateResult {
    const { failure, progress, notice, value, isDry } = this;
    const erase = (event: Event) => {
      event.preventDefault();
      if (!progress) void this.try(() => this.ask());
    };
    return html`<form class="inside erasure" @submit=${erase}>
      ${labelled({
        ...{ id: 'erasure-value', label: 'Value', text: value, maxLength: 65_536, isRequired: true },
        hint: 'Such as an e-mail address. Every submission of every form that has it in a field goes, with its files, runs and mails.',
        change: (text) => (this.value = text),
      })}
      ${checkBox(html`Dry run <small class="muted">only counts, and deletes nothing</small>`, isDry, (is) => (this.isDry = is))}
      <p class="bar">
        <button class="danger" aria-disabled=${progress !== ''}>Erase</button>
        <span role="status" class="muted">${progress || notice}</span>
      </p>
      ${failure ? problem(failure) : nothing}
    </form>`;
  }

  /** Begins with a dry run, whose findings are shown before anything is deleted. */
  private async ask(): Promise<void> {
    const { value, isDry } = this;
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

  /** Resolves with the erasure once it has ended, or with undefined when the view is left before. */
  private async carryOut(value: string, isDry: boolean, progress: string): Promise<Erasure | undefined> {
    this.progress = progress;
    const { data } = await api.createErasure({ body: { value, dry_run: isDry } });
    if (!isDry) [this.value, this.isDry] = ['', true];
    this.latest = data.id;
    await this.followOpen();
    const ended = this.list.items.find((erasure) => erasure.id === data.id && hasEnded(erasure));
    this.notice = ended ? (ended.error ?? 'Done. The report is below.') : '';
    return ended?.error ? undefined : ended;
  }

  private async followOpen(): Promise<void> {
    const { signal } = this.context;
    do {
      await this.list.refresh();
      if (this.list.items.every(hasEnded)) return;
      await pause(PAUSE_MS, signal);
    } while (!signal.aborted);
  }
}

const inShort = (value: string): string => (value.length > 60 ? `${value.slice(0, 60)}…` : value);
