import type { Queue } from './queue';
import type { StoredSubmission, Outcome } from './submission.types';

type Work<Result> = (submission: StoredSubmission) => Promise<Result>;

/** Stores a submission so that no other tab takes it first. Pages without TLS have no Web Locks and renew a lease in the queue instead. */
export async function storeLocked<Result>(queue: Queue, submission: StoredSubmission, work: Work<Result>): Promise<Result> {
  const locks = locksFor(queue);
  if (!locks) {
    const leased = { ...submission, leasedUntil: Date.now() + LEASE_MS };
    await queue.put(leased);
    return whileRenewed(queue, leased, work);
  }
  return locks.request(LOCK + submission.key, async () => {
    await queue.put(submission);
    return work(submission);
  });
}

/** Works on the current version of a stored submission, unless the submission is gone or another tab is working on it. */
export async function withLock(queue: Queue, key: string, work: Work<void>): Promise<void> {
  const locks = locksFor(queue);
  if (!locks) {
    const leased = await queue.update(key, ({ leasedUntil }) =>
      leasedUntil <= Date.now() ? { leasedUntil: Date.now() + LEASE_MS } : null,
    );
    if (leased) await whileRenewed(queue, leased, work);
    return;
  }
  await locks.request(LOCK + key, { ifAvailable: true }, async (lock) => {
    const current = lock && (await queue.update(key, () => ({})));
    if (current) await work(current);
  });
}

const LOCK = 'form-submission:';
const LEASE_MS = 10_000;
const RENEWAL_MS = 3_000;

/** Only the database is shared by tabs, and only secure contexts have Web Locks, contrary to the type of `navigator.locks`. */
const locksFor = (queue: Queue): LockManager | undefined => (queue.isDurable ? navigator.locks : undefined);

async function whileRenewed<Result>(queue: Queue, submission: StoredSubmission, work: Work<Result>): Promise<Result> {
  const renew = () => queue.update(submission.key, () => ({ leasedUntil: Date.now() + LEASE_MS }));
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEWAL_MS);
  try {
    return await work(submission);
  } finally {
    clearInterval(renewal);
  }
}

const listening = new Map<string, BroadcastChannel>();

/** Gets the outcome from the tab that sends. The channel is open only meanwhile, since it may keep the page out of the cache for Back. */
export function hearFromOtherTabs(key: string, hear: (outcome: Outcome) => void): void {
  const channel = channelOf(key);
  if (!channel) return;
  listening.set(key, channel);
  channel.onmessage = ({ data }: MessageEvent<Outcome>) => {
    stopListening(key);
    hear(data);
  };
}

/** Tells the outcome to the tab in which the visitor sent the submission. */
export function tellOtherTabs(key: string, outcome: Outcome): void {
  stopListening(key);
  const channel = channelOf(key);
  channel?.postMessage(outcome);
  channel?.close();
}

function stopListening(key: string): void {
  listening.get(key)?.close();
  listening.delete(key);
}

/** Undefined if the browser does not support channels or forbids them. */
function channelOf(key: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(`form-submission:${key}`);
  } catch {
    return undefined;
  }
}
