import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import { optionsIn } from '../../elements/form/controls';
import { parsed, shown } from '../../elements/form/text.rules';
import { rowButton, valueOf } from '../../elements/basics';
import { operatorsFor, textFor, valueFault, valueFor, valueKind, type Operand } from './condition.rules';
import { OPERATORS, type Comparison } from './outline.rules';
import type { StepEdit } from './step-edit';
import type { StepOption } from './step-options.rules';

type Group = Comparison & { all?: Comparison[]; any?: Comparison[] };
type Operands = readonly Operand[];

/** Comparisons of which all or any must hold. Nested conditions are edited as JSON. */
export function conditionForm(edit: StepEdit, option: StepOption, id: string, operands: Operands): TemplateResult {
  const condition = (edit.value(option) ?? {}) as Group;
  const leaves = condition.all ?? condition.any ?? [condition];
  if ('not' in condition || leaves.some((leaf) => ['all', 'any', 'not'].some((name) => name in leaf)))
    return asJson(edit, option, id, condition);
  const kind = condition.any ? 'any' : 'all';
  const set = (next: readonly Comparison[], as = kind) => edit.set(option, next.length === 1 ? next[0] : { [as]: next });
  const remove = (index: number) => (edit.forgetInner(id), set(leaves.toSpliced(index, 1)));
  return html`${
      leaves.length > 1
        ? html`<select aria-label="How many" @change=${(event: Event) => set(leaves, valueOf(event))}>
            ${optionsIn(Object.entries({ all: 'all of these', any: 'any of these' }), kind)}
          </select>`
        : nothing
    }
    ${leaves.map(
      (leaf, index) =>
        html`<div class="comparison">
          ${comparison(edit, leaf, (next) => set(leaves.with(index, next)), `${id}-${index}`, operands)}
          ${leaves.length > 1 ? removeButton(`comparison ${index + 1}`, () => remove(index)) : nothing}
        </div>`,
    )} <button type="button" class="row-action" @click=${() => set([...leaves, {}])}>Add comparison</button>`;
}

function asJson(edit: StepEdit, option: StepOption, id: string, condition: Group): TemplateResult {
  const text = edit.innerText(`${id}-json`, JSON.stringify(condition, null, 2));
  const change = (event: Event) => (edit.typeInner(`${id}-json`, valueOf(event)), edit.set(option, parsed(valueOf(event))));
  const isJson = typeof edit.value(option) === 'object';
  return html`<small class="muted">It has groups within groups, so it is shown as JSON.</small>
    <textarea
      aria-label="Condition as JSON"
      aria-invalid=${isJson ? nothing : 'true'}
      rows=${text.split('\n').length}
      spellcheck="false"
      .value=${live(text)}
      @input=${change}
    ></textarea>`;
}

/** The controls of a comparison. Its value has the type of the field. */
function comparison(edit: StepEdit, leaf: Comparison, change: (leaf: Comparison) => void, id: string, operands: Operands): TemplateResult {
  const name = leaf.field ?? leaf.path ?? '';
  const known = operands.find((each) => each.name === name);
  const present = known ?? { name, label: name, type: 'any' };
  const choose = (event: Event) => {
    const next = operands.find((each) => each.name === valueOf(event))!;
    const op = leaf.op && operatorsFor(next.type).includes(leaf.op) ? leaf.op : operatorsFor(next.type)[0]!;
    change({ [next.name.includes('.') ? 'path' : 'field']: next.name, ...judged(edit, next, op, present, leaf.value, id) });
  };
  const place = { ...(leaf.field !== undefined && { field: leaf.field }), ...(leaf.path !== undefined && { path: leaf.path }) };
  const operate = (event: Event) => change({ ...place, ...judged(edit, present, valueOf(event), present, leaf.value, id) });
  return html`<select aria-label="Field" @change=${choose}>
      ${optionsIn([...(known ? [] : [[name, name || 'Choose a field'] as const]), ...operands.map((each) => [each.name, each.label] as const)], name)}
    </select>
    ${operatorChoice(present, leaf.op, operate)} ${valueInput(edit, present, leaf, (value) => change({ ...leaf, value }), id)}`;
}

