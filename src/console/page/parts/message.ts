import { html, type TemplateResult } from 'lit-html';
import { ApiError } from '../../../../client/src/index.js';

/** Beside *Save*: what has happened, or that it is still to be done. */
export const saving = (isUnsaved: boolean, notice = ''): TemplateResult =>
  html`<span class="muted" role="status">${notice || (isUnsaved ? 'Not saved yet.' : '')}</span>`;

/** Says what went wrong and what to do. */
export function problem(error: unknown): TemplateResult {
  const text =
    error instanceof ApiError
      ? `${error.message}${error.requestId ? ` (request ${error.requestId})` : ''}`
      : 'The service cannot be reached. Try again in a moment.';
  return html`<p class="notice failed" role="alert">${text}</p>`;
}
