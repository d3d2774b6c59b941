import { html, nothing, render } from 'lit-html';

/** Prints a link that signs in. */
const COMMAND = 'npm run --silent cli -- console';

/**
 * Asks for an API key in a dialog over the page, whose view stays with what was typed. `signIn` resolves with the reason of a refusal.
 * Resolves once somebody has signed in; the dialog cannot be left otherwise.
 */
export function askToSignIn(signIn: (key: string) => Promise<string | null>, reason = ''): Promise<void> {
  const dialog = document.createElement('dialog');
  dialog.className = 'sign-in';
  dialog.setAttribute('aria-labelledby', 'sign-in-title');
  document.body.append(dialog);
  let isDone = false;
  return new Promise((resolve) => {
    const submit = async (event: Event) => {
      event.preventDefault();
      const input = dialog.querySelector('input')!;
      const refusal = await signIn(input.value.trim());
      if (refusal) {
        draw(refusal);
        return input.select();
      }
      isDone = true;
      dialog.close();
    };
    const draw = (message: string) =>
      render(
        html`<form @submit=${submit}>
          <h2 id="sign-in-title">Sign in</h2>
          ${isSecureContext ? nothing : INSECURE}
          <p class="failed" role="alert">${message}</p>
          <p class="option">
            <label for="api-key">API key</label>
            <input id="api-key" type="password" required autocomplete="off" autofocus spellcheck="false" />
          </p>
          <p class="muted">Or open the link that this command prints where the service runs: <code>${COMMAND}</code></p>
          <p><button class="main-action">Sign in</button></p>
        </form>`,
        dialog,
      );
    draw(reason);
    dialog.addEventListener('cancel', (event) => event.preventDefault());
    dialog.addEventListener('close', () => {
      if (!isDone) return dialog.showModal(); // a second Escape closes it, whatever is prevented
      dialog.remove();
      resolve();
    });
    dialog.showModal();
  });
}

/** Without TLS browsers do not tell the service that a request comes from its own page, and it refuses the session. */
const INSECURE = html`<p class="notice failed" role="note">
  Over the network this page needs https. Until there is a certificate, open it through a tunnel:
  <code>ssh -L 3000:localhost:${location.port || '80'} ${location.hostname}</code>, then
  <code>http://localhost:3000${location.pathname}</code>
</p>`;
