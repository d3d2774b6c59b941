import { html, render } from 'lit-html';
import { newDialog } from '../elements/dialog';

const KEYS = [
  ['j', 'older'],
  ['k', 'newer'],
  ['/', 'search'],
  ['z', 'undo a deletion'],
  ['?', 'this page'],
  ['Esc', 'close'],
] as const;

/** Runs the actions of single keys, unless somebody is typing or a dialog is open. */
export function onKeys(actions: () => Record<string, () => void>): void {
  addEventListener('keydown', (event) => {
    const target = event.target as Element;
    const isTyped = target.closest('input:not([type=checkbox]), textarea, select, dialog') !== null;
    if (isTyped || event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const action = { '?': showKeys, ...actions() }[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}

function showKeys(): void {
  const dialog = newDialog('keys-title');
  render(
    html`<form method="dialog">
      <h2 id="keys-title">Keys</h2>
      <dl class="keys">
        ${KEYS.map(
          ([key, meaning]) =>
            html`<div>
              <dt><kbd>${key}</kbd></dt>
              <dd>${meaning}</dd>
            </div>`,
        )}
      </dl>
      <p><button autofocus>Close</button></p>
    </form>`,
    dialog,
  );
  dialog.showModal();
}

/** The element of the view that had the focus last, and those around it, each with its position, innermost first. */
let trail: { element: Element; place: number }[] = [];

addEventListener('focusin', ({ target }) => {
  if (!(target as Element).closest('main')) return;
  trail = [];
  for (let element = target as Element | null; element; element = element.parentElement) {
    trail.push({ element, place: [...(element.parentElement?.children ?? [])].indexOf(element) });
  }
});
addEventListener('close', keepFocus, true); // the button that opened the dialog may be gone

/** Moves the focus from a removed element to the one in its place, so that keyboard users stay at that place. */
export function keepFocus(): void {
  if (document.activeElement !== document.body || (trail[0]?.element.isConnected ?? true)) return;
  const at = trail.findIndex(({ element }) => element.isConnected);
  if (at < 0) return;
  const next = trail[at]!.element.children[trail[at - 1]!.place];
  const stop = next ? stopsIn(next)[0] : undefined;
  (stop ?? stopsIn(trail[at]!.element).at(-1) ?? document.querySelector('h1'))?.focus();
}

/** The links inside an element, or its other controls if it has no link. */
function stopsIn(element: Element): HTMLElement[] {
  const links = element.querySelectorAll<HTMLElement>('a[href]');
  return [...(links.length > 0 ? links : element.querySelectorAll<HTMLElement>('button, input, select, textarea'))];
}
