import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { CreatedForm, Form } from 'form-collection-client';
import { isRefusing, stateWord } from '../availability.rules';
import { counted } from '../english.rules';
import { knownForms, readForms } from '../forms';
import { problem } from '../elements/basics';
import { time } from '../elements/time';
import { may } from '../session/rights';
import { poll } from '../shell/poll';
import type { View, ViewContext } from '../view';
import { createdForm, newForm } from './forms/new-form';
import { ViewStore } from '../elements/view-store';

const PAUSE_MS = 8000;

export class FormListPage extends ViewStore implements View {
  readonly title = () => 'Forms';
  private isRead = false;
  private created: CreatedForm | null = null;

  constructor(context: ViewContext) {
    super(context);
    void this.try(() => this.read());
    void poll(() => this.read(), context.signal, PAUSE_MS);
  }

  render(): TemplateResult {
    const { created, failure } = this;
    const known = knownForms();
    const add = (word: string) =>
      may('forms:create') ? html`<button type="button" class="main-action" @click=${() => void this.add()}>${word}</button>` : nothing;
    return html`
      <header class="head">
        <h1>Forms</h1>
        ${known.length > 0 ? add('New form') : nothing}
      </header>
      ${failure ? problem(failure) : nothing} ${created ? createdForm(created) : nothing}
      ${
        known.length > 0
          ? html`<ul class="sheet form-list">
              ${repeat(known, ({ id }) => id, row)}
            </ul>`
          : nothing
      }
      ${
        known.length === 0 && this.isRead
          ? html`<div class="sheet empty">
              <h2>Make your first form</h2>
              <p class="muted">A form takes what visitors of your website send, checks it and passes it on.</p>
              ${add('New form')}
            </div>`
          : nothing
      }
      ${known.length === 0 && !this.isRead && !failure ? html`<p class="late muted notice">Reading the forms…</p>` : nothing}
    `;
  }

  private async read(): Promise<void> {
    try {
      await readForms();
      [this.isRead, this.failure] = [true, null];
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }

  private async add(): Promise<void> {
    this.created = (await newForm()) ?? this.created;
    if (this.created) await this.read().catch(() => undefined);
    setTimeout(() => document.querySelector<HTMLElement>('#created')?.focus());
  }
}

function row(form: Form) {
  const { id, name, submissions_count: count, unread_count: unread, latest_submission_at: latest } = form;
  return html`<li>
    <a href="#/forms/${id}"><bdi>${name}</bdi></a>
    <span class=${isRefusing(form) ? 'uncertain' : form.status === 'enabled' ? 'on' : 'muted'}>${stateWord(form)}</span>
    <span>${counted(count, 'submission')}</span>
    <span class=${unread > 0 ? 'unread' : 'muted'}>${unread > 0 ? unread.toLocaleString('en') : 'none'} unread</span>
    <span class="muted latest">${latest ? time(latest) : nothing}</span>
  </li>`;
}
