import { confirm } from '../parts/dialog';
import { store } from '../store';
import { isUnsaved, viewCache } from '../view';
import { askToSignIn } from './sign-in';

const TIME_LIMIT_MS = 30_000;
/** Of a request that sends a file. */
const FILE_TIME_LIMIT_MS = 30 * 60_000;

/** Whether the last request reached the service. */
export const connection = store({ isLost: false });

/**
 * For the client: a request that is refused for want of a session waits until somebody has signed in and is sent again, so that views
 * need not know of sessions. None is sent meanwhile.
 */
export const patientFetch: typeof fetch = async (input, init = {}) => {
  for (;;) {
    await asking;
    init.signal?.throwIfAborted();
    const before = signIns;
    const answer = await timed(input, init);
    if (answer.status !== 401) return answer;
    if (before === signIns) await signedIn(); // else it was sent before somebody signed in
  }
};

/** The time limit is that of one request: the time until somebody has signed in does not count. */
async function timed(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const limit = init.body instanceof Blob ? FILE_TIME_LIMIT_MS : TIME_LIMIT_MS;
  const signals = [AbortSignal.timeout(limit), init.signal].filter((signal) => signal instanceof AbortSignal);
  try {
    const answer = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
    connection.isLost = answer.status >= 502;
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) connection.isLost = true;
    throw error;
  }
}

let asking: Promise<void> | null = null;
let signIns = 0;

/** Asks for a key over the view, once for all requests that wait. */
function signedIn(reason?: string): Promise<void> {
  asking ??= askToSignIn((key) => begin({ key }), reason).finally(() => (asking = null));
  return asking;
}

/** Signs in with the secret of a link, or asks for a key when the link is used up. */
export async function signInByLink(secret: string): Promise<void> {
  const refusal = await begin({ secret });
  if (refusal) await signedIn('This link was used before, or is older than ten minutes.');
}

/** Ends the session, and forgets all that the page has read, and what was typed, which the next person must not see. */
export async function signOut(): Promise<void> {
  if (isUnsaved() && !(await confirm(LOSS))) return;
  await timed('console/session', { method: 'DELETE' });
  viewCache.clear();
  history.replaceState(null, '', location.pathname);
  location.reload();
}

const LOSS = { title: 'Sign out?', text: 'What you typed and did not save is lost.', action: 'Sign out' };

/** Resolves with why it was refused, in words, or with null. */
async function begin(credential: { key: string } | { secret: string }): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await timed('console/session', { method: 'POST', headers, body: JSON.stringify(credential) });
    if (answer.ok) signIns += 1;
    if (answer.ok) return null;
    if (answer.status === 401) return 'This key is not known, or it was revoked or has expired.';
    const { error } = (await answer.json()) as { error: { message: string } };
    return error.message;
  } catch {
    return 'The service does not answer. Try again in a moment.';
  }
}
