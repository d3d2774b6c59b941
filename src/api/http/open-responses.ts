import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { uncompressedBytesOf } from '../answer/compression';

interface Responses {
  /** The responses that are not sent yet: several when the client sends requests without waiting for answers. */
  open: Set<ServerResponse>;
  /** Removed at the end of its request, so that an idle connection does not keep both in memory. */
  latest: ServerResponse | undefined;
  closed?: () => void;
}

const responsesOf = new WeakMap<Socket, Responses>();

/** The responses of a connection that the operating system has not taken as a whole, in their order, and the latest one. */
export const openResponses = (socket: Socket): Partial<Readonly<Responses>> => responsesOf.get(socket) ?? {};

/** Tracks a response until the operating system has taken all of its bytes, or until its connection has ended. */
export function trackResponse(request: IncomingMessage, response: ServerResponse): void {
  const { socket } = request;
  const responses = responsesOf.get(socket) ?? { open: new Set(), latest: undefined };
  responses.open.add(response);
  responses.latest = response;
  responsesOf.set(socket, responses);
  response.once('close', () => {
    responses.open.delete(response);
    if (responses.latest === response && request.complete) responses.latest = undefined;
    responses.closed?.();
  });
}

/** Calls `act` whenever an open response of a connection is closed. The connection has to have an open response already. */
export function onClosed(socket: Socket, act: () => void): void {
  const responses = responsesOf.get(socket);
  if (responses) responses.closed = act;
}

/** True while the operating system has not taken all of an answer of this connection. */
export const isAnswering = (socket: Socket): boolean => (responsesOf.get(socket)?.open.size ?? 0) > 0;

/** The bytes of answers that the process keeps in memory until the client reads them. */
export function unreadBytesOf(socket: Socket): number {
  let bytes = 0;
  for (const response of responsesOf.get(socket)?.open ?? []) bytes += response.writableLength + uncompressedBytesOf(response);
  return bytes;
}
