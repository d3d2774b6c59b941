import { html, type TemplateResult } from 'lit-html';
import type { CreatedForm } from 'form-collection-client';
import { api, baseUrl } from '../../api';
import { bound, checkBox, labelled } from '../../elements/form/controls';
import { copyable } from '../../elements/basics';
import { snippet } from '../../elements/snippet';
import { openForm } from '../../elements/dialog';
import { store } from '../../store';

const USUAL_FIELDS = [
  { name: 'name', label: 'Name', type: 'string' },
  { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' },
  { name: 'message', label: 'Message', type: 'string', required: true, options: { multiline: true } },
] as const;

export async function newForm(): Promise<CreatedForm | undefined> {
  const values = store({ name: '', hasFields: true });
  let created: CreatedForm | undefined;
  await openForm({
    title: 'New form',
    action: 'Save',
    content: (faultsOf) =>
      html`${labelled({ id: 'form-name', label: 'Form name', maxLength: 255, faults: faultsOf('name', 'The name'), ...bound(values, 'name') })}
      ${checkBox('Begin with name, e-mail and message', values.hasFields, (hasFields) => (values.hasFields = hasFields))}`,
    submit: async () => {
      const fields = values.hasFields ? structuredClone([...USUAL_FIELDS]) : [];
      const body = { name: values.name.trim(), validate_fields: true, notifications_enabled: false, fields };
      created = (await api.createForm({ body })).data;
    },
  }).closed;
  return created;
}

export function createdForm(form: CreatedForm): TemplateResult {
  const page = html`<a href="${baseUrl}f/${form.id}" target="_blank" rel="noopener">a page of its own</a>`;
  return html`<section class="sheet created" aria-labelledby="created">
    <header>
      <h2 id="created" tabindex="-1"><bdi>${form.name}</bdi> is there</h2>
      <a class="button" href="#/forms/${form.id}">Open the form</a>
    </header>
    <div class="inside">
      <p>It takes nothing yet: open it, look at its fields, and turn on <em>Accepts submissions</em>. It has ${page}.</p>
      <h3>Submission token</h3>
      <p class="muted">For servers that send to the form. It is shown only now: keep it where you keep passwords.</p>
      ${copyable(form.submission_token, 'submission token')}
      <h3>Snippet</h3>
      <p class="muted">For a page of your own. The form shows it again, with its fields as they are then.</p>
      ${snippet(form)}
    </div>
  </section>`;
}
