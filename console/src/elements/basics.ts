import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError } from 'form-collection-client';

/** The value of the control that an event comes from. */
export const valueOf = ({ target }: Event): string => (target as HTMLInputElement).value;

export const isTicked = ({ target }: Event): boolean => (target as HTMLInputElement).checked;

/** Beside *Save*: what has happened, or that it is still to be done. */
export const saving = (isUnsaved: boolean, notice = ''): TemplateResult =>
  html`<span class="muted" role="status">${notice || (isUnsaved ? 'Not saved yet.' : '')}</span>`;

export function problem(error: unknown): TemplateResult {
  return html`<p class="notice failed" role="alert">${problemWords(error)}</p>`;
}

function problemWords(error: unknown): string {
  if (!(error instanceof ApiError)) return 'The service cannot be reached. Try again in a moment.';
  if (error.code === 'resource_not_found' || 'form' in error.details) return GONE; // an id that none can be
  return `${error.message}${error.requestId ? ` (request ${error.requestId})` : ''}`;
}

/** In place of what somebody else has deleted. */
export const GONE = 'It is gone: somebody has deleted it, or it was never there.';

export const fact = (label: unknown, value: unknown): TemplateResult =>
  html`<div>
    <dt>${label}</dt>
    <dd>${value}</dd>
  </div>`;

/** The head of a table; a column without a title has buttons. */
export const tableHead = (...titles: string[]): TemplateResult =>
  html`<thead>
    <tr>
      ${titles.map((title) => (title ? html`<th scope="col">${title}</th>` : html`<td></td>`))}
    </tr>
  </thead>`;

/** A button of a row; `about` tells apart those of several rows. */
export const rowButton = (word: string, about: string, act: () => unknown, kind = ''): TemplateResult =>
  html`<button type="button" class="row-action ${kind}" aria-label=${about} @click=${act}>${word}</button>`;

/** Lets the browser download an address. */
export function download(address: string, name = ''): void {
  const link = document.createElement('a');
  [link.href, link.download] = [address, name];
  link.click();
}

/** The link at the head of a view to what the view belongs to, told apart from one of the same name in the navigation. */
export const backLink = (address: string, name: string): TemplateResult =>
  html`<a class="back" href=${address}><span class="visually-hidden">Back to </span>${name}</a>`;

/** Below a list, where it goes on. */
export const older = (hasOlder: boolean, place: string, read: () => void): TemplateResult | typeof nothing =>
  hasOlder ? html`<p class=${place}><button type="button" @click=${read}>Older</button></p>` : nothing;

/** A text that is taken elsewhere, with a button that copies it; without a clipboard it is selected. */
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
