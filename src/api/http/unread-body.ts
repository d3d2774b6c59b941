import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * An answer that is sent before the body of its request has arrived as a whole says that the connection closes, and
 * ends it. The rest of the body is read slowly for a moment: an answer is lost to a client that still sends when its
 * connection is closed (RFC 9112, section 9.6).
 */
export function endWithUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (...parameters: unknown[]) => {
    if (!request.complete) prepareEnd(request, response);
    return writeHead(...parameters);
  };
}

/** Node would discard a body that nobody has begun to read at full speed, and would close the connection at once. */
function prepareEnd(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('Connection', 'close');
  request.pause().read();
  request.socket.destroySoon = () => linger(request);
}

function linger(request: IncomingMessage): void {
  const { socket } = request;
  socket.end();
  const reading = setInterval(() => {
    if (request.complete) socket.destroy();
    else request.read(); // what is buffered: at most 128 KiB
  }, READ_INTERVAL_MS);
  const timeout = setTimeout(() => socket.destroy(), TIMEOUT_MS);
  socket.once('close', () => {
    clearInterval(reading);
    clearTimeout(timeout);
  });
}

const READ_INTERVAL_MS = 100;
const TIMEOUT_MS = 1_500;
