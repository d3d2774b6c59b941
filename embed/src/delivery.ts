import { hearFromOtherTabs, tellOtherTabs, storeLocked, withLock } from './tab-lock';
import { isForbidden, watchPolicy, send, sizeOf } from './send';
import { databaseQueue, memoryQueue, type Queue } from './queue';
import type { Outcome, StoredSubmission } from './submission.types';
import { textsFor } from './texts';

/** Gets the outcome of a submission that had been waiting. */
export type Report = (submission: StoredSubmission, outcome: Outcome) => void;

const memory = memoryQueue();
const MAX_STORED_BYTES = 25 * 1024 * 1024;
const MAX_AGE_MS = 30 * 24 * 3600 * 1000;
const FIRST_BACKOFF_MS = 1000;
const LONGEST_BACKOFF_MS = 5 * 60_000;
/** The minimum leaves time for another tab that may be sending already. */
const SHORTEST_TIMER_MS = 500;
const LONGEST_TIMER_MS = 3600_000;

/** Stores and sends a submission. `isDurable` is true if it outlives the tab while unsent. The outcomes of later attempts are reported. */
export async function deliver(submission: StoredSubmission, report: Report): Promise<{ outcome: Outcome; isDurable: boolean }> {
  if (sizeOf(submission.fields) <= MAX_STORED_BYTES) {
    try {
      const outcome = await storeLocked(databaseQueue, submission, (stored) => attemptFirst(databaseQueue, stored, report));
      return { outcome, isDurable: true };
    } catch {
      // The browser has no database for this page, or no room in it.
    }
  }
  const outcome = await storeLocked(memory, submission, (stored) => attemptFirst(memory, stored, report));
  return { outcome, isDurable: false };
}

/** Sends the waiting submissions: now, when the network returns, when the page is shown again, and when a backoff ends. */
export function deliverWaiting(report: Report): void {
  watchPolicy();
  const sendNow = () => void sendDue(report, true);
  addEventListener('online', sendNow);
  addEventListener('pageshow', ({ persisted }) => persisted && sendNow());
  addEventListener(POSTPONED, () => void schedule(report));
  sendNow();
}

/** The event, within the page, of a submission that waits for its next attempt. */
const POSTPONED = 'form-submission-postponed';

let running: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Runs one round at a time. A round that is requested meanwhile follows, since the network may have returned in between. */
async function sendDue(report: Report, isWoken: boolean): Promise<void> {
  await running;
  running ??= sendRound(report, isWoken).finally(() => (running = undefined));
  await running;
}

async function sendRound(report: Report, isWoken: boolean): Promise<void> {
  for (const [queue, submission] of await waiting()) {
    const now = Date.now();
    if (now < submission.notBefore || (!isWoken && now < submission.dueAt)) continue;
    await withLock(queue, submission.key, async (current) => report(current, await attempt(queue, current))).catch(() => undefined);
  }
  await schedule(report);
}

async function waiting(): Promise<[Queue, StoredSubmission][]> {
  const stored = await Promise.all(
    [databaseQueue, memory].map(async (queue) => {
      const submissions = await queue.all().catch(() => []);
      return submissions.map((submission): [Queue, StoredSubmission] => [queue, submission]);
    }),
  );
  return stored.flat().sort(([, one], [, other]) => one.createdAt - other.createdAt);
}

/** Drops a submission that this page can never send. Starts to listen before another tab can take a submission that waits. */
async function attemptFirst(queue: Queue, submission: StoredSubmission, report: Report): Promise<Outcome> {
  const { key, endpoint, language } = submission;
  const outcome = await attempt(queue, submission);
  if (outcome.kind !== 'unsent') return outcome;
  if (isForbidden(endpoint)) {
    await queue.remove(key).catch(() => undefined);
    // eslint-disable-next-line no-console -- the author of the page reads it
    console.error(`The form was not sent: the Content-Security-Policy of this page does not allow ${endpoint} in connect-src.`);
    return { kind: 'refused', status: 0, error: { ...FORBIDDEN, message: textsFor(language).forbidden } };
  }
  if (queue.isDurable) hearFromOtherTabs(key, (told) => report(submission, told));
  return outcome;
}

const FORBIDDEN = { code: 'forbidden_by_page', details: {} };

/** If the answer cannot be stored, the submission stays in the queue, where its idempotency key makes the next attempt harmless. */
async function attempt(queue: Queue, submission: StoredSubmission): Promise<Outcome> {
  const { key, attempts, createdAt } = submission;
  const outcome = Date.now() - createdAt > MAX_AGE_MS ? EXPIRED : await send(submission);
  const noted = outcome.kind === 'unsent' ? queue.update(key, () => postponed(attempts, outcome.retryAfterMs)) : queue.remove(key);
  await noted.catch(() => undefined);
  if (outcome.kind === 'unsent') dispatchEvent(new Event(POSTPONED));
  else tellOtherTabs(key, outcome);
  return outcome;
}

const EXPIRED: Outcome = {
  kind: 'refused',
  status: 0,
  error: { code: 'expired', message: 'It could not be sent for 30 days.', details: {} },
};

function postponed(attempts: number, retryAfterMs: number): Partial<StoredSubmission> {
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** attempts, LONGEST_BACKOFF_MS) * (1 + Math.random()) * 0.5;
  const now = Date.now();
  return { attempts: attempts + 1, dueAt: now + backoffMs, notBefore: now + retryAfterMs, leasedUntil: 0 };
}

async function schedule(report: Report): Promise<void> {
  const times = (await waiting()).map(([, { dueAt, notBefore, leasedUntil }]) => Math.max(dueAt, notBefore, leasedUntil));
  clearTimeout(timer);
  if (times.length === 0) return;
  const pauseMs = Math.min(...times) - Date.now();
  timer = setTimeout(() => void sendDue(report, false), Math.min(Math.max(pauseMs, SHORTEST_TIMER_MS), LONGEST_TIMER_MS));
}
