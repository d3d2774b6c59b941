import { html, type TemplateResult } from 'lit-html';
import type { Form } from 'form-collection-client';
import { snippetOf } from '../views/form/snippet.rules';
import { copyable } from './basics';

/** The HTML snippet of a form with all its fields, or a hint for a form without fields. */
export function snippet({ endpoint_url: endpoint, fields }: Pick<Form, 'endpoint_url' | 'fields'>, add?: TemplateResult): TemplateResult {
  if (fields.length > 0) return copyable(snippetOf(endpoint, fields), 'snippet');
  return html`<p class="muted">
      The form has no fields yet, so there is nothing to fill in. Add the first one, and its snippet stands here.
    </p>
    ${add}`;
}
