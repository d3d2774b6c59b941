import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { isTicked, valueOf } from '../../elements/notices';
import { linesIn } from '../form/members.rules';
import { casesForm, conditionForm } from './condition-form';
import type { Operand } from './condition.rules';
import { secondsIn, timeText } from './duration.rules';
import { picker } from './picker';
import type { Group } from './placeholders.rules';
import type { Pair, StepEdit } from './step-edit';
import type { StepOption } from './step-options.rules';
import { parsed, shown } from './text.rules';

/** What controls need to know of the workflow and of its form. */
export interface Surroundings {
  operands: readonly Operand[];
  placeholders: readonly Group[];
  /** What the service refuses in an option. */
  faultsIn: (option: StepOption) => readonly string[];
}

const idOf = ({ path }: StepOption): string => `option-${path.join('-')}`;

/** The control of an option, with its label, its hint, what can be put into it, and what is wrong. */
export function optionControl(edit: StepEdit, option: StepOption, around: Surroundings): TemplateResult {
  const { label, hint, kind, isTemplate } = option;
  const [id, faults] = [idOf(option), [...around.faultsIn(option), ...typedFaults(edit.value(option), kind)]];
  const [described, input] = [hint || faults.length > 0 ? `${id}-about` : '', CONTROLS[kind](edit, option, id, around)];
  const about = html`<small class="muted" id="${id}-about"
    >${hint}${faults.map((fault) => html`<span class="failed">${hint ? ' ' : nothing}${fault}</span>`)}</small
  >`;
  const insert = isTemplate ? picker(id, label, around.placeholders) : nothing;
  if (GROUPS.has(kind)) {
    return html`<fieldset class="options" id=${id} aria-describedby=${described || nothing}>
      <legend>${label}</legend>
      ${input} ${described ? about : nothing} ${insert}
    </fieldset>`;
  }
  return html`<div class="option" aria-invalid=${faults.length > 0 || nothing}>
    <p class="labels"><label for=${id}>${label}</label>${insert}</p>
    ${input} ${described ? about : nothing}
  </div>`;
}

/** What is known to be wrong while it is typed: a time that is none stays a text. */
const typedFaults = (value: unknown, kind: StepOption['kind']): string[] =>
  kind === 'duration' && typeof value === 'string' ? ['Not a time: write it like 10 minutes.'] : [];

const GROUPS = new Set<StepOption['kind']>(['pairs', 'condition', 'cases', 'set']);

type Control = (edit: StepEdit, option: StepOption, id: string, around: Surroundings) => TemplateResult;

const CONTROLS: Readonly<Record<StepOption['kind'], Control>> = {
  line: (edit, option, id) =>
    line(edit, id, textOf(edit.value(option)), (text) => edit.set(option, text === '' ? undefined : readAs(option, text))),
  duration: (edit, option, id) => {
    const unit = option.path.at(-1) === 'timeout_ms' ? 1000 : 1;
    const value = edit.value(option);
    const time = timeText(typeof value === 'number' ? value / unit : value);
    return line(edit, id, time, (text) => edit.set(option, text === '' ? undefined : (timesUnit(secondsIn(text), unit) ?? text)));
  },
  area: (edit, option, id) => area(edit, id, textOf(edit.value(option)), (text) => edit.set(option, text === '' ? undefined : text)),
  lines: (edit, option, id) =>
    area(edit, id, listOf(edit.value(option)).join('\n'), (text) => edit.set(option, linesIn(text).length > 0 ? linesIn(text) : undefined)),
  check: (edit, option, id) =>
    html`<input
      id=${id}
      type="checkbox"
      aria-describedby="${id}-about"
      .checked=${live(edit.value(option) === true)}
      @change=${(event: Event) => edit.set(option, isTicked(event) || undefined)}
    />`,
  choice: (edit, option, id) => {
    const { words = {} } = option;
    const [first] = Object.keys(words);
    const value = edit.value(option);
    const present = value === undefined ? (first ?? '') : typeof value === 'string' ? value : shown(value);
    const choose = (event: Event) => {
      const chosen = valueOf(event);
      edit.set(option, chosen === first ? undefined : chosen === 'false' ? false : chosen);
    };
    return html`<select id=${id} aria-describedby="${id}-about" @change=${choose}>
      ${choicesOf(Object.keys(words), present).map((each) => choice(each, words[each] ?? each, present))}
    </select>`;
  },
  field: (edit, option, id, { operands }) => {
    const present = textOf(edit.value(option));
    const fields = operands.filter(({ name }) => !name.includes('.'));
    return html`<select id=${id} @change=${(event: Event) => edit.set(option, valueOf(event) || undefined)}>
      ${choice('', 'Choose one', present)}
      ${choicesOf(
        fields.map(({ name }) => name),
        present,
      ).map((each) => choice(each, fields.find(({ name }) => name === each)?.label ?? each, present))}
    </select>`;
  },
  set: (edit, option) => {
    const { words = {} } = option;
    const all = Object.keys(words);
    const present = edit.value(option) as string[] | undefined;
    const tick = (name: string, isChosen: boolean) => {
      const next = all.filter((each) => (each === name ? isChosen : (present ?? all).includes(each)));
      edit.set(option, next.length === all.length || next.length === 0 ? undefined : next);
    };
    return html`${all.map(
      (name) =>
        html`<label class="check"
          ><input
            type="checkbox"
            .checked=${live((present ?? all).includes(name))}
            @change=${(event: Event) => tick(name, isTicked(event))}
          />
          ${words[name]}</label
        >`,
    )}`;
  },
  pairs: (edit, option, id) => pairs(edit, option, id),
  condition: (edit, option, id, { operands }) => conditionForm(edit, option, id, operands),
  cases: (edit, option, id, { operands }) => casesForm(edit, option, id, operands),
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : shown(value));
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const timesUnit = (seconds: number | undefined, unit: number): number | undefined => (seconds === undefined ? undefined : seconds * unit);
const choicesOf = (known: readonly string[], present: string) => (present && !known.includes(present) ? [...known, present] : known);

