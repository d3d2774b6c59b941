import { confirm } from '../elements/dialog';
import { pause } from '../shell/poll';
import { isUnsaved, viewCache } from '../view';
import { credentialIn, type Credential } from './credential.rules';
import { connection } from './connection';
import { isRepeatable } from './repeatable.rules';
import { whyEnded, type KnownSession } from './ended.rules';
import { keepProof, proven } from './proof';
import { askToSignIn, type SignInDialog } from './sign-in';

const TIME_LIMIT_MS = 30_000;
const FILE_TIME_LIMIT_MS = 30 * 60_000;

const known: KnownSession = { endsAt: null, usedAt: 0 };

/** Notes the end of the session, so that the page can explain later why it ended. */
export function sessionEndsAt(iso: string): void {
  known.endsAt = Date.parse(iso);
}

const LONGEST_PAUSE_MS = 5000;

/**
 * The `fetch` of the client. All requests wait while nobody is signed in, and are sent again, so that views need not know of sessions. Those
 * that may be sent twice also wait while the service is away.
 */
export const patientFetch: typeof fetch = async (input, init = {}) => {
  const isPatient = typeof input === 'string' && isRepeatable(init.method, input);
  for (let failures = 0; ;) {
    await asking?.signedIn;
    init.signal?.throwIfAborted();
    const before = connection.signIns;
    const answer = await timed(input, init).catch((error: unknown) => {
      if (!isPatient || init.signal?.aborted) throw error;
    });
    if (!answer || (isPatient && answer.status >= 502)) {
      connection.repeats += 1;
      await pause(Math.min(500 * 2 ** failures++, LONGEST_PAUSE_MS), init.signal ?? new AbortController().signal);
      continue;
    }
    if (answer.status !== 401) {
      known.usedAt = Date.now();
      return answer;
    }
    if (before === connection.signIns) await signedIn(whyEnded(known, Date.now())); // else the request is older than the last sign-in
  }
};

/** Limits the time of one request. The time of a sign-in does not count. */
async function timed(input: RequestInfo | URL, init: RequestInit): Promise<Response> {
  const limit = init.body instanceof Blob ? FILE_TIME_LIMIT_MS : TIME_LIMIT_MS;
  const signals = [AbortSignal.timeout(limit), init.signal].filter((signal) => signal instanceof AbortSignal);
  try {
    const answer = await fetch(input, { ...init, headers: proven(init.headers), signal: AbortSignal.any(signals) });
    connection.isLost = answer.status >= 502;
    return answer;
  } catch (error) {
    if (!init.signal?.aborted) connection.isLost = true;
    throw error;
  }
}

let asking: SignInDialog | null = null;

/** Asks for a key or a link in a dialog, once for all waiting requests. */
function signedIn(reason?: string): Promise<void> {
  if (!asking) {
    asking = askToSignIn(signInByPaste, reason);
    void asking.signedIn.then(() => (asking = null));
  }
  return asking.signedIn;
}

/** Signs in with the secret of a link, also while the dialog is open. Opens the dialog if the link is used up. */
export async function signInByLink(secret: string): Promise<void> {
  const refusal = await begin({ secret });
  if (!refusal) return asking?.close();
  if (!asking) return signedIn(refusal);
  asking.tell(refusal);
}

async function signInByPaste(text: string): Promise<string | null> {
  const credential = credentialIn(text, location.href);
  if ('elsewhere' in credential) return `This link is of another service. Open it there: ${credential.elsewhere}`;
  return begin(credential);
}

/** Ends the session and forgets everything that was read or typed, which the next person must not see. */
export async function signOut(): Promise<void> {
  if (isUnsaved() && !(await confirm(LOSS))) return;
  await timed('console/session', { method: 'DELETE' });
  viewCache.clear();
  history.replaceState(null, '', location.pathname);
  location.reload();
}

const LOSS = { title: 'Sign out?', text: 'What you typed and did not save is lost.', action: 'Sign out' };

/** Resolves with the reason of a refusal in words, or with null. */
async function begin(credential: Credential): Promise<string | null> {
  try {
    const headers = { 'content-type': 'application/json' };
    const answer = await timed('console/session', { method: 'POST', headers, body: JSON.stringify(credential) });
    const body = (await answer.json()) as { data: { expires_at: string } } & { error: { message: string } };
    if (answer.status === 401) return 'key' in credential ? UNKNOWN_KEY : whyNoLink(body.error.message);
    if (!answer.ok) return body.error.message;
    keepProof(answer);
    sessionEndsAt(body.data.expires_at);
    known.usedAt = Date.now();
    connection.signIns += 1;
    return null;
  } catch {
    return 'The service does not answer. Try again in a moment.';
  }
}

/** Drops the part of the message that names the command for a new link, since the dialog shows it. */
const whyNoLink = (message: string): string =>
  message.includes('another service')
    ? 'This link is of another service, or of another database.'
    : 'This link was used before, or has ended.';
const UNKNOWN_KEY = 'This key is not known, or it was revoked or has expired.';
