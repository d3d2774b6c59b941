import type { Queue } from './queue';
import type { StoredSubmission } from './submission.types';

/** Sends what a tab has for itself. */
type Work<Result> = (submission: StoredSubmission) => Promise<Result>;

/**
 * Stores a new submission so that no other tab takes it before this one has sent it. Web Locks end with the tab; where a page has none,
 * since it came without TLS, a short lease in the queue is renewed instead.
 */
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

/** Works on a stored submission, as it is now, unless it is gone or another tab works on it. */
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

/** Other tabs see the database only, and Web Locks exist in secure contexts only, which the types do not tell. */
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
