import { html, render } from 'lit-html';

/** Asks before something is destroyed. Escape and Cancel answer no. */
export function confirm({ title, text, action }: { title: string; text: string; action: string }): Promise<boolean> {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', 'dialog-title');
  const form = html`<form method="dialog">
    <h2 id="dialog-title">${title}</h2>
    <p>${text}</p>
    <p class="bar">
      <button value="yes" class="danger-action">${action}</button>
      <button value="" autofocus>Cancel</button>
    </p>
  </form>`;
  render(form, dialog);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener('close', () => {
      dialog.remove();
      resolve(dialog.returnValue === 'yes');
    });
  });
}
