import type { Request, Response } from 'express';
import { incompleteBody } from '../body/body-reader';

/**
 * Aborts when the client leaves before it has its whole answer, since nobody waits for the work any more. A client that has closed its half
 * of the connection may still wait. Only its reaction to something that is sent shows that, so it gets 102 again and again, which means
 * nothing to a client that waits and breaks the connection of one that does not. HTTP/1.0 knows no such answer, and is taken to have left.
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
