import { html, nothing, render, type TemplateResult } from 'lit-html';
import { store, watch } from '../store';
import { accept, type Invitation, type Outcome, signInByCode, signInByPasskey, signInByPaste } from './begin';
import { directCall } from './console-calls';
import { askForPasskey, filledInPasskey, hasPasskeys, isDeclined, type Offers } from './passkeys';
import { codeStep, invitationStep, mailStep, otherWays, shownCode } from './sign-in-steps';

export interface SignInDialog {
  signedIn: Promise<void>;
  /** Closes the dialog after a sign-in by a link in this tab. */
  close(): void;
  /** Shows why a link was refused, or the code that it has brought for another browser. */
  tell(outcome: Exclude<Outcome, 'signed in'>): void;
}

/** The state of the dialog. Its members are what is shown, and what was typed. */
export interface SignIn {
  /** Null until the service has told. */
  offers: Offers | null;
  message: string;
  /** The address to which a mail is on its way; empty before. */
  sentTo: string;
  /** The code to type in another browser; empty unless a link has brought one. */
  code: string;
  /** The invitation that a link has brought. */
  invitation: Invitation | null;
  onlyToday: boolean;
  isSending: boolean;
}

const PASSKEY = 'sign-in/passkey';
const NO_OFFERS: Offers = { mail: false, passkeys: false, passkeys_reason: null };

/** Asks somebody to sign in, in a dialog that only a sign-in closes. */
export function askToSignIn(reason = ''): SignInDialog {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  document.body.append(dialog);
  const shown = store<SignIn>({
    offers: null,
    message: reason,
    sentTo: '',
    code: '',
    invitation: null,
    onlyToday: false,
    isSending: false,
  });
  const left = new AbortController();
  let isDone = false;
  const close = () => {
    isDone = true;
    dialog.close();
  };
  const tell = (outcome: Exclude<Outcome, 'signed in'>) => {
    Object.assign(shown, { message: '', code: '', invitation: null }, 'refusal' in outcome ? { message: outcome.refusal } : outcome);
  };
  /** Runs one attempt at a time, and closes the dialog or says why it was refused. */
  const attempt = async (begin: () => Promise<Outcome>) => {
    if (shown.isSending) return;
    [shown.isSending, shown.message] = [true, ''];
    const outcome = await begin().finally(() => (shown.isSending = false));
    if (outcome === 'signed in') return close();
    tell(outcome);
    dialog.querySelector<HTMLInputElement>('form:focus-within input:not([type=checkbox])')?.select();
  };
  const acts = actsOf(shown, attempt);
  const end = watch(() => render(content(shown, acts), dialog));
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  const signedIn = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      if (!isDone) return dialog.showModal(); // browsers close it at a second Escape even if that is prevented
      left.abort();
      end();
      dialog.remove();
      resolve();
    });
  });
  dialog.showModal();
  void offered(shown).then(async () => {
    dialog.querySelector<HTMLElement>('[autofocus]')?.focus();
    if (!shown.offers?.mail || !shown.offers.passkeys) return; // the browser offers passkeys below the input of the address
    const passkey = await filledInPasskey(`${PASSKEY}/options`, left.signal);
    if (passkey) await attempt(() => signInByPasskey(passkey, shown.onlyToday));
  });
  return { signedIn, close, tell };
}

/** Reads what the service offers. Without an answer the ways remain that it always has. */
async function offered(shown: SignIn): Promise<void> {
  shown.offers = await directCall<Offers>('GET', 'sign-in').catch(() => NO_OFFERS);
}

export interface Acts {
  send: (address: string) => Promise<void>;
  enterCode: (code: string) => Promise<void>;
  paste: (text: string) => Promise<void>;
  usePasskey: () => Promise<void>;
  accept: () => Promise<void>;
  startAgain: () => void;
}

function actsOf(shown: SignIn, attempt: (begin: () => Promise<Outcome>) => Promise<void>): Acts {
  return {
    enterCode: (code) => attempt(() => signInByCode(code.replace(/\s/g, ''))),
    paste: (text) => attempt(() => signInByPaste(text)),
    usePasskey: () =>
      attempt(async () => {
        const answer = await askForPasskey(`${PASSKEY}/options`).catch((error: unknown) => error);
        if (answer instanceof Error || answer instanceof DOMException) return { refusal: whyNoPasskey(answer) };
        return signInByPasskey(answer as object, shown.onlyToday);
      }),
    accept: () => attempt(() => accept(shown.invitation!)),
    startAgain: () => Object.assign(shown, { sentTo: '', code: '', invitation: null, message: '' }),
    async send(address) {
      if (shown.isSending) return;
      [shown.isSending, shown.message] = [true, ''];
      const body = { address, ...(shown.onlyToday && { only_today: true }) };
      await directCall('POST', 'sign-in', body)
        .then(() => (shown.sentTo = address))
        .catch((error: Error) => (shown.message = error.message));
      shown.isSending = false;
    },
  };
}

const whyNoPasskey = (error: Error | DOMException): string =>
  isDeclined(error) ? 'No passkey was used. Try again, or sign in another way.' : error.message;

function content(shown: SignIn, acts: Acts): TemplateResult {
  const { offers, message } = shown;
  const step = stepOf(shown, acts);
  const isFirst = step === null;
  return html`<div class="steps-in">
    <h2 id="sign-in-title">Sign in</h2>
    ${isSecureContext ? nothing : INSECURE}
    <p class="failed" role="alert">${message}</p>
    ${step} ${isFirst && offers ? firstStep(offers, shown, acts) : nothing}
  </div>`;
}

/** The step in which somebody is after the first one; null before. */
function stepOf(shown: SignIn, acts: Acts): TemplateResult | null {
  const { code, invitation, sentTo } = shown;
  if (code) return shownCode(code, acts);
  if (invitation) return invitationStep(invitation, acts);
  return sentTo ? codeStep(shown, acts) : null;
}

const firstStep = (offers: Offers, shown: SignIn, acts: Acts): TemplateResult =>
  html`${offers.mail ? mailStep(shown, acts) : NO_MAIL}
  ${
    offers.passkeys && hasPasskeys()
      ? html`<p><button type="button" @click=${() => void acts.usePasskey()}>Use a passkey</button></p>`
      : nothing
  }
  ${otherWays(offers, acts)}`;

const NO_MAIL = html`<p class="muted">This service has no mail server, so it sends no links to sign in.</p>`;

/** Without TLS browsers do not prove that a request comes from the same page, so the service refuses the session. */
const INSECURE = html`<p class="notice failed" role="note">
  Over the network this page needs https. Until there is a certificate, open it through a tunnel:
  <code>ssh -L 3000:localhost:${location.port || '80'} ${location.hostname}</code>, then
  <code>http://localhost:3000${location.pathname}</code>
</p>`;
