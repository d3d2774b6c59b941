import { html, nothing, render, type TemplateResult } from 'lit-html';
import { ApiError, type ImportReport } from 'form-collection-client';
import { api, baseUrl } from '../../../api';
import { askBeforeLeaving, confirm, newDialog } from '../../../elements/dialog';
import { problem } from '../../../elements/basics';
import { patientFetch } from '../../../session/session';
import { counted } from '../../../english.rules';
import { knownForms } from '../../../forms';
import { poll } from '../../../shell/poll';
import { Store, watch } from '../../../store';
import type { FormState } from '../form-state';
import { columnTable } from './columns';
import {
  demandedBy,
  deletionInWords,
  demandedByRefusal,
  formInTheWay,
  headersOf,
  type ImportChoices,
  type ImportOption,
  importQuery,
  importTypeOf,
  inWords,
  reasonsOfRefusal,
  withColumn,
} from './import.rules';
import { importOptions } from './options';
import { refusedRows } from './refused';
import { UndoableImports } from './undo';

const PAUSE_MS = 1000;
const ACCEPT = '.csv,.tsv,.txt,.ndjson,.jsonl,text/csv,text/plain,application/x-ndjson';

/** Imports submissions from a file after a dry run. Resolves once the dialog is closed. */
export async function openImport(form: FormState): Promise<void> {
  const dialog = newDialog('import-title');
  dialog.className = 'form-dialog import';
  const work = new Import(form);
  const close = askBeforeLeaving(dialog, () => work.isFilledIn);
  const end = watch(() =>
    render(
      work.render(() => void close()),
      dialog,
    ),
  );
  dialog.addEventListener('cancel', (event) => (work.isRunning || work.undo.isBusy) && event.preventDefault());
  dialog.showModal();
  await new Promise((resolve) => dialog.addEventListener('close', resolve));
  work.end();
  end();
}

class Import extends Store {
  isRunning = false;
  readonly undo: UndoableImports;
  private file: { name: string; bytes: Blob } | null = null;
  private choices = NO_CHOICES;
  private headers: readonly string[] = [];
  private demanded: ReadonlySet<ImportOption> = new Set();
  private found: ImportReport | null = null;
  private done: ImportReport | null = null;
  private failure: unknown = null;
  private stored = 0;
  private isBroken = false; // an import failed after it may have stored some rows
  private isChecking = false;
  private hasDecided = false;
  private checks = new AbortController();

  constructor(private readonly form: FormState) {
    super();
    this.undo = new UndoableImports(form.id);
    void this.undo.load();
  }

  render(close: () => void): TemplateResult {
    const { found, done, failure, isRunning, isChecking } = this;
    const submit = (event: Event) => (event.preventDefault(), void this.run());
    const isKnown = !failure || this.isBroken; // otherwise the findings are older than the choices
    const canRun = isKnown && !isChecking && !isRunning && (found?.imported ?? 0) > 0;
    return html`<form novalidate @submit=${submit}>
      <h2 id="import-title">Import</h2>
      ${this.question(isRunning || done !== null)} ${failure ? this.refusal(failure) : nothing}
      ${isRunning ? this.progress() : html`<p role="status">${isKnown ? this.words() : ''}</p>`}
      ${isKnown && !isChecking && !isRunning ? this.deletion() : nothing} ${isRunning || !isKnown ? nothing : refusedRows(done ?? found)}
      ${isRunning ? nothing : this.undo.render()}
      <p class="bar">
        ${done ? nothing : html`<button class="main-action" ?disabled=${!canRun}>Import</button>`}
        <button type="button" ?disabled=${isRunning} @click=${close}>${done ? 'Close' : 'Cancel'}</button>
      </p>
    </form>`;
  }

  end(): void {
    this.checks.abort();
  }

  /** True while choices were made for the file and nothing is stored. */
  get isFilledIn(): boolean {
    return this.hasDecided && !this.done;
  }

  /** The question is hidden instead of removed during the import, so that the file stays chosen. */
  private question(isHidden: boolean): TemplateResult {
    const { found, choices, demanded } = this;
    const choose = (event: Event) => void this.choose((event.target as HTMLInputElement).files?.[0]);
    return html`<div class="question" ?hidden=${isHidden}>
      <p class="muted">
        A table (csv) of another service or a spreadsheet, or an export of this one. Nothing is stored before you have seen what is in it.
      </p>
      <p class="option">
        <label for="import-file">File</label>
        <input id="import-file" type="file" accept=${ACCEPT} @change=${choose} />
      </p>
      ${found ? this.columns(found) : nothing}
      ${importOptions(demanded, choices.options, (option, value) =>
        this.decide({ ...choices, options: { ...choices.options, [option]: value } }),
      )}
      ${this.failure ? nothing : found?.warnings.map((text) => html`<p class="warning">${text}</p>`)}
    </div>`;
  }

  private columns(found: ImportReport): TemplateResult | typeof nothing {
    const { headers, choices, form, file } = this;
    if (importTypeOf(file!.name) === 'text/csv') {
      const choose = (header: string, field: string) => this.decide(withColumn(choices, header, field));
      return columnTable(headers, found, form.document!.form.fields, choices, choose);
    }
    return headers.length > 0 ? html`<p class="muted">No field has <bdi>${headers.join(', ')}</bdi>.</p>` : nothing;
  }

  /** Tells before anything is stored which rows the retention of the form would delete. */
  private deletion(): TemplateResult | typeof nothing {
    const text = this.done ? null : this.deletionText();
    return text ? html`<p class="warning">${text}</p>` : nothing;
  }

