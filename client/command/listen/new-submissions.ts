import { setTimeout as pause } from 'node:timers/promises';
import type { ChangedSubmission, Client } from '../../src/index.js';

const POLL_MS = 2000;
const PAGE_SIZE = 200;

/** A place in the feed of changes, which every page moves on. */
export interface FeedPlace {
  cursor: string;
  /** The latest of all submissions before the start: what was received, released or confirmed later is new. Empty for none. */
  latest: string;
}

/** The end of the feed. */
export async function endOfFeed(client: Client, form: string, signal: AbortSignal): Promise<FeedPlace> {
  const { meta } = await client.listChanges({ path: { form }, query: { limit: 0 } }, { signal });
  const { data } = await client.listSubmissions({ path: { form }, query: { limit: 1, imported: false } }, { signal });
  return { cursor: meta.next_cursor, latest: data[0]?.received_at ?? '' };
}

/**
 * Follows the feed of a form until the signal: yields each submission that is accepted from the place on, once. A submission that is in
 * quarantine is yielded when it is released; marks and corrections of those that were there before are not.
 */
export async function* newSubmissions(
  client: Client,
  form: string,
  place: FeedPlace,
  signal: AbortSignal,
): AsyncGenerator<ChangedSubmission> {
  const known = new Set<string>();
  for (;;) {
    const query = { after: place.cursor, limit: PAGE_SIZE, imported: false };
    const { data, meta } = await client.listChanges({ path: { form }, query }, { signal });
    for (const { submission } of data) {
      if (!submission || known.has(submission.id) || !isAccepted(submission) || acceptedAt(submission) <= place.latest) continue;
      known.add(submission.id);
      yield submission;
    }
    place.cursor = meta.next_cursor;
    if (!meta.has_more) await pause(POLL_MS, undefined, { signal });
  }
}

const isAccepted = ({ state = 'accepted' }: ChangedSubmission): boolean => state === 'accepted';

/** Times of the service are in UTC and of one length, so that they can be compared as texts. */
const acceptedAt = ({ received_at: received, released_at: released, address_confirmed_at: confirmed }: ChangedSubmission): string =>
  [received, released ?? '', confirmed ?? ''].sort().at(-1)!;
