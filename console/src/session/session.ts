import { confirm } from '../elements/dialog';
import { pause } from '../shell/poll';
import { isUnsaved, viewCache } from '../view';
import { signInWithSecret } from './begin';
import { connection } from './connection';
import { isRepeatable } from './repeatable.rules';
import { whyEnded } from './ended.rules';
import { known, timed } from './requests';
import type { SignInDialog } from './sign-in';

const LONGEST_PAUSE_MS = 5000;

/**
 * The `fetch` of the client. All requests wait while nobody is signed in, or until somebody has proved again who is there, and are sent
 * again, so that views need not know of sessions. Those that may be sent twice also wait while the service is away.
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
    if (answer.status === 403 && (await isProvedAgain(answer))) continue;
    if (answer.status !== 401) {
      known.usedAt = Date.now();
      return answer;
    }
    if (before === connection.signIns) await signedIn(whyEnded(known, Date.now())); // else the request is older than the last sign-in
  }
};

let proving: Promise<boolean> | null = null;

/** Asks for a proof if the service has refused a request for the lack of a fresh one. False when there is none, or it was not given. */
async function isProvedAgain(answer: Response): Promise<boolean> {
  const body = (await answer
    .clone()
    .json()
    .catch(() => null)) as { error?: { code: string; details?: { ways?: string[] } } } | null;
  const error = body?.error;
  if (error?.code !== 'fresh_proof_required') return false;
  proving ??= import('./fresh-proof').then(({ askForProof }) => askForProof(error.details?.ways ?? [])).finally(() => (proving = null));
  return proving;
}

interface Asking {
  signedIn: Promise<void>;
  dialog: Promise<SignInDialog>;
}

let asking: Asking | null = null;

/** Opens the dialog to sign in, once for all waiting requests. */
function signedIn(reason = ''): Promise<void> {
  if (!asking) {
    const dialog = signInDialog().then(({ askToSignIn }) => askToSignIn(reason));
    asking = { dialog, signedIn: dialog.then((shown) => shown.signedIn) };
    const done = () => (asking = null);
    asking.signedIn.then(done, done);
  }
  return asking.signedIn;
}

/** The script of the dialog, which the page loads soon after its start, since an upgrade of the service would take it away. */
export const signInDialog = () => import('./sign-in');

/** Signs in with the secret of a link, also while the dialog is open. Opens the dialog if the link is used up, or shows the code of it. */
export async function signInByLink(secret: string): Promise<void> {
  const outcome = await signInWithSecret(secret);
  if (outcome === 'signed in') return (await asking?.dialog)?.close();
  const isDone = asking ? undefined : signedIn();
  (await asking?.dialog)?.tell(outcome);
  return isDone;
}

/** Ends the session and forgets everything that was read or typed, which the next person must not see. */
export async function signOut(): Promise<void> {
  if (isUnsaved() && !(await confirm(LOSS))) return;
  await timed('console/session', { method: 'DELETE' });
  forgetEverything();
}

/** Opens the page anew, without what it has read. */
export function forgetEverything(): void {
  viewCache.clear();
  history.replaceState(null, '', location.pathname);
  location.reload();
}

const LOSS = { title: 'Sign out?', text: 'What you typed and did not save is lost.', action: 'Sign out' };
