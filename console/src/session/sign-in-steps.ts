import { html, type TemplateResult } from 'lit-html';
import { checkBox } from '../elements/form/controls';
import type { Invitation } from './begin';
import type { Offers } from './passkeys';
import type { Acts, SignIn } from './sign-in';

/** The command that prints a sign-in link. */
const COMMAND = 'npm run --silent cli -- console';

/** A listener for a form with one input, whose text it passes on. */
const sending = (act: (text: string) => Promise<void>) => (event: Event) => {
  event.preventDefault();
  void act((event.target as HTMLFormElement).querySelector<HTMLInputElement>('input:not([type=checkbox])')!.value);
};

/** The first step where there is a mail server: the address, below which browsers offer passkeys. */
export const mailStep = (shown: SignIn, acts: Acts): TemplateResult =>
  html`<form @submit=${sending((text) => acts.send(text.trim()))}>
    <p class="option">
      <label for="sign-in-address">E-mail address</label>
      <input id="sign-in-address" type="email" required maxlength="254" autocomplete="username webauthn" autofocus spellcheck="false" />
    </p>
    ${checkBox(html`Only for today <small class="muted">on a computer that others use as well</small>`, shown.onlyToday, (is) => {
      shown.onlyToday = is;
    })}
    <p><button class="main-action" aria-disabled=${shown.isSending}>Send me a link</button></p>
  </form>`;

/** The second step: the code that the link of the mail shows in another browser. */
export const codeStep = ({ sentTo, isSending }: SignIn, acts: Acts): TemplateResult =>
  html`<form @submit=${sending(acts.enterCode)}>
    <p role="status">
      A mail is on its way if somebody with the address <bdi>${sentTo}</bdi> is here. Open its link within ten minutes, in this browser.
    </p>
    <p class="option">
      <label for="sign-in-code">Code</label>
      <small class="muted" id="sign-in-code-hint"
        >In another browser, such as that of your phone, the link shows six digits for this field.</small
      >
      <input
        id="sign-in-code"
        class="digits"
        required
        inputmode="numeric"
        maxlength="7"
        autocomplete="one-time-code"
        aria-describedby="sign-in-code-hint"
      />
    </p>
    <p class="bar">
      <button class="main-action" aria-disabled=${isSending}>Sign in with the code</button>
      <button type="button" @click=${acts.startAgain}>Another address</button>
    </p>
  </form>`;

/** The code for the browser that has asked, since the link was opened in another one. */
export const shownCode = (code: string, acts: Acts): TemplateResult =>
  html`<p>You have opened the link in another browser than the one that asked for it. Type this code there:</p>
    <p class="code-to-type" role="status">${code.slice(0, 3)} ${code.slice(3)}</p>
    <p class="failed">Type it only where you yourself asked to sign in. Tell it nobody: whoever has it signs in as you.</p>
    <p><button type="button" @click=${acts.startAgain}>Sign in here instead</button></p>`;

/** The question to somebody who has opened an invitation. */
export const invitationStep = ({ account, person }: Invitation, acts: Acts): TemplateResult =>
  html`<p>
      <bdi>${account.name}</bdi> invites you to its forms, as <bdi>${person.name}</bdi> with the address <bdi>${person.address}</bdi>.
    </p>
    <p class="bar">
      <button type="button" class="main-action" autofocus @click=${() => void acts.accept()}>Accept and sign in</button>
      <button type="button" @click=${acts.startAgain}>Not now</button>
    </p>`;

/** A link or a key, which are the only ways where the service sends no mails. */
export const otherWays = ({ mail }: Offers, acts: Acts): TemplateResult =>
  html`<details ?open=${!mail}>
    <summary>Other ways</summary>
    <form @submit=${sending(acts.paste)}>
      <p class="option">
        <label for="api-key">API key or link</label>
        <input
          id="api-key"
          type="password"
          required
          autocomplete="off"
          ?autofocus=${!mail}
          spellcheck="false"
          aria-describedby="api-key-note"
        />
      </p>
      <p class="muted" id="api-key-note">
        Open a link in this tab, or paste it above: one that somebody sent you, or that this command prints where the service runs:
        <code>${COMMAND}</code>
      </p>
      <p><button class=${mail ? '' : 'main-action'}>Sign in</button></p>
    </form>
  </details>`;
