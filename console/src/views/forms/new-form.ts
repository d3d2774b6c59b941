import { html, nothing, type TemplateResult } from 'lit-html';
import { ApiError, type CreatedFormView } from 'form-collection-client';
import { api, baseUrl } from '../../api';
import { copyable, isTicked, valueOf } from '../../elements/notices';
import { snippet } from '../../elements/snippet';
import { openForm } from '../../elements/dialog';
import { store } from '../../store';

const USUAL_FIELDS = [
  { name: 'name', label: 'Name', type: 'string' },
  { name: 'email', label: 'E-mail', type: 'string', required: true, validation: 'email' },
  { name: 'message', label: 'Message', type: 'string', required: true, options: { multiline: true } },
] as const;

/** Makes a form in a dialog; undefined when one has thought better of it. */
export async function newForm(): Promise<CreatedFormView | undefined> {
  let [name, hasFields] = ['', true];
  const shown = store({ fault: '' });
  let created: CreatedFormView | undefined;
  const dialog = openForm({
    title: 'New form',
    action: 'Save',
    content: () =>
      html` <p class="option">
          <label for="form-name">Form name</label>
          <input
            id="form-name"
            maxlength="255"
            autocomplete="off"
            aria-invalid=${shown.fault ? 'true' : nothing}
            aria-describedby="form-name-fault"
            @input=${(event: Event) => (name = valueOf(event))}
          />
          <span class="failed" id="form-name-fault" role="alert">${shown.fault}</span>
        </p>
        <label class="check"
          ><input type="checkbox" checked @change=${(event: Event) => (hasFields = isTicked(event))} /> Begin with name, e-mail and
          message</label
        >`,
    submit: async () => {
      const fields = hasFields ? structuredClone(USUAL_FIELDS) : [];
      const body = { name: name.trim(), validate_fields: true, notifications_enabled: false, fields: [...fields] };
      try {
        created = (await api.createForm({ body })).data;
        return true;
      } catch (error) {
        const messages = (error instanceof ApiError ? error.details['name'] : undefined) as string[] | undefined;
        if (!messages) throw error;
        shown.fault = `The name ${messages.join(', ')}.`;
        return false;
      }
    },
  });
  await dialog.closed;
  return created;
}

/** What is told of a form once, when it is made. */
export function createdForm(form: CreatedFormView): TemplateResult {
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
