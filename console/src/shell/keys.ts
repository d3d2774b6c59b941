import { html, render } from 'lit-html';
import { newDialog } from '../elements/dialog';

const KEYS = [
  ['j', 'older'],
  ['k', 'newer'],
  ['/', 'search'],
  ['?', 'this page'],
  ['Esc', 'close'],
] as const;

/** Runs what a view or the page does at a single key, unless something is typed or a dialog is open. */
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

/** The element that had the focus last in the view, and those around it, each with its place, from the inside out. */
let trail: { element: Element; place: number }[] = [];

addEventListener('focusin', ({ target }) => {
  if (!(target as Element).closest('main')) return;
  trail = [];
  for (let element = target as Element | null; element; element = element.parentElement) {
    trail.push({ element, place: [...(element.parentElement?.children ?? [])].indexOf(element) });
  }
});
addEventListener('close', keepFocus, true); // of a dialog, whose button may be gone by now

/** Once the element with the focus is gone, the one in its place gets it, so that nobody begins again at the top of the page. */
export function keepFocus(): void {
  if (document.activeElement !== document.body || (trail[0]?.element.isConnected ?? true)) return;
  const at = trail.findIndex(({ element }) => element.isConnected);
  if (at < 0) return;
  const next = trail[at]!.element.children[trail[at - 1]!.place];
  const stop = next ? stopsIn(next)[0] : undefined;
  (stop ?? stopsIn(trail[at]!.element).at(-1) ?? document.querySelector('h1'))?.focus();
}

/** Links stand for what they are in, such as a row. */
function stopsIn(element: Element): HTMLElement[] {
  const links = element.querySelectorAll<HTMLElement>('a[href]');
  return [...(links.length > 0 ? links : element.querySelectorAll<HTMLElement>('button, input, select, textarea'))];
}
