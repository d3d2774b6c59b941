import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { ApiError, notFound } from '../errors/api-error';
import { operationContextOf } from './request-context';
import { requireRights } from './scope.guard';

/**
 * Throws what the guards of a long operation would throw now: the key or session has ended, a right was removed, or the resource is gone.
 * Reads the database instead of the caches of the process.
 */
export async function requireStillAllowed(request: Request): Promise<void> {
  const { operation, callerNow, resolver } = operationContextOf(request);
  const caller = await callerNow();
  requireRights(caller, operation);
  if (resolver && !(await resolver.find(caller, request.params as Record<string, string>))) throw notFound();
}

/**
 * Streams a body to a client, and repeatedly calls `check`, which throws an `ApiError` when the client may no longer read the body. Then,
 * or when the content fails, the connection is reset, so that no client takes a part for the whole. A client may disconnect at any time.
 */
export async function sendWhileAllowed(content: Readable, response: Response, check: () => Promise<void>): Promise<void> {
  const watch = new AbortController();
  response.setTimeout(STALL_TIMEOUT_MS);
  content.once('error', () => cut(response)); // before the pipeline destroys the connection without a reset
  void endWithRight(check, watch, response);
  try {
    await pipeline(content, response, { signal: watch.signal });
  } catch (error) {
    if (watch.signal.aborted) throw watch.signal.reason;
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  } finally {
    watch.abort();
  }
}

/**
 * Aborts and resets the connection when the check refuses, so that a slow client gets nothing more of the buffered data. An outage of the
 * database does not end the transfer.
 */
async function endWithRight(check: () => Promise<void>, watch: AbortController, response: Response): Promise<void> {
  const { signal } = watch;
  const end = (error: unknown): void => {
    if (signal.aborted || !(error instanceof ApiError)) return;
    cut(response);
    watch.abort(error);
  };
  while (!signal.aborted) await pause(CHECK_MS, undefined, { ref: false, signal }).then(check).catch(end);
}

/** Resets the connection. HTTP/1.0 clients, such as many proxies, take any other end of the connection for the end of the body. */
const cut = (response: Response): void => void response.socket?.resetAndDestroy();

/** The interval of the checks, so that an answer ends within five seconds after its key. */
const CHECK_MS = 2_000;

/**
 * A client that takes no bytes for this time is disconnected. The time is longer than for other answers, since a slow client behind a proxy
 * may show progress only once in a megabyte, and little of a large file is in the memory of the process.
 */
const STALL_TIMEOUT_MS = 60_000;
