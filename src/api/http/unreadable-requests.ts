import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { ApiError, type ErrorCode } from '../errors/api-error';
import { errorBody } from './error.filter';
import { newRequestId, SECURITY_HEADERS } from './request.middleware';
import { endWithUnreadBody } from '../body/body-reader';
import { openResponses, trackResponse } from './open-responses';

/**
 * Sends the usual error body for data that Node's parser refuses. Earlier complete requests are answered first, since they may have been
 * executed already. A request that was answered before the end of its body gets no second answer, which a proxy would take for the answer
 * to the next request.
 */
export function answerUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
  const { open, latest } = openResponses(socket);
  if (latest?.headersSent && !latest.req.complete) return afterwards(latest, () => socket.end());
  const failure = new ApiError(UNREADABLE[error.code ?? ''] ?? 'malformed_request');
  const last = [...(open ?? [])].filter(({ req }) => req.complete).at(-1);
  if (!last) return refuse(socket, failure);
  if (waiting.has(socket)) return; // the parser reports later data as well
  waiting.add(socket);
  afterwards(last, () => (socket.writable ? refuse(socket, failure) : socket.destroy()));
}

const waiting = new WeakSet<Socket>();

function afterwards(response: ServerResponse, act: () => void): void {
  if (response.writableFinished) act();
  else response.once('close', act);
}

const UNREADABLE: Record<string, ErrorCode> = { HPE_HEADER_OVERFLOW: 'headers_too_large', ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout' };

/** Answers a request whose absolute address Express cannot parse. Express would call no middleware for it and send an HTML page. */
export function answerUnparsed(response: ServerResponse): void {
  const failure = new ApiError('malformed_request', { message: 'The address is not valid.' });
  const { headers, body } = refusalOf(failure);
  response.writeHead(failure.status, { ...headers, Connection: 'close' }).end(body);
}

/**
 * Refuses a request before anything of it is read. Pages of any origin may read the refusal, since the form is not known. All of it except
 * the request id is formatted beforehand, since an overloaded process sends thousands of refusals a second.
 */
export function answerOverloaded(response: ServerResponse, { headers, body }: OverloadedAnswer): void {
  const requestId = newRequestId();
  response.writeHead(OVERLOADED_STATUS, { ...headers, 'X-Request-Id': requestId });
  response.end(body.replace(SAMPLE_ID, requestId));
}

export type OverloadedAnswer = ReturnType<typeof refusalOf>;

export function overloadedAnswer(message: string, headers: Record<string, string> = {}): OverloadedAnswer {
  const failure = new ApiError('service_unavailable', { message, headers: { ...OVERLOADED_HEADERS, ...headers } });
  return refusalOf(failure, SAMPLE_ID);
}

const OVERLOADED_STATUS = 503;
const OVERLOADED_HEADERS = {
  ...{ 'Retry-After': '1', 'Access-Control-Allow-Origin': '*' },
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
};

/**
 * True when the connection can be kept, because Node may discard the body of the refused request: a short body that the client sends
 * without waiting for a 100. False as well for a connection that ends with the answer, which a client that is still sending would lose.
 */
export function hasShortBody({ headers }: IncomingMessage, { shouldKeepAlive }: ServerResponse): boolean {
  if (!shouldKeepAlive || headers['transfer-encoding'] !== undefined || headers.expect !== undefined) return false;
  return Number(headers['content-length'] ?? 0) <= MAX_DISCARDED_BYTES;
}

const MAX_DISCARDED_BYTES = 16 * 1024;

/** A placeholder that is as long as a request id. */
const SAMPLE_ID = newRequestId();

export function watchTransfer(request: IncomingMessage, response: ServerResponse): void {
  trackResponse(request, response);
  endWithUnreadBody(request, response);
}

/** Writes an answer directly to the socket and closes the connection, as Node's documentation of `clientError` does. */
export function refuse(socket: Socket, failure: ApiError): void {
  const { headers, body } = refusalOf(failure);
  const lines = Object.entries({ ...headers, Connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${failure.status} Refused\r\n${lines.join('')}\r\n${body}`);
}

function refusalOf(failure: ApiError, requestId = newRequestId()) {
  const body = JSON.stringify(errorBody(failure, requestId));
  const headers = {
    ...SECURITY_HEADERS,
    ...failure.headers,
    'X-Request-Id': requestId,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
  };
  return { headers, body };
}
