import type { Request, Response } from 'express';
import { incompleteBody } from '../body/body-reader';

/**
 * Aborts when the client disconnects before it has its whole answer. A client that has closed only its half of the connection may wait.
 * Therefore it gets 102 repeatedly, which a waiting client ignores, and which breaks the connection of a client that has left. HTTP/1.0 has
 * no 102, so a client that uses it counts as gone.
 */
export function untilGone(request: Request, response: Response): AbortSignal {
  const gone = new AbortController();
  const leave = (): void => gone.abort(incompleteBody());
  let probing: NodeJS.Timeout | undefined;
  const probe = (): void => void (response.headersSent || response.writeProcessing());
  const atEnd = (): void => {
    if (request.httpVersion === '1.0') leave();
    else probing = setInterval(probe, PROBE_MS);
  };
  request.socket.once('end', atEnd);
  response.once('close', () => {
    clearInterval(probing);
    request.socket.off('end', atEnd);
    if (!response.writableFinished) leave();
  });
  if (response.destroyed) leave();
  else if (request.socket.readableEnded) atEnd();
  return gone.signal;
}

const PROBE_MS = 200;
