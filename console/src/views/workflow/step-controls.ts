import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { checkBox, labelled } from '../../elements/form/controls';
import { type Pair, pairsIn } from '../../elements/form/option.rules';
import { valueOf } from '../../elements/basics';
import { casesForm, conditionForm, removeButton } from './condition-form';
import type { Operand } from './condition.rules';
import { picker } from './picker';
import type { Group } from './placeholders.rules';
import type { StepEdit } from './step-edit';
import type { StepOption } from './step-options.rules';

export interface Surroundings {
  operands: readonly Operand[];
  placeholders: readonly Group[];
  faultsIn: (option: StepOption) => readonly string[];
}

export function stepControl(edit: StepEdit, option: StepOption, around: Surroundings): TemplateResult {
  const { label, hint, kind, isTemplate } = option;
  const [id, text] = [`option-${option.path.slice(1).join('-')}`, edit.text(option)];
  const insert = isTemplate ? picker(id, label, around.placeholders) : undefined;
  const compose = COMPOSED[kind];
  if (!compose) {
    const isNoTime = kind === 'duration' && typeof edit.value(option) === 'string';
    return labelled({
      ...option,
      ...(option.isField && { choices: fieldsIn(around.operands) }),
      ...(insert && { beside: insert }),
      ...{ id, text, change: (typed) => edit.type(option, typed) },
      faults: [...around.faultsIn(option), ...(isNoTime ? ['Not a time: write it like 10 minutes.'] : [])],
    });
  }
  const faults = around.faultsIn(option);
  return html`<fieldset class="options" id=${id} aria-describedby="${id}-about">
    <legend>${label}</legend>
    ${compose(edit, option, id, around)}
    <small class="muted" id="${id}-about">${hint}${faults.map((fault) => html` <span class="failed">${fault}</span>`)}</small>
    ${insert ?? nothing}
  </fieldset>`;
}

const fieldsIn = (operands: readonly Operand[]): Record<string, string> => ({
  '': 'Choose one',
  ...Object.fromEntries(operands.filter(({ name }) => !name.includes('.')).map(({ name, label }) => [name, label])),
});

type Control = (edit: StepEdit, option: StepOption, id: string, around: Surroundings) => TemplateResult;

const COMPOSED: Readonly<Partial<Record<StepOption['kind'], Control>>> = {
  condition: (edit, option, id, { operands }) => conditionForm(edit, option, id, operands),
  cases: (edit, option, id, { operands }) => casesForm(edit, option, id, operands),
  set: checkBoxes,
  pairs,
};

/** All boxes are ticked if nothing is set. */
function checkBoxes(edit: StepEdit, option: StepOption): TemplateResult {
  const { choices = {} } = option;
  const all = Object.keys(choices);
  const ticked = (edit.value(option) as string[] | undefined) ?? all;
  const tick = (name: string, isTicked: boolean) => {
    const next = all.filter((each) => (each === name ? isTicked : ticked.includes(each)));
    edit.set(option, next.length === all.length || next.length === 0 ? undefined : next);
  };
  return html`${all.map((name) => checkBox(choices[name], ticked.includes(name), (isTicked) => tick(name, isTicked)))}`;
}

/** Names with values, followed by an empty row for one more. */
function pairs(edit: StepEdit, option: StepOption, id: string): TemplateResult {
  const { label } = option;
  const typed = pairsIn(edit.text(option));
  const present: readonly Pair[] = typed.length > 0 ? typed : [['', '']];
  const set = (next: readonly Pair[]) => edit.type(option, JSON.stringify(next));
  const input = (index: number, place: 0 | 1) =>
    html`<input
      id="${id}-${index}-${place}"
      aria-label="${label}, ${place === 0 ? 'name' : 'value'} ${index + 1}"
      placeholder=${place === 0 ? 'Name' : 'Value'}
      autocomplete="off"
      spellcheck="false"
      .value=${live(present[index]![place])}
      @input=${(event: Event) => set(present.with(index, present[index]!.with(place, valueOf(event)) as unknown as Pair))}
    />`;
  return html`${present.map(
      (_, index) =>
        html`<div class="pair">
          ${input(index, 0)} ${input(index, 1)} ${removeButton(`${label} ${index + 1}`, () => set(present.toSpliced(index, 1)))}
        </div>`,
    )} <button type="button" class="row-action" aria-label="Add to ${label}" @click=${() => set([...present, ['', '']])}>Add</button>`;
}
