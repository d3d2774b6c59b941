import { html, type TemplateResult } from 'lit-html';
import type { SigningSecret } from 'form-collection-client';
import { api } from '../../api';
import { copyable } from '../../elements/basics';
import { confirm, openForm } from '../../elements/dialog';
import { wholeTime } from '../../elements/time';
import { store } from '../../store';

/** Shows the secret with which the requests of a step are signed, and replaces it. */
export async function openSigningSecret(form: string, nodeId: string): Promise<void> {
  const { data } = await api.listSigningSecrets({ path: { form } });
  const shown = store<{ secret: SigningSecret | undefined }>({ secret: data.find(({ node_id: id }) => id === nodeId) });
  const replace = async () => {
    const text = 'For a day requests are signed with both, so that the receiver can change over. Then the present secret ends.';
    if (!(await confirm({ title: 'Replace the secret?', text, action: 'Replace' }))) return;
    shown.secret = (await api.rotateSigningSecret({ path: { form, node: nodeId } })).data;
  };
  const content = () =>
    shown.secret ? ofSecret(shown.secret, replace) : html`<p>The secret is made when the step is saved. Save it first.</p>`;
  await openForm({ title: 'Signing secret', action: 'Done', content, submit: () => Promise.resolve() }).closed;
}

const ofSecret = (
  { secret, previous_secret: previous, previous_valid_until: end }: SigningSecret,
  replace: () => unknown,
): TemplateResult =>
  html`<p>The receiver checks with it that a request comes from this form, as in Standard Webhooks. Keep it where you keep passwords.</p>
    ${copyable(secret, 'signing secret')}
    ${previous && end ? html`<p class="muted">The secret before signs as well until ${wholeTime(end)}.</p>` : ''}
    <p><button type="button" @click=${replace}>Replace</button></p>`;
