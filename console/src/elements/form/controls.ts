import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isTicked, valueOf } from '../basics';
import type { Option } from './option.rules';

export interface Labelled extends Partial<Pick<Option, 'kind' | 'choices' | 'isFixed'>> {
  id: string;
  label: unknown;
  hint?: unknown;
  text: string;
  change: (text: string) => unknown;
  faults?: readonly string[];
  placeholder?: string;
  maxLength?: number;
  isRequired?: boolean;
  beside?: TemplateResult;
  below?: unknown;
}

/** A control with its label, its hint and its error messages. */
export function labelled(given: Labelled): TemplateResult {
  const { id, label, hint, kind = 'line', faults = [], beside, below } = given;
  const name = html`<label for=${id}>${label}</label>`;
  return html`<div class="option is-${kind}">
    ${beside ? html`<p class="labels">${name}${beside}</p>` : name}
    ${hint ? html`<small class="muted" id="${id}-hint">${hint}</small>` : nothing} ${control(given)}
    ${faults.length > 0 ? html`<p class="failed" id="${id}-fault" role="alert">${faults.join(' ')}</p>` : nothing} ${below ?? nothing}
  </div>`;
}

export const bound = <Name extends string>(values: Record<Name, string>, name: Name): Pick<Labelled, 'text' | 'change'> => ({
  text: values[name],
  change: (text) => (values[name] = text),
});

const MOST_ROWS = 16;

/** A control. A text area grows while lines are typed, so that nothing moves when it loses the focus. */
function control({ id, kind = 'line', text, choices = {}, isFixed = false, hint, faults = [], ...given }: Labelled): TemplateResult {
  const about = [hint && `${id}-hint`, faults.length > 0 && `${id}-fault`].filter(Boolean).join(' ') || nothing;
  const invalid = faults.length > 0 || nothing;
  const type = (event: Event) => given.change(valueOf(event));
  if (kind === 'check') {
    return html`<input
      id=${id}
      type="checkbox"
      aria-describedby=${about}
      ?disabled=${isFixed}
      .checked=${live(text === 'true')}
      @change=${(event: Event) => given.change(String(isTicked(event)))}
    />`;
  }
  if (kind === 'choice') {
    const all = Object.entries(choices);
    if (text && !(text in choices)) all.push([text, text]);
    return html`<select id=${id} aria-describedby=${about} aria-invalid=${invalid} ?disabled=${isFixed} @change=${type}>
      ${optionsIn(all, text)}
    </select>`;
  }
  if (kind === 'area' || kind === 'lines') {
    return html`<textarea
      id=${id}
      rows=${Math.min(MOST_ROWS, Math.max(2, text.split('\n').length))}
      aria-describedby=${about}
      aria-invalid=${invalid}
      spellcheck=${kind === 'area'}
      .value=${live(text)}
      @input=${type}
    ></textarea>`;
  }
  return html`<input
    id=${id}
    type=${kind === 'time' ? 'datetime-local' : 'text'}
    inputmode=${kind === 'number' ? 'numeric' : nothing}
    step=${kind === 'time' ? 1 : nothing}
    maxlength=${given.maxLength ?? nothing}
    placeholder=${given.placeholder ?? nothing}
    ?required=${given.isRequired ?? false}
    aria-describedby=${about}
    aria-invalid=${invalid}
    ?disabled=${isFixed}
    autocomplete="off"
    spellcheck="false"
    .value=${live(text)}
    @input=${type}
  />`;
}

export const optionsIn = (choices: readonly (readonly [value: string, word: unknown])[], chosen: string): TemplateResult[] =>
  choices.map(([value, word]) => html`<option value=${value} .selected=${live(value === chosen)}>${word}</option>`);

export const checkBox = (words: unknown, isChecked: boolean, change: (isChecked: boolean) => unknown): TemplateResult =>
  html`<label class="check">
    <input type="checkbox" .checked=${live(isChecked)} @change=${(event: Event) => change(isTicked(event))} /> <span>${words}</span>
  </label>`;

export const radioButton = (name: string, words: unknown, isChosen: boolean, choose: () => unknown): TemplateResult =>
  html`<label class="check"><input type="radio" name=${name} .checked=${live(isChosen)} @change=${choose} /> <span>${words}</span></label>`;
