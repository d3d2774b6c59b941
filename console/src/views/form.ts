import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { ApiError, type FormDay, type FormRefusal, type Form } from 'form-collection-client';
import { api, baseUrl } from '../api';
import { counted } from '../english.rules';
import { knownForms, readForms } from '../forms';
import { keyOf } from '../elements/form/option.rules';
import { backLink, isTicked, problem } from '../elements/basics';
import { snippet } from '../elements/snippet';
import { may, maySee, refreshRights } from '../session/rights';
import { poll } from '../shell/poll';
import type { View, ViewContext } from '../view';
import { isRefusing, stateWord } from '../availability.rules';
import { CalledOff } from './form/before-saving';
import { chart, inTotal } from './form/chart';
import { deleteForm } from './form/delete-form';
import { FormEdit } from './form/form-edit';
import { ExportLinks } from './form/export-links';
import { openField } from './form/field-dialog';
import { fieldTable } from './form/fields';
import { FormState } from './form/form-state';
import { openImport } from './form/import/import-dialog';
import { type Offer, optionForm, type Warning } from './form/option-form';
import { refusedOrigins, refusedValues } from './form/refused';
import { takingBack } from './form/retention';
import { Sections, type PageSection } from './form/sections';
import { SET_WORDS } from './form/set-words.rules';
import { NAMES, ORIGINS, sectionsOf, type FormDocument } from './form/settings';
import { openSubmissionToken } from './form/submission-token';
import { troubles } from './form/troubles';
import { unmatchedNames } from './form/unmatched/unmatched-names';
import { type Act, ViewStore } from '../elements/view-store';

const PAUSE_MS = 8000;

/** One form with all its settings on one page. */
export class FormPage extends ViewStore implements View {
  private readonly state: FormState;
  private links!: ExportLinks;
  private readonly sections: Sections;
  private readonly edits = new Map<string, FormEdit>(); // by the title of the section
  private days: FormDay[] | null = null;
  private refusals: FormRefusal[] = [];
  private turned: Form['status'] | null = null; // the new status, until it is stored

  constructor(context: ViewContext) {
    super(context);
    this.state = new FormState(context.params['form']!);
    this.sections = new Sections(this.state.id);
  }

  isUnsaved(): boolean {
    return this.state.isUnsaved;
  }

  enter(): void {
    const { signal } = this.context;
    this.links = new ExportLinks(this.state.id);
    if (this.section) this.sections.open(this.section, true);
    this.sections.follow(signal);
    this.days = null;
    void this.try(() => this.read());
    void poll(() => this.read(), signal, PAUSE_MS);
  }

  private get section(): string | null {
    return this.context.query.get('section');
  }

  title(): string {
    return this.state.document?.form.name ?? knownForms().find(({ id }) => id === this.state.id)?.name ?? 'Form';
  }

  render(): TemplateResult {
    const { state, failure, notice } = this;
    const { document, isGone } = state;
    return html`
      <header class="head">
        <div>
          ${backLink('#/forms', 'Forms')}
          <h1><bdi>${this.title()}</bdi></h1>
          <p class="muted">${document ? this.about(document) : html`&nbsp;`}</p>
        </div>
        ${document && !isGone ? this.actions(document) : nothing}
      </header>
      ${isGone ? GONE : nothing} ${failure ? problem(failure) : nothing}
      ${notice ? html`<p class="notice warning" role="alert">${notice}</p>` : nothing}
      ${document ? troubles(document, this.refusals) : nothing}
      ${document ? this.sections.render(this.sectionsOn(document)) : isGone ? nothing : READING}
    `;
  }

  private about({ form: { id, submissions_count: count, unread_count: unread } }: FormDocument): TemplateResult {
    const number = (text: string, filter = '') =>
      maySee('submissions:read') ? html`<a href="#/inbox?form=${id}${filter}">${text}</a>` : text;
    return html`${number(counted(count, 'submission'))} · ${number(`${unread.toLocaleString('en')} unread`, '&read_status=unread')} ·
      <a href="${baseUrl}f/${id}" target="_blank" rel="noopener">live page</a>`;
  }

  private actions({ form }: FormDocument): TemplateResult {
    const { id, status } = form;
    const turn = (event: Event) => {
      const body = { status: isTicked(event) ? 'enabled' : 'disabled' } as const;
      this.turned = body.status;
      void this.try(async () => {
        const write = this.state.write((headers) => api.updateForm({ path: { form: id }, headers, body }));
        await write.finally(() => (this.turned = null));
        void readForms().catch(() => undefined); // another view reads them again
      });
    };
    const refuses = isRefusing(form) && this.turned === null;
    return html`<div class="bar">
      ${refuses ? html`<span class="uncertain" id="state">${stateWord(form)}</span>` : nothing}
      <label class="switch"
        >Accepts submissions
        <input
          type="checkbox"
          role="switch"
          aria-describedby=${refuses ? 'state' : nothing}
          ?disabled=${!may('forms:update')}
          .checked=${live((this.turned ?? status) === 'enabled')}
          @change=${turn}
      /></label>
      ${
        may('submissions:update', 'forms:update')
          ? html`<button type="button" @click=${this.act(() => this.import())}>Import</button>`
          : nothing
      }
      ${maySee('workflows:read') ? html`<a class="button" href="#/forms/${id}/workflow">Workflow</a>` : nothing}
    </div>`;
  }