function operatorChoice({ type }: Operand, op = '', choose: (event: Event) => void): TemplateResult {
  return html`<select aria-label="Comparison" @change=${choose}>
    ${optionsIn([...(op ? [] : [['', 'Choose'] as const]), ...operatorsFor(type, op).map((each) => [each, OPERATORS[each] ?? each] as const)], op)}
  </select>`;
}

/** The comparison with a new operator or operand. It keeps the value, converted to the type of the operand. */
function judged(edit: StepEdit, operand: Operand, op: string, before: Operand, value: unknown, id: string): Comparison {
  const text = edit.innerText(id, textFor(before, value));
  if (valueKind(operand, op) === 'choice' && !operand.options!.includes(text)) {
    edit.forgetInner(id);
    return { op, value: operand.options![0] };
  }
  const next = valueFor(operand, op, text);
  return next === undefined ? { op } : { op, value: next };
}

function valueInput(edit: StepEdit, operand: Operand, { op = '', value }: Comparison, change: (value: unknown) => void, id: string) {
  const kind = valueKind(operand, op);
  if (kind === 'none') return nothing;
  const text = edit.innerText(id, textFor(operand, value));
  const type = (event: Event) => (edit.typeInner(id, valueOf(event)), change(valueFor(operand, op, valueOf(event))));
  if (kind === 'choice') {
    const choices = operand.options!.includes(text) ? operand.options! : [text, ...operand.options!];
    return html`<select aria-label="Value" @change=${type}>
      ${optionsIn(
        choices.map((each) => [each, each]),
        text,
      )}
    </select>`;
  }
  const fault = valueFault(operand, op, text);
  const [invalid, described] = fault ? ['true', `${id}-fault`] : [nothing, nothing];
  const told = fault ? html`<small class="failed" id="${id}-fault" role="alert">${fault}</small>` : nothing;
  if (kind === 'list') {
    const rows = Math.min(8, Math.max(2, text.split('\n').length));
    return html`<textarea
        aria-label="Values, one a line"
        aria-invalid=${invalid}
        aria-describedby=${described}
        placeholder="One a line"
        rows=${rows}
        .value=${live(text)}
        @input=${type}
      ></textarea>
      ${told}`;
  }
  return html`<input
      aria-label="Value"
      aria-invalid=${invalid}
      aria-describedby=${described}
      placeholder="Value"
      type=${kind === 'date' ? 'date' : 'text'}
      inputmode=${kind === 'number' ? 'decimal' : nothing}
      autocomplete="off"
      .value=${live(text)}
      @input=${type}
    />
    ${told}`;
}

type Case = Comparison & { key?: string };

export const removeButton = (name: string, remove: () => unknown): TemplateResult =>
  rowButton('Remove', `Remove ${name}`, remove, 'danger');

/** The cases of a switch, each with the name of its branch, an operator and a value. */
export function casesForm(edit: StepEdit, option: StepOption, id: string, operands: Operands): TemplateResult {
  const cases = (edit.value(option) ?? []) as Case[];
  const path = /^\{\{\s*(?:fields\.)?([\w.]+)\s*\}\}$/.exec(shown(edit.node.config['value']))?.[1] ?? '';
  const operand = operands.find(({ name }) => name === path) ?? { name: path, label: path, type: 'any' };
  const set = (next: readonly Case[]) => edit.set(option, next.length > 0 ? next : undefined);
  return html`${cases.map((each, index) => {
      const change = (changes: Case) => set(cases.with(index, { ...each, ...changes }));
      const at = `${id}-${index}`;
      const operate = (event: Event) => {
        const { value: _, ...rest } = each;
        set(cases.with(index, { ...rest, ...judged(edit, operand, valueOf(event), operand, each.value, at) }));
      };
      return html`<div class="comparison">
        <input
          aria-label="Name of case ${index + 1}"
          placeholder="Name"
          maxlength="64"
          autocomplete="off"
          .value=${live(each.key ?? '')}
          @input=${(event: Event) => change({ key: valueOf(event) })}
        />
        ${operatorChoice(operand, each.op, operate)} ${valueInput(edit, operand, each, (value) => change({ value }), at)}
        ${removeButton(`case ${index + 1}`, () => (edit.forgetInner(id), set(cases.toSpliced(index, 1))))}
      </div>`;
    })} <button type="button" class="row-action" @click=${() => set([...cases, { key: '', op: 'eq', value: '' }])}>Add case</button>`;
}
