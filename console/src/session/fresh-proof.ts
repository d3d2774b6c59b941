import { html, nothing } from 'lit-html';
import { openForm } from '../elements/dialog';
import { bound, labelled } from '../elements/form/controls';
import { problem } from '../elements/basics';
import { store } from '../store';
import { directCall } from './console-calls';
import { askForPasskey, hasPasskeys, isDeclined } from './passkeys';

/** Asks a person for a fresh proof, by a passkey or the code of a mail, before something dangerous is done. False when it is cancelled. */
export async function askForProof(ways: readonly string[]): Promise<boolean> {
  const values = store<{ code: string; isSent: boolean; isProved: boolean; failure: unknown }>({
    ...{ code: '', isSent: false, isProved: false, failure: null },
  });
  const act = (action: () => Promise<unknown>) => async () => {
    values.failure = null;
    await action().catch((error: unknown) => (values.failure = error));
  };
  const sendCode = act(async () => {
    await directCall('POST', 'proof/mail', {});
    values.isSent = true;
    setTimeout(() => document.getElementById('proof-code')?.focus()); // after it is drawn
  });
  const usePasskey = act(async () => {
    const response = await askForPasskey('proof/passkey/options').catch((error: unknown) => {
      if (!isDeclined(error)) throw error;
    });
    if (response) await prove({ response });
  });
  const prove = async (proof: object) => {
    await directCall('POST', 'proof', proof);
    values.isProved = true;
    form.close();
  };
  const form = openForm({
    title: 'Is it you?',
    action: () => (values.isSent ? 'Go on' : 'Send me a code'),
    hasAction: () => ways.includes('mail'),
    content: (faultsOf) =>
      html`<p>This cannot be undone, or gives others access. You have signed in a while ago: show once more that it is you.</p>
        ${
          ways.includes('passkey') && hasPasskeys()
            ? html`<p><button type="button" class="main-action" @click=${usePasskey}>Use a passkey</button></p>`
            : nothing
        }
        ${
          values.isSent
            ? labelled({
                ...{ id: 'proof-code', kind: 'number', label: 'Code', hint: 'The six digits of the mail that was sent to your address.' },
                ...{ faults: faultsOf('code', 'The code'), maxLength: 7, ...bound(values, 'code') },
              })
            : nothing
        }
        ${values.failure ? problem(values.failure) : nothing}`,
    submit: async () => {
      if (values.isSent) return prove({ code: values.code.replace(/\s/g, '') });
      await sendCode();
      return false;
    },
  });
  await form.closed;
  return values.isProved;
}