  private sectionsOn(document: FormDocument): PageSection[] {
    const { state, days, links, refusals } = this;
    const { form, fields_locked: isLocked } = document;
    const act = (action: () => Promise<unknown>) => void this.try(action);
    const button = (word: string, action: () => Promise<unknown>, kind = '') =>
      html`<button type="button" class=${kind} @click=${this.act(action)}>${word}</button>`;
    const last = days ? html`${chart(days)}${refusedValues(form.fields, refusals)}` : html`<div class="inside chart"></div>`;
    return [
      { title: 'Last 30 days', about: days ? inTotal(days) : '', content: last, isHidden: !maySee('submissions:read') },
      {
        title: 'Fields',
        about: isLocked ? 'names and types are fixed, now that it is in use' : 'what visitors fill in',
        ...(may('forms:update') && { action: button('Add field', () => openField(state)) }),
        content: fieldTable(state, act),
      },
      ...this.settings(document, act),
      {
        title: 'Embed',
        about: 'for a page of your own',
        ...(may('forms:update') && { action: button('Submission token', () => openSubmissionToken(state)) }),
        content: html`<div class="inside">${snippet(form)}</div>`,
      },
      {
        title: 'Export links',
        about: 'addresses for spreadsheets',
        set: links.inShort,
        ...(may('submissions:read') && { action: button('New link', () => links.add()) }),
        content: links.render(act),
        isHidden: !maySee('submissions:read'),
      },
      {
        title: DELETE,
        isDanger: true,
        content: html`<div class="inside">
          <p class="muted">With all its submissions, files, runs and links.</p>
          <p>${button(DELETE, () => deleteForm(state), 'danger')}</p>
        </div>`,
        isHidden: !may('forms:delete'),
      },
    ].filter(({ isHidden }) => !isHidden);
  }

  private settings(document: FormDocument, act: Act): PageSection[] {
    const { state } = this;
    const sections = sectionsOf(document);
    const all = sections.flatMap(({ options }) => options);
    const warnings = (document.warning_details ?? []).map(({ path, message }): Warning => {
      const option = all.find((each) => keyOf(each) === path || keyOf(each) === `form.${path}`);
      return { key: keyOf(option ?? all[0]!), text: option ? `“${option.label}” ${message}` : `${path ?? ''} ${message}` };
    });
    const offer: Offer = (option, text) => this.originFor(keyOf(option), text) ?? takingBack(state, keyOf(option), act);
    return sections.map(({ title, about, link, options }) => {
      const source = {
        document: () => state.document ?? undefined,
        send: (patch: Record<string, unknown>, tag: () => string) => state.patch(patch, tag),
      };
      const edit = this.edits.get(title) ?? new FormEdit(state, source);
      this.edits.set(title, edit);
      const action = link ? { action: html`<a class="muted" href=${link.href}>${link.text}</a>` } : {};
      const list = title === NAMES ? unmatchedNames(state, act) : title === ORIGINS ? refusedOrigins(state, this.refusals, act) : nothing;
      const keys = options.map(keyOf);
      const noted = warnings.filter(({ key }) => keys.includes(key)).length;
      return {
        ...{ title, about, ...action, content: html`${list}${optionForm(edit, options, warnings, offer)}` },
        set: SET_WORDS[title]!(document),
        note: noted > 0 ? html`<span class="uncertain">${counted(noted, 'warning')}</span>` : nothing,
        isUrgent:
          edit.typed.size > 0 || edit.notice !== '' || edit.isConflict || edit.failure !== null || Object.keys(edit.details).length > 0,
      };
    });
  }

  /** A redirect address needs its origin among the allowed origins of the form. */
  private originFor(key: string, text: string): TemplateResult | null {
    const origin = key === 'page.redirect_url' ? originOf(text) : 'null';
    const { allowed_origins: origins } = this.state.document!.form;
    if (origin === 'null' || !may('forms:update') || origins.includes(origin)) return null;
    const add = () => this.state.patch({ form: { allowed_origins: [...origins, origin] } }, () => this.state.tag);
    return html`<p><button type="button" @click=${this.act(add)}>Add ${origin} to the origins</button></p>`;
  }

  /** Reads the form. The days and the links hardly change, so they are read once, or again after a failure. */
  private async read(): Promise<void> {
    const isFirst = !this.state.document;
    await Promise.all([this.state.read(), this.readRefusals()]);
    if (isFirst && this.section) setTimeout(() => document.querySelector('.sections details[open]')?.scrollIntoView());
    if (this.state.isGone || this.days) return;
    await refreshRights();
    await Promise.all(maySee('submissions:read') ? [this.readDays(), this.links.read()] : []);
    this.failure = null;
  }

  /** Without them the form is shown all the same. */
  private async readRefusals(): Promise<void> {
    const { signal } = this.context;
    const read = await api.listFormRefusals({ path: { form: this.state.id } }, { signal }).catch(() => null);
    if (read) this.refusals = read.data;
  }

  private async readDays(): Promise<void> {
    this.days = (await api.listFormDays({ path: { form: this.state.id } }, { signal: this.context.signal })).data;
  }

  private async import(): Promise<void> {
    await openImport(this.state);
    await Promise.all([this.state.read(), maySee('submissions:read') && this.readDays()]);
  }

  protected override failed(error: unknown): void {
    if (error instanceof CalledOff) return;
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 412) this.notice = 'Somebody else has changed the form meanwhile. This is how it is now.';
    else if (status !== 404) this.failure = error; // the page itself says that the form is gone
  }
}

function originOf(text: string): string {
  try {
    return new URL(text).origin;
  } catch {
    return 'null';
  }
}

const DELETE = 'Delete form';

const READING = html`<p class="late muted notice">Reading the form…</p>`;

const GONE = html`<div class="notice gone" role="alert">
  <p>This form is gone: it was deleted, or never existed.</p>
  <p><a href="#/forms">All forms</a></p>
</div>`;
