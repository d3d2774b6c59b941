import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { uncompressedBytesOf } from '../answer/compression';

interface Responses {
  /** Responses that are not sent yet: several when the client does not wait for them. */
  open: Set<ServerResponse>;
  /** It is not kept after the end of its request, since an idle connection would hold all that belongs to both. */
  latest: ServerResponse | undefined;
  closed?: () => void;
}

const responsesOf = new WeakMap<Socket, Responses>();

/** The responses of a connection that have not been handed to the system as a whole, in their order, and the latest one. */
export const openResponses = (socket: Socket): Partial<Readonly<Responses>> => responsesOf.get(socket) ?? {};

/** Remembers a response until it has been handed to the system as a whole, or its connection has ended. */
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

/** Does something whenever one of the responses of a connection, which has open ones, is no longer open. */
export function onClosed(socket: Socket, act: () => void): void {
  const responses = responsesOf.get(socket);
  if (responses) responses.closed = act;
}

/** True while an answer is open that has not been handed to the system as a whole. */
export const isAnswering = (socket: Socket): boolean => (responsesOf.get(socket)?.open.size ?? 0) > 0;

/** The bytes of answers that a process keeps until the client of a connection reads them. */
export function unreadBytesOf(socket: Socket): number {
  let bytes = 0;
  for (const response of responsesOf.get(socket)?.open ?? []) bytes += response.writableLength + uncompressedBytesOf(response);
  return bytes;
}
