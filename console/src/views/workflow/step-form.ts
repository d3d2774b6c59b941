import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { onEscape } from '../../elements/dialog';
import { isTicked, saving, valueOf } from '../../elements/notices';
import { isTrigger, nodeTypes } from './node-types';
import { TYPE_ABOUT } from './outline.rules';
import { optionControl, type Surroundings } from './step-controls';
import type { StepEdit } from './step-edit';
import { optionsOf } from './step-options.rules';
import { titleOf } from './words.rules';

/** What one does with a step that is edited. */
export interface StepActions {
  save: () => unknown;
  cancel: () => unknown;
}

/** The form of a step: what one sets mostly, and the rest behind *More*. `below` stands under its options. */
export function stepForm(edit: StepEdit, around: Surroundings, { save, cancel }: StepActions, below: TemplateResult | typeof nothing) {
  const { node } = edit;
  const options = optionsOf(node);
  const isFaulty = options.some((option) => option.isMore && around.faultsIn(option).length > 0);
  const isOpen = edit.isMoreShown || isFaulty || options.length === 0;
  const control = (isMore: boolean) =>
    options.flatMap((each) => ((each.isMore ?? false) === isMore ? [optionControl(edit, each, around)] : []));
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

function name(edit: StepEdit): TemplateResult {
  const type = (event: Event) => {
    const { name: _, ...rest } = edit.node;
    const typed = valueOf(event);
    edit.node = typed ? { ...rest, name: typed } : rest;
  };
  return html`<div class="option">
    <label for="step-name">Name</label>
    <input id="step-name" maxlength="120" autocomplete="off" .value=${live(edit.node.name ?? '')} @input=${type} />
    <small class="muted">as it is called in the picture and in the list</small>
  </div>`;
}

const onOrOff = (edit: StepEdit): TemplateResult =>
  html`<label class="check"
    ><input
      type="checkbox"
      .checked=${live(edit.node.disabled ?? false)}
      @change=${(event: Event) => {
        const { disabled: _, ...rest } = edit.node;
        edit.node = isTicked(event) ? { ...rest, disabled: true } : rest;
      }}
    />
    Off: the step is left out</label
  >`;
