import { html, render } from 'lit-html';
import { newDialog } from '../parts/dialog';

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
