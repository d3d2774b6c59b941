import { html, nothing, type TemplateResult } from 'lit-html';
import { valueOf } from '../../parts/elements';
import { linesIn } from '../form/members.rules';
import type { Schema } from './node-types';
import { fromLines, linesOf, parsed, shown } from './text.rules';
import { inWords, OPERATORS, type Comparison } from './words.rules';

type Change = (value: unknown) => void;

/** What a control needs to know besides its schema. */
interface Place {
  id: string;
  label: string;
  isRequired: boolean;
}

/** Without a text the option is left out. */
const orNothing = (text: string, read: (text: string) => unknown = (same) => same) => (text === '' ? undefined : read(text));

/** The inputs for an object; `change` gets a new object without the options that were left out. */
export function objectForm(schema: Schema, value: object, change: Change, id: string): TemplateResult {
  const values = value as Record<string, unknown>;
  return html`${Object.entries(schema.properties ?? {}).map(([name, option]) => {
    const set: Change = (next) => {
      const { [name]: _, ...others } = values;
      change(next === undefined ? others : { ...values, [name]: next });
    };
    const place = { id: `${id}-${name}`, label: inWords(name), isRequired: schema.required?.includes(name) ?? false };
    return control(option, values[name], set, place);
  })}`;
}

function control(schema: Schema, value: unknown, change: Change, place: Place): TemplateResult {
  const { type, format, items, properties } = schema;
  if (format === 'condition') return conditionForm(value as Comparison, change, place);
  if (type === 'object' && properties) {
    return html`<fieldset class="options">
      <legend>${place.label}</legend>
      ${objectForm(schema, value ?? {}, (next) => change(isEmpty(next) ? undefined : next), place.id)}
    </fieldset>`;
  }
  if (type === 'array' && items?.properties) return rowsForm(items, (value ?? []) as object[], change, place);
  const field = (input: TemplateResult, hint = '') => labelled(place, schema.description, input, hint);
  const { id, isRequired } = place;
  if (type === 'array') {
    const lines = ((value ?? []) as unknown[]).join('\n');
    return field(
      area(id, lines, (text) => change(orNothing(text, linesIn))),
      'One a line.',
    );
  }
  if (type === 'object') {
    return field(
      area(id, linesOf(value ?? {}), (text) => change(orNothing(text, fromLines))),
      'One “name: value” a line.',
    );
  }
  if (schema.enum || type === 'boolean') {
    const choices = schema.enum ?? ['true', 'false'];
    const read = (text: string) => (type === 'boolean' ? text === 'true' : text);
    return field(choice(id, choices, value, (text) => change(orNothing(text, read)), !isRequired));
  }
  if (type === 'integer') {
    return field(
      html`<input
        id=${id}
        type="number"
        aria-describedby="${id}-hint"
        min=${schema.minimum ?? 0}
        max=${schema.maximum ?? nothing}
        .value=${shown(value)}
        @change=${(event: Event) => change(orNothing(valueOf(event), Number))}
      />`,
    );
  }
  if (format === 'template') return field(area(id, typeof value === 'string' ? value : shown(value), (text) => change(orNothing(text))));
  const read = type === 'string' ? undefined : parsed;
  const text = type === 'string' && typeof value === 'string' ? value : shown(value);
  return field(
    html`<input
      id=${id}
      aria-describedby="${id}-hint"
      list=${format === 'field' ? 'form-fields' : nothing}
      spellcheck="false"
      .value=${text}
      @change=${(event: Event) => change(orNothing(valueOf(event), read))}
    />`,
  );
}

const isEmpty = (value: unknown): boolean => Object.keys(value as object).length === 0;

