import { html, nothing, type TemplateResult } from 'lit-html';
import { labelled } from '../../elements/form/controls';
import { keyOf, messagesAbout, type Option, wordsOf } from '../../elements/form/option.rules';
import { problem, saving } from '../../elements/basics';
import { may } from '../../session/rights';
import type { FormEdit } from './form-edit';

export interface Warning {
  key: string;
  text: string;
}

/** Makes a button that adds what an option needs elsewhere; null where nothing is missing. */
export type Offer = (option: Option, text: string) => TemplateResult | null;

export function optionControls(
  edit: FormEdit,
  options: readonly Option[],
  warnings: readonly Warning[] = [],
  offer?: Offer,
): TemplateResult {
  return html`<div class="in-rows">
    ${options.map((option) => {
      const text = edit.text(option);
      const faults = messagesAbout(option, text, edit.details);
      const notes = warnings.filter(({ key }) => key === keyOf(option));
      return labelled({
        ...option,
        ...{ id: idOf(option), text, faults, change: (typed) => edit.type(option, typed) },
        below: html`${notes.map((note) => html`<p class="warning">${note.text}</p>`)}
        ${faults.length + notes.length > 0 ? (offer?.(option, text) ?? nothing) : nothing}`,
      });
    })}
  </div>`;
}

const idOf = (option: Option): string => `m-${keyOf(option).replace(/\W/g, (sign) => `-${sign.charCodeAt(0)}-`)}`;

/** Both versions of the edited options after somebody else has changed the form. */
export function conflict(edit: FormEdit, keep: (event: Event) => unknown): TemplateResult | typeof nothing {
  if (!edit.isConflict) return nothing;
  return html`<div class="both-versions" role="alert">
    <p>Somebody else changed this form while you edited it. Nothing is lost: choose which one stays.</p>
    ${[...edit.typed.values()].map(
      ({ option, text }) =>
        html`<dl>
          <dt>${option.label}</dt>
          <dd><span class="muted">Yours</span> <bdi>${wordsOf(option, text)}</bdi></dd>
          <dd><span class="muted">Theirs</span> <bdi>${wordsOf(option, edit.theirs(option))}</bdi></dd>
        </dl>`,
    )}
    <p class="bar">
      <button type="button" @click=${keep}>Keep yours</button>
      <button type="button" @click=${() => edit.discard()}>Take theirs</button>
    </p>
  </div>`;
}

export function optionForm(edit: FormEdit, options: readonly Option[], warnings: readonly Warning[], offer: Offer): TemplateResult {
  const save = async (form: Element) => {
    if (edit.typed.size > 0) await edit.save(options);
    else edit.notice = 'Nothing was changed.';
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  const submit = (event: Event) => (event.preventDefault(), void save(event.currentTarget as Element));
  const keep = (event: Event) => void save((event.currentTarget as Element).closest('form')!);
  const isReadOnly = !may('forms:update');
  return html`<fieldset ?disabled=${isReadOnly}>
    <form class="inside" novalidate @submit=${submit}>
      ${optionControls(edit, options, warnings, offer)} ${conflict(edit, keep)} ${edit.failure ? problem(edit.failure) : nothing}
      ${
        isReadOnly
          ? nothing
          : html`<p class="bar">
              <button>Save</button>
              ${saving(edit.typed.size > 0, edit.notice)}
            </p>`
      }
    </form>
  </fieldset>`;
}