/** Only the value for all others may be something else than a text. */
const readAs = ({ path }: StepOption, text: string): unknown => (path[0] === 'default' ? parsed(text) : text);

const choice = (value: string, word: string, present: string) =>
  html`<option value=${value} .selected=${live(value === present)}>${word}</option>`;

function line(edit: StepEdit, id: string, otherwise: string, change: (text: string) => void): TemplateResult {
  return html`<input
    id=${id}
    aria-describedby="${id}-about"
    autocomplete="off"
    spellcheck="false"
    .value=${live(edit.text(id, otherwise))}
    @input=${(event: Event) => (edit.type(id, valueOf(event)), change(valueOf(event)))}
  />`;
}

/** It grows with its lines while they are typed, so that nothing moves when it is left. */
function area(edit: StepEdit, id: string, otherwise: string, change: (text: string) => void): TemplateResult {
  const text = edit.text(id, otherwise);
  return html`<textarea
    id=${id}
    aria-describedby="${id}-about"
    rows=${Math.min(16, Math.max(2, text.split('\n').length))}
    .value=${live(text)}
    @input=${(event: Event) => (edit.type(id, valueOf(event)), change(valueOf(event)))}
  ></textarea>`;
}

/** Names with values, of which one more can always be added. Values of headers are texts; others may be numbers, true or false. */
function pairs(edit: StepEdit, option: StepOption, id: string): TemplateResult {
  const isText = option.path[0] === 'headers';
  const stored = Object.entries((edit.value(option) ?? {}) as Record<string, unknown>);
  const written = stored.map(([name, value]): Pair => [name, isText ? textOf(value) : shown(value)]);
  const present = edit.pairsOf(id, written.length > 0 ? written : [['', '']]);
  const set = (next: readonly Pair[]) => {
    edit.typePairs(id, next);
    const named = next.filter(([name]) => name.trim() !== '');
    const entries = named.map(([name, value]): [string, unknown] => [name.trim(), isText ? value : parsed(value)]);
    edit.set(option, entries.length > 0 ? Object.fromEntries(entries) : undefined);
  };
  const input = (index: number, place: 0 | 1) =>
    html`<input
      id="${id}-${index}-${place}"
      aria-label="${option.label}, ${place === 0 ? 'name' : 'value'} ${index + 1}"
      placeholder=${place === 0 ? 'Name' : 'Value'}
      autocomplete="off"
      spellcheck="false"
      .value=${live(present[index]![place])}
      @input=${(event: Event) => set(present.with(index, present[index]!.with(place, valueOf(event)) as unknown as Pair))}
    />`;
  return html`${present.map(
      (_, index) =>
        html`<div class="pair">
          ${input(index, 0)} ${input(index, 1)}
          <button
            type="button"
            class="row-action danger"
            aria-label="Remove ${option.label} ${index + 1}"
            @click=${() => set(present.toSpliced(index, 1))}
          >
            Remove
          </button>
        </div>`,
    )}
    <button type="button" class="row-action" aria-label="Add to ${option.label}" @click=${() => edit.typePairs(id, [...present, ['', '']])}>
      Add
    </button>`;
}
