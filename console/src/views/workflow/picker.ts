import { html, type TemplateResult } from 'lit-html';
import type { Group } from './placeholders.rules';

/** Inserts a placeholder into the control with this id, or into the control of a group that had the focus last. */
export function picker(id: string, label: string, groups: readonly Group[]): TemplateResult {
  const insert = ({ target }: Event) => {
    const select = target as HTMLSelectElement;
    const control = controlIn(id);
    if (!control) return;
    const [text, { selectionStart: start, selectionEnd: end }] = [select.value, control];
    select.value = '';
    control.focus();
    control.setRangeText(text, start ?? 0, end ?? 0, 'end');
    control.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return html`<select class="insert" aria-label="Insert into ${label}" @change=${insert}>
    <option value="">Insert…</option>
    ${groups.map(
      ({ title, placeholders }) =>
        html`<optgroup label=${title}>${placeholders.map((each) => html`<option value=${each.text}>${each.label}</option>`)}</optgroup>`,
    )}
  </select>`;
}

type TextControl = HTMLInputElement | HTMLTextAreaElement;

let last: Element | null = null;
addEventListener('focusin', ({ target }) => {
  if ((target as Element).matches('.panel :is(input, textarea)')) last = target as Element;
});

function controlIn(id: string): TextControl | undefined {
  const place = document.getElementById(id)!;
  if (place.matches('input, textarea')) return place as TextControl;
  const inside = [...place.querySelectorAll<TextControl>('input')];
  return inside.find((each) => each === last) ?? inside.at(-1);
}
