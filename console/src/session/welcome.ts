import { html } from 'lit-html';
import { openForm } from '../elements/dialog';
import { bound, labelled, radioButton } from '../elements/form/controls';
import { store } from '../store';
import { consoleCall } from './console-calls';
import { addPasskey } from './add-passkey';
import { type Owner, readOwner } from './rights';
import { forgetEverything } from './session';

/** Asks somebody who has just signed in who he is, which account he wants, and offers a passkey, each where it applies. */
export async function welcome(owner: Owner, mayHavePasskey: boolean): Promise<void> {
  if (owner.asks_owner) return askForOwner();
  const present = owner.accounts.find(({ current }) => current)?.account.id;
  const account = owner.accounts.length > 1 ? await chosenAccount(owner, present) : present;
  if (mayHavePasskey) await offerPasskey();
  if (account !== present) await switchTo(account!);
}

/** Goes on in another account of the same address, without what was read of this one. */
export async function switchTo(account: string): Promise<void> {
  await consoleCall('POST', 'session/account', { account });
  forgetEverything();
}

async function chosenAccount({ accounts }: Owner, present: string | undefined): Promise<string | undefined> {
  const values = store({ account: present });
  await openForm({
    title: 'Which account?',
    action: 'Open it',
    cancelWord: 'Stay here',
    content: () =>
      html`<p>Your address is in several accounts. You can switch later under <em>Account</em>.</p>
        <fieldset class="choices">
          <legend>Accounts</legend>
          ${accounts.map(({ account: { id, name }, key }) =>
            radioButton(
              'account',
              html`<bdi>${name}</bdi> <small class="muted">as <bdi>${key.name}</bdi></small>`,
              values.account === id,
              () => {
                values.account = id;
              },
            ),
          )}
        </fieldset>`,
    submit: () => Promise.resolve(),
  }).closed;
  return values.account;
}

const offerPasskey = (): Promise<unknown> =>
  openForm({
    title: 'Sign in without a mail next time?',
    action: 'Add a passkey',
    cancelWord: 'Not now',
    content: () =>
      html`<p>
        A passkey opens the console with the fingerprint, the face or the code of your device. Under <em>Account</em> you can add one later,
        and remove it.
      </p>`,
    submit: addPasskey,
  }).closed;

/** Asks for the address of the first owner, so that he needs no terminal any more. */
export async function askForOwner(): Promise<void> {
  const values = store({ address: '', name: '' });
  let isLater = true;
  const form = openForm({
    title: 'Who are you?',
    action: 'This is me',
    cancelWord: 'Later',
    content: (faultsOf) =>
      html`<p>With your address you sign in here by a mail or a passkey, and stay signed in, without a command.</p>
        ${labelled({
          ...{ id: 'owner-address', label: 'E-mail address', maxLength: 254, faults: faultsOf('address', 'The address') },
          ...bound(values, 'address'),
        })}
        ${labelled({ id: 'owner-name', label: 'Name', maxLength: 255, faults: faultsOf('name', 'The name'), ...bound(values, 'name') })}`,
    submit: async () => {
      await consoleCall('PUT', 'owner', { address: values.address.trim(), name: values.name.trim() });
      isLater = false;
    },
  });
  await form.closed;
  if (isLater) await consoleCall('PUT', 'owner', { later: true });
  await readOwner();
}
