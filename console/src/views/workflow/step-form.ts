import { html, nothing, type TemplateResult } from 'lit-html';
import { onEscape } from '../../elements/dialog';
import { checkBox, labelled } from '../../elements/form/controls';
import { saving } from '../../elements/basics';
import { isTrigger, nodeTypes } from './node-types';
import { TYPE_ABOUT } from './outline.rules';
import { stepControl, type Surroundings } from './step-controls';
import type { StepEdit } from './step-edit';
import { optionsOf, type StepOption } from './step-options.rules';
import { titleOf } from './words.rules';

export interface StepActions {
  save: () => unknown;
  cancel: () => unknown;
}

/** The form of a step: the common options, and the others behind *More*. `below` follows the options. */
export function stepForm(edit: StepEdit, around: Surroundings, { save, cancel }: StepActions, below: TemplateResult | typeof nothing) {
  const { node } = edit;
  const options = optionsOf(node);
  const isFaulty = options.some((option) => option.isMore && around.faultsIn(option).length > 0);
  const isOpen = edit.isMoreShown || isFaulty || options.length === 0;
  const control = (isMore: boolean) =>
    options.flatMap((each) => ((each.isMore ?? false) === isMore ? [stepControl(edit, each, around)] : []));
  const submit = (event: Event) => (event.preventDefault(), void save());
  return html`<form class="panel" aria-label="Edit ${titleOf(node)}" novalidate @submit=${submit} @keydown=${onEscape(cancel)}>
    <p class="muted">${TYPE_ABOUT[node.type] ?? nodeTypes[node.type]?.description}</p>
    ${control(false)}
    <details ?open=${isOpen}>
      <summary @click=${(event: Event) => (event.preventDefault(), (edit.isMoreShown = !isOpen))}>More</summary>
      <div class="more">${control(true)} ${name(edit)} ${isTrigger(node) ? nothing : onOrOff(edit)}</div>
    </details>
    ${below}
    <p class="bar">
      <button class="main-action">Save</button>
      <button type="button" @click=${cancel}>Cancel</button>
      ${saving(edit.isUnsaved)}
    </p>
  </form>`;
}

const NAME: StepOption = {
  ...{ path: ['name'], kind: 'line', label: 'Name', hint: 'as it is called in the picture and in the list', isOmitted: true },
};
const OFF: StepOption = { path: ['disabled'], kind: 'check', label: 'Off: the step is left out', isOmitted: true };

const name = (edit: StepEdit): TemplateResult =>
  labelled({ ...NAME, id: 'step-name', maxLength: 120, text: edit.text(NAME), change: (text) => edit.type(NAME, text) });

const onOrOff = (edit: StepEdit): TemplateResult => checkBox(OFF.label, edit.value(OFF) === true, (isOff) => edit.type(OFF, String(isOff)));
