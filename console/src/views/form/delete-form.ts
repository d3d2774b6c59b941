import { html, nothing } from 'lit-html';
import { ApiError } from 'form-collection-client';
import { api } from '../../api';
import { readForms } from '../../forms';
import { openForm } from '../../elements/dialog';
import { valueOf } from '../../elements/notices';
import { readCounts } from '../../shell/counts';
import { store } from '../../store';
import type { FormState } from './form-state';

/** Asks for the name of the form before it is deleted. */
export async function deleteForm(state: FormState): Promise<void> {
  let typed = '';
  const shown = store({ notice: '' });
  const { submissions_count: count } = state.document!.form;
  await openForm({
    title: 'Delete form',
    action: 'Delete form',
    isDanger: true,
    content: () =>
      html` <p>
          ${count === 1 ? 'Its submission goes' : `Its ${count.toLocaleString('en')} submissions go`} with it, and its files, runs and
          links. There is no way back.
        </p>
        <p class="option">
          <label for="delete-name"
            >Type its name, <bdi><strong>${state.document!.form.name}</strong></bdi></label
          >
          <input
            id="delete-name"
            autocomplete="off"
            spellcheck="false"
            aria-invalid=${shown.notice ? 'true' : nothing}
            aria-describedby="delete-fault"
            @input=${(event: Event) => (typed = valueOf(event))}
          />
          <span class="failed" id="delete-fault" role="alert">${shown.notice}</span>
        </p>`,
    submit: async () => {
      const isName = typed.trim() === state.document!.form.name.trim();
      shown.notice = isName ? '' : 'This is not the name of the form.';
      if (!isName) return false;
      try {
        await api.deleteForm({ path: { id: state.id }, headers: { 'If-Match': state.tag } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        await state.read();
        shown.notice = 'Somebody else has changed the form meanwhile. Look at it, and delete it again if it should still go.';
        return false;
      }
      state.edits.clear();
      location.hash = '#/forms';
      void Promise.all([readForms(), readCounts()]).catch(() => undefined); // read again by the views
      return true;
    },
  }).closed;
}
