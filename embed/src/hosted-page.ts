import { answerText, type Challenge, FRESH_MS } from './challenge.types';
import { getJson } from './form-schemas';
import { solve } from './solve';

/**
 * Solves the challenge of a hosted page after the first focus in its form, and holds the submission back until then. A form without a
 * solution is sent as well, and the service answers what to do.
 */
export function serveHostedPage(): void {
  const form = document.querySelector<HTMLFormElement>('form[data-form-challenge]');
  if (!form) return;
  const input = document.createElement('input');
  input.type = 'hidden';
  input.name = '_altcha';
  HTMLFormElement.prototype.append.call(form, input);
  const address = form.dataset.formChallenge!;
  let solved: Promise<void> | undefined;
  let startedAt = 0;
  let isReady = false;

  const start = (): Promise<void> => {
    if (solved && performance.now() - startedAt < FRESH_MS) return solved;
    startedAt = performance.now();
    isReady = false;
    return (solved = answerTo(address).then((text) => {
      input.value = text;
      isReady = true;
    }));
  };

  form.addEventListener('focusin', () => void start());
  form.addEventListener('submit', (event) => {
    const pending = start();
    if (isReady) return;
    event.preventDefault();
    if (form.getAttribute('aria-busy') === 'true') return;
    form.setAttribute('aria-busy', 'true');
    const sendAgain = () => {
      form.removeAttribute('aria-busy');
      HTMLFormElement.prototype.requestSubmit.call(form, event.submitter);
    };
    void pending.then(() => setTimeout(sendAgain)); // browsers ignore a submission before the current event has ended
  });
  // A page from the cache for Back has sent its solution already.
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) solved = undefined;
  });
}

async function answerTo(address: string): Promise<string> {
  try {
    const { status, body } = await getJson(address);
    if (status !== 200) return '';
    const challenge = body as Challenge;
    return answerText({ challenge, solution: await solve(challenge) });
  } catch {
    return '';
  }
}