const labelled = ({ id, label, isRequired }: Place, meaning = '', input: TemplateResult, hint: string) =>
  html`<div class="option">
    <label for=${id}>${label}${isRequired ? nothing : html` <span class="muted">optional</span>`}</label>
    ${input} <small class="muted" id="${id}-hint">${meaning.replaceAll('`', '')} ${hint}</small>
  </div>`;

const area = (id: string, value: string, change: (text: string) => void) =>
  html`<textarea
    id=${id}
    aria-describedby="${id}-hint"
    rows=${Math.min(12, value.split('\n').length)}
    spellcheck="false"
    .value=${value}
    @change=${(event: Event) => change(valueOf(event))}
  ></textarea>`;

function choice(
  id: string,
  choices: readonly string[],
  value: unknown,
  change: (text: string) => void,
  mayBeLeftOut: boolean,
  words: Record<string, string> = YES_NO,
  label?: string,
) {
  return html`<select
    id=${id}
    aria-label=${label ?? nothing}
    aria-describedby=${label ? nothing : `${id}-hint`}
    @change=${(event: Event) => change(valueOf(event))}
  >
    ${mayBeLeftOut || value === undefined ? html`<option value="" ?selected=${value === undefined}>–</option>` : nothing}
    ${choices.map((each) => html`<option value=${each} ?selected=${String(value) === each}>${words[each] ?? each}</option>`)}
  </select>`;
}
const YES_NO = { true: 'yes', false: 'no' };

/** A list of objects, such as the cases of a switch: a fieldset each. */
function rowsForm(items: Schema, rows: object[], change: Change, { id, label }: Place): TemplateResult {
  return html`<fieldset class="options">
    <legend>${label}</legend>
    ${rows.map(
      (row, index) =>
        html`<fieldset class="options">
          <legend>${index + 1}</legend>
          ${objectForm(items, row, (next) => change(rows.with(index, next as object)), `${id}-${index}`)}
          <button type="button" class="row-action danger" @click=${() => change(rows.toSpliced(index, 1))}>Remove</button>
        </fieldset>`,
    )}
    <button type="button" class="row-action" @click=${() => change([...rows, {}])}>Add</button>
  </fieldset>`;
}

const KINDS = { all: 'all of these', any: 'any of these' };

/** Comparisons that are all to be met, or any; conditions within conditions are edited as JSON. */
function conditionForm(value: Comparison & { all?: Comparison[]; any?: Comparison[] } = {}, change: Change, place: Place) {
  const { id, label } = place;
  const group = value.all ?? value.any;
  const leaves = group ?? [value];
  if ('not' in value || leaves.some((leaf) => ['all', 'any', 'not'].some((name) => name in leaf))) {
    return labelled(
      place,
      'This condition has groups within groups, so it is shown as JSON.',
      area(id, JSON.stringify(value, null, 2), (text) => change(parsed(text))),
      '',
    );
  }
  const kind = value.any ? 'any' : 'all';
  const set = (next: Comparison[], as: string = kind) => change(next.length === 1 ? next[0] : { [as]: next });
  const replace = (index: number, leaf: Comparison) => set(leaves.with(index, leaf));
  return html`<fieldset class="options" id=${id}>
    <legend>${label}</legend>
    ${leaves.length > 1 ? choice(`${id}-kind`, ['all', 'any'], kind, (as) => set(leaves, as), false, KINDS, 'Kind') : nothing}
    ${leaves.map((leaf, index) => {
      const { op, value: expected, field, path } = leaf;
      const operand = (text: string) => {
        const { field: _, path: __, ...rest } = leaf;
        replace(index, { [text.includes('.') ? 'path' : 'field']: text, ...rest });
      };
      const expect = (event: Event) => replace(index, { ...leaf, value: parsed(valueOf(event)) });
      const remove = () => set(leaves.toSpliced(index, 1));
      const takesNone = /^is_/.test(op ?? '');
      return html`<div class="comparison">
        <input
          aria-label="Field"
          list="form-fields"
          placeholder="Field"
          spellcheck="false"
          .value=${field ?? path ?? ''}
          @change=${(event: Event) => operand(valueOf(event))}
        />
        ${choice(
          `${id}-${index}`,
          Object.keys(OPERATORS),
          op,
          (next) => {
            const { value: _, ...rest } = leaf;
            replace(index, /^is_/.test(next) ? { ...rest, op: next } : { ...leaf, op: next });
          },
          false,
          OPERATORS,
          'Comparison',
        )}
        ${takesNone ? nothing : html`<input aria-label="Value" placeholder="Value" .value=${shown(expected)} @change=${expect} />`}
        ${leaves.length > 1 ? html`<button type="button" class="row-action danger" @click=${remove}>Remove</button>` : nothing}
      </div>`;
    })}
    <small class="muted">10 is a number, "10" a text, ["DE", "FR"] a list.</small>
    <button type="button" class="row-action" @click=${() => set([...leaves, {}])}>Add comparison</button>
  </fieldset>`;
}
