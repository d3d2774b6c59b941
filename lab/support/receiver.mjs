import { once } from 'node:events';
import { createServer } from 'node:http';
import { atEnd } from './at-end.mjs';

/** A server that accepts every delivery, on all addresses of the loopback interface. */
export async function startReceiver() {
  const server = createServer((request, response) => request.resume().on('end', () => response.end()));
  server.listen(0, '0.0.0.0');
  await once(server, 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return { port: server.address().port, server };
}
