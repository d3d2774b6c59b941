import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A receiver on this machine for as long as the work takes. It answers 401 to the first request, takes the body of each further one and
 * hangs up without an answer.
 */
export async function withDemoReceiver<Result>(work: (url: string) => Promise<Result>): Promise<Result> {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const isFirst = requests === 1;
    request.resume().once('end', () => (isFirst ? response.writeHead(401).end() : request.socket.destroy()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/orders`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
