import { html } from 'lit-html';
import { api } from '../../api';
import { copyable } from '../../elements/basics';
import { openForm } from '../../elements/dialog';
import { store } from '../../store';
import type { FormState } from './form-state';

const ABOUT =
  'A server sends it as “Authorization: Bearer …” to the submit address, in place of a page of a website. It is stored as a digest only, so a forgotten one is replaced.';

/** Replaces the submission token of the form, and shows the new one. */
export async function openSubmissionToken(state: FormState): Promise<void> {
  const shown = store({ token: '' });
  const content = () =>
    shown.token
      ? html`<p>It is shown only now: keep it where you keep passwords. The token before works for another day.</p>
          ${copyable(shown.token, 'submission token')}`
      : html`<p>${ABOUT}</p>`;
  const replace = async () => {
    if (shown.token) return true;
    const { data } = await state.write((headers) => api.rotateSubmissionToken({ path: { form: state.id }, headers }));
    shown.token = data.submission_token;
    return false;
  };
  await openForm({ title: 'Submission token', action: () => (shown.token ? 'Done' : 'Replace'), content, submit: replace }).closed;
}
