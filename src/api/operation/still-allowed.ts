import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { ApiError, notFound } from '../errors/api-error';
import { operationContextOf } from './request-context';
import { requireRights } from './scope.guard';

/**
 * For an operation that lasts. Throws what its guards would throw at this moment: when the key or session has ended, a right is lost, or
 * the resource is gone. The database is asked, and not the memory of the process.
 */
export async function requireStillAllowed(request: Request): Promise<void> {
  const { operation, callerNow, resolver } = operationContextOf(request);
  const caller = await callerNow();
  requireRights(caller, operation);
  if (resolver && !(await resolver.find(caller, request.params as Record<string, string>))) throw notFound();
}

/**
 * Sends a body at the pace of its reader, whose right to read it is checked from time to time: `check` throws an `ApiError` once the right
 * has ended. A failure of the content or the end of the right resets the connection, so that a part is never taken for the whole. A reader
 * that leaves is no failure. The server disconnects one that takes nothing any more.
 */
export async function sendWhileAllowed(content: Readable, response: Response, check: () => Promise<void>): Promise<void> {
  const watch = new AbortController();
  response.setTimeout(STALL_TIMEOUT_MS);
  content.once('error', () => cut(response)); // before the pipeline ends the connection in its way
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
 * Aborts once the check refuses, and resets the connection, so that a slow reader gets nothing more of what waits to be sent. An outage of
 * the database refuses nothing.
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

/** Resets the connection. Readers by HTTP/1.0, such as many proxies, take any other end of it for that of the whole body. */
const cut = (response: Response): void => void response.socket?.resetAndDestroy();

/** Short enough that an answer ends within five seconds of its key. */
const CHECK_MS = 2_000;

/**
 * A reader that takes no bytes for this time is disconnected. It is longer than for other answers: of a great file, the system shows only
 * once in a megabyte or more that a slow reader behind a proxy has gone on, and little of it waits in the memory of the process.
 */
const STALL_TIMEOUT_MS = 60_000;
