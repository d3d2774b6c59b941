import { html, nothing, render } from 'lit-html';

/** The command that prints a sign-in link. */
const COMMAND = 'npm run --silent cli -- console';

export interface SignInDialog {
  signedIn: Promise<void>;
  /** Closes the dialog after a sign-in by a link in this tab. */
  close(): void;
  /** Shows why a link was refused. */
  tell(refusal: string): void;
}

/** Asks for a key or a link in a dialog that only a sign-in closes. `signIn` resolves with the reason of a refusal, or null. */
export function askToSignIn(signIn: (pasted: string) => Promise<string | null>, reason = ''): SignInDialog {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  document.body.append(dialog);
  let isDone = false;
  const close = () => {
    isDone = true;
    dialog.close();
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const input = dialog.querySelector('input')!;
    const refusal = await signIn(input.value);
    if (!refusal) return close();
    tell(refusal);
    input.select();
  };
  const tell = (message: string) =>
    render(
      html`<form @submit=${submit}>
        <h2 id="sign-in-title">Sign in</h2>
        ${isSecureContext ? nothing : INSECURE}
        <p class="failed" role="alert">${message}</p>
        <p class="option">
          <label for="api-key">API key</label>
          <input id="api-key" type="password" required autocomplete="off" autofocus spellcheck="false" aria-describedby="api-key-note" />
        </p>
        <p class="muted" id="api-key-note">
          Or open a link in this tab, or paste it above: one that somebody sent you, or that this command prints where the service runs:
          <code>${COMMAND}</code>
        </p>
        <p><button class="main-action">Sign in</button></p>
      </form>`,
      dialog,
    );
  tell(reason);
  dialog.addEventListener('cancel', (event) => event.preventDefault());
  const signedIn = new Promise<void>((resolve) => {
    dialog.addEventListener('close', () => {
      if (!isDone) return dialog.showModal(); // browsers close it at a second Escape even if that is prevented
      dialog.remove();
      resolve();
    });
  });
  dialog.showModal();
  return { signedIn, close, tell };
}

/** Without TLS browsers do not prove that a request comes from the same page, so the service refuses the session. */
const INSECURE = html`<p class="notice failed" role="note">
  Over the network this page needs https. Until there is a certificate, open it through a tunnel:
  <code>ssh -L 3000:localhost:${location.port || '80'} ${location.hostname}</code>, then
  <code>http://localhost:3000${location.pathname}</code>
</p>`;
