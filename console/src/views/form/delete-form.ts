import { html } from 'lit-html';
import { ApiError } from 'form-collection-client';
import { api } from '../../api';
import { readForms } from '../../forms';
import { openForm } from '../../elements/dialog';
import { bound, labelled } from '../../elements/form/controls';
import { readCountsSoon } from '../../shell/counts';
import { store } from '../../store';
import type { FormState } from './form-state';

export async function deleteForm(state: FormState): Promise<void> {
  const shown = store({ typed: '' });
  const { submissions_count: count } = state.document!.form;
  await openForm({
    title: 'Delete form',
    action: 'Delete form',
    isDanger: true,
    content: (faultsOf) =>
      html`<p>
          ${count === 1 ? 'Its submission goes' : `Its ${count.toLocaleString('en')} submissions go`} with it, and its files, runs and
          links. There is no way back.
        </p>
        ${labelled({
          ...{ id: 'delete-name', faults: faultsOf('name', ''), ...bound(shown, 'typed') },
          label: html`Type its name, <bdi><strong>${state.document!.form.name}</strong></bdi>`,
        })}`,
    submit: async () => {
      if (shown.typed.trim() !== state.document!.form.name.trim()) return { name: 'This is not the name of the form' };
      try {
        await api.deleteForm({ path: { form: state.id }, headers: { 'If-Match': state.tag } });
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 412) throw error;
        await state.read();
        return { name: 'Somebody else has changed the form meanwhile. Look at it, and delete it again if it should still go' };
      }
      state.edits.clear();
      location.hash = '#/forms';
      void readForms().catch(() => undefined); // the views read them again
      readCountsSoon();
      return true;
    },
  }).closed;
}
