import { html, type TemplateResult } from 'lit-html';
import type { FormView } from '../../../../../client/src/index.js';
import { baseUrl } from '../../api';
import { formOf, knownForms } from '../../forms';
import { copyable } from '../../parts/elements';
import { snippetOf } from '../form/snippet.rules';

/** What stands where there are no submissions: the next step. */
export function emptyInbox(query: URLSearchParams, onClear: () => void): TemplateResult {
  const forms = knownForms();
  const form = forms.find(({ id }) => id === query.get('form'));
  const isOnlyForm = [...query.keys()].every((name) => name === 'form');
  if (forms.length === 0 && query.size === 0)
    return html`<div class="sheet empty">
      <h2>Nothing here yet</h2>
      <p>A form gives you an address that takes submissions. They arrive here.</p>
      <p><a class="button main-action" href="#/forms">Make your first form</a></p>
    </div>`;
  const silent = isOnlyForm ? (form ?? (query.size === 0 ? forms[0] : undefined)) : undefined;
  if (silent?.submissions_count === 0) return nothingArrived(silent);
  return html`<div class="sheet empty">
    <h2>Nothing found</h2>
    <p>No submission fits the filters.</p>
    <p><button type="button" @click=${onClear}>Clear filters</button></p>
  </div>`;
}

function nothingArrived({ id, name, status, endpoint_url: endpoint }: FormView): TemplateResult {
  if (status === 'disabled')
    return html`<div class="sheet empty">
      <h2>Nothing has arrived yet</h2>
      <p><bdi>${name}</bdi> does not accept submissions.</p>
      <p><a class="button main-action" href="#/forms/${id}">Turn it on</a></p>
    </div>`;
  return html`<div class="sheet empty">
    <h2>Nothing has arrived yet</h2>
    <p>
      Send something by the <a href="${baseUrl}f/${id}" target="_blank">live page</a> of <bdi>${name}</bdi>, or put the form into a page of
      your own:
    </p>
    ${copyable(snippetOf(endpoint, formOf(id)?.fields ?? []), 'Snippet')}
  </div>`;
}
