import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Field } from 'form-collection-client';
import { api } from '../../api';
import { may } from '../../session/rights';
import { openField } from './field-dialog';
import { typeWords } from './field.rules';
import type { FormState } from './form-state';
import type { Act } from '../../elements/view-store';
import { rowButton, tableHead } from '../../elements/basics';

export function fieldTable(state: FormState, act: Act): TemplateResult {
  const { fields } = state.document!.form;
  const mayEdit = may('forms:update');
  const move = (field: Field, by: number, word: string) => async () => {
    const order = fields.map(({ id }) => id).filter((id) => id !== field.id);
    order.splice(fields.indexOf(field) + by, 0, field.id);
    await state.write((headers) => api.reorderFields({ path: { form: state.id }, headers, body: { order } }));
    setTimeout(() => focusOn(field.id, word));
  };
  const action = (field: Field, word: string, run: () => Promise<unknown>) =>
    rowButton(word, `${word} ${field.label ?? field.name}`, () => act(run));
  const row = (field: Field, index: number) =>
    html`<tr data-field=${field.id}>
      <td class="name"><code>${field.name}</code></td>
      <td><bdi>${field.label ?? ''}</bdi></td>
      <td>${typeWords(field)}</td>
      <td class="muted">${field.required ? 'required' : nothing}</td>
      <td class="actions">
        ${mayEdit ? action(field, 'Edit', () => openField(state, field)) : nothing}
        ${mayEdit && index > 0 ? action(field, 'Move up', move(field, -1, 'Move up')) : nothing}
        ${mayEdit && index < fields.length - 1 ? action(field, 'Move down', move(field, 1, 'Move down')) : nothing}
      </td>
    </tr>`;
  if (fields.length === 0) {
    return html`<p class="inside muted">No fields yet. Add the first one: visitors fill it in, and websites send it.</p>`;
  }
  return html`<table class="fields" aria-label="Fields">
    ${tableHead('Name', 'Label', 'Type', '', '')}
    <tbody>
      ${repeat(fields, ({ id }) => id, row)}
    </tbody>
  </table>`;
}

/** Focuses the button of a row that has moved, or the row's other button at an end of the list. */
function focusOn(id: string, word: string): void {
  const buttons = [...document.querySelectorAll<HTMLElement>(`[data-field="${id}"] button`)];
  (buttons.find(({ textContent }) => textContent?.trim() === word) ?? buttons[1] ?? buttons[0])?.focus();
}