  private deletionText(): string | null {
    const days = this.form.document?.retention.days ?? null;
    return this.found && deletionInWords(this.found, days === null ? 'a shorter time' : counted(days, 'day'));
  }

  private words(): string {
    const { found, done, isChecking } = this;
    if (done) return inWords(done, true);
    return isChecking ? 'Reading the file…' : found ? inWords(found, false) : '';
  }

  private progress(): TemplateResult {
    const { found, stored } = this;
    const total = found!.imported;
    return html`<p>
      <progress aria-label="Imported" max=${total} value=${stored}></progress>
      <span class="muted">${stored.toLocaleString('en')} of ${total.toLocaleString('en')} are stored. Leave this page open.</span>
    </p>`;
  }

  private refusal(failure: unknown): TemplateResult {
    const busy = failure instanceof ApiError ? formInTheWay(failure, this.form.id) : null;
    if (busy) {
      const name = knownForms().find(({ id }) => id === busy)?.name ?? 'another form';
      return html`<p class="failed" role="alert">
        An import into <a href="#/forms/${busy}"><bdi>${name}</bdi></a> is running, and one file is imported at a time. Try again when it
        has ended.
      </p>`;
    }
    const reasons = failure instanceof ApiError ? reasonsOfRefusal(failure) : [];
    return html`${reasons.length > 0 ? html`<div role="alert">${reasons.map((text) => html`<p class="failed">${text}</p>`)}</div>` : problem(failure)}
    ${this.isBroken ? BROKEN : nothing}`;
  }

  /** Reads the bytes at once, since the file on the disk may change. */
  private async choose(file: File | undefined): Promise<void> {
    if (!file) return;
    this.file = { name: file.name, bytes: new Blob([await file.arrayBuffer()]) };
    [this.found, this.headers, this.demanded, this.isBroken, this.hasDecided] = [null, [], new Set(), false, false];
    this.change(NO_CHOICES);
  }

  private decide(choices: ImportChoices): void {
    this.hasDecided = true;
    this.change(choices);
  }

  private change(choices: ImportChoices): void {
    this.choices = choices;
    void this.check();
  }

  /** Starts a dry run. If no column is a field, all columns are kept, so that they are shown and can be assigned. */
  private async check(): Promise<void> {
    this.checks.abort();
    const { signal } = (this.checks = new AbortController());
    [this.failure, this.isChecking] = [null, true];
    try {
      const found = await this.send(true, signal);
      if (signal.aborted) return;
      this.headers = headersOf(found, this.headers);
      this.found = found;
      this.demand(demandedBy(found));
    } catch (error) {
      if (signal.aborted) return;
      if (isRefused(error, 'header') && !this.choices.options.unknown) return this.change(withAllKept(this.choices));
      this.failure = error;
      if (error instanceof ApiError) this.demand(demandedByRefusal(error));
    }
    this.isChecking = false;
  }

  /** An option that was required once stays visible, so that it can be changed. */
  private demand(options: readonly ImportOption[]): void {
    this.demanded = new Set([...this.demanded, ...options]);
  }

  private async run(): Promise<void> {
    if (this.isRunning || !(await this.mayDelete())) return;
    const { form } = this;
    const progress = new AbortController();
    const unsaved = { typed: { size: 1 }, follow: () => undefined }; // makes the page ask before it is closed
    form.edits.add(unsaved);
    [this.failure, this.stored, this.isRunning] = [null, 0, true];
    try {
      const before = await this.count();
      void poll(async () => (this.stored = Math.max(0, (await this.count()) - before)), progress.signal, PAUSE_MS);
      this.done = await this.send(false);
      await this.undo.load();
    } catch (error) {
      [this.failure, this.isBroken] = [error, true];
    } finally {
      progress.abort();
      form.edits.delete(unsaved);
      this.isRunning = false;
    }
  }

  /** Asks before rows are stored that the retention deletes. */
  private async mayDelete(): Promise<boolean> {
    const { found } = this;
    if (!found || found.will_be_deleted === 0) return true;
    return confirm({ title: 'Import what will be deleted?', text: this.deletionText()!, action: 'Import it' });
  }

  private async count(): Promise<number> {
    return (await api.getForm({ path: { form: this.form.id } })).data.submissions_count;
  }

  /** Sends the file without the client, which sends texts only: the service detects the encoding of the bytes. */
  private async send(isDryRun: boolean, signal?: AbortSignal): Promise<ImportReport> {
    const { name, bytes } = this.file!;
    const answer = await patientFetch(
      `${baseUrl}v1/forms/${encodeURIComponent(this.form.id)}/submissions/import?${importQuery(this.choices, isDryRun)}`,
      { method: 'POST', headers: { 'content-type': importTypeOf(name) }, body: bytes, ...(signal && { signal }) },
    );
    const body: unknown = await answer.json().catch(() => null);
    if (!answer.ok) throw new ApiError('importSubmissions', answer.status, body);
    return (body as { data: ImportReport }).data;
  }
}

const BROKEN = html`<p>
  A part of the rows may be stored. Those with an id at their source are stored once when you import the file again; look for the others in
  the inbox first.
</p>`;

/** Spreadsheets contain local times, so the default time zone is that of the browser. */
const NO_CHOICES: ImportChoices = { columns: {}, options: { time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone } };

const withAllKept = ({ columns, options }: ImportChoices): ImportChoices => ({ columns, options: { ...options, unknown: 'keep' } });

const isRefused = (error: unknown, at: string): boolean => error instanceof ApiError && error.status === 422 && at in error.details;
