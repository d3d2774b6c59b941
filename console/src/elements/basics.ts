import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError } from 'form-collection-client';
import { connection } from '../session/connection';

export const valueOf = ({ target }: Event): string => (target as HTMLInputElement).value;

export const isTicked = ({ target }: Event): boolean => (target as HTMLInputElement).checked;

/** The status beside *Save*: the notice, or that there are unsaved changes. */
export const saving = (isUnsaved: boolean, notice = ''): TemplateResult =>
  html`<span class="muted" role="status">${notice || (isUnsaved ? 'Not saved yet.' : '')}</span>`;

export function problem(error: unknown): TemplateResult {
  return html`<p class="notice failed" role="alert">${problemWords(error)}</p>`;
}

/** True for the failure of a request that has not reached the service, or whose answer was lost. */
export const isOutage = (error: unknown): boolean => !(error instanceof ApiError) || error.status >= 502;

function problemWords(error: unknown): string {
  if (!(error instanceof ApiError) || isOutage(error)) return connection.isLost ? AWAY : BACK;
  if (error.code === 'resource_not_found' || 'form' in error.details) return GONE; // an id that no resource can have
  return `${error.message}${error.requestId ? ` (request ${error.requestId})` : ''}`;
}

const AWAY = 'The service cannot be reached. Try again in a moment.';
const BACK = 'The service did not answer, so this may not have been done. It is back: try again.';

/** The text in place of a resource that was deleted. */
export const GONE = 'It is gone: somebody has deleted it, or it was never there.';

export const fact = (label: unknown, value: unknown): TemplateResult =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

/** The head of a table. A column of buttons has an empty title. */
export const tableHead = (...titles: string[]): TemplateResult =>
  html`<thead>
    <tr>
      ${titles.map((title) => (title ? html`<th scope="col">${title}</th>` : html`<td></td>`))}
    </tr>
  </thead>`;

/** A button in a row. `about` is its accessible name, which tells apart the buttons of several rows. */
export const rowButton = (word: string, about: string, act: () => unknown, kind = ''): TemplateResult =>
  html`<button type="button" class="row-action ${kind}" aria-label=${about} @click=${act}>${word}</button>`;

export function download(address: string, name = ''): void {
  const link = document.createElement('a');
  [link.href, link.download] = [address, name];
  link.click();
}

/** The link from a view to its parent. The hidden words "Back to" tell it apart from the navigation link with the same name. */
export const backLink = (address: string, name: string): TemplateResult =>
  html`<a class="back" href=${address}><span class="visually-hidden">Back to </span>${name}</a>`;

/** The button below a list that reads older items. */
export const older = (hasOlder: boolean, place: string, read: () => void): TemplateResult | typeof nothing =>
  hasOlder ? html`<p class=${place}><button type="button" @click=${read}>Older</button></p>` : nothing;

/** A text with a button that copies it. Without access to the clipboard the text is selected instead. */
export function copyable(text: string, label: string): TemplateResult {
  const copy = async (event: Event) => {
    const button = event.target as HTMLElement;
    const area = button.parentElement!.querySelector('pre')!;
    getSelection()?.selectAllChildren(area);
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    button.nextElementSibling!.textContent = isCopied ? 'Copied.' : 'Selected.';
  };
  return html`<div class="copyable">
    <pre tabindex="0" role="group" aria-label=${label}>${text}</pre>
    <button type="button" aria-label="Copy ${label}" @click=${copy}>Copy</button>
    <span class="muted" role="status"></span>
  </div>`;
}
