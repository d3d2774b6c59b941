import type { Socket } from 'node:net';
import { startTcpProxy } from './tcp-proxy';

/** The ways of a service to its clients: it answers, nobody is there, or requests arrive and their answers are lost. */
export type Way = 'open' | 'away' | 'deaf';

/** Starts a proxy before a service, whose way can be changed. It cuts the connections that are open at that moment. */
export async function startOutageProxy(serverUrl: string): Promise<{ url: string; is: (way: Way) => void }> {
  let way: Way = 'open';
  const open = new Set<Socket>();
  const url = await startTcpProxy(serverUrl, (client, server) => {
    open.add(client.once('close', () => open.delete(client)));
    if (way === 'away') return void client.destroy();
    client.pipe(server);
    if (way === 'open') return void server.pipe(client);
    server.once('data', () => client.destroy());
  });
  const is = (next: Way): void => {
    way = next;
    open.forEach((client) => client.destroy());
  };
  return { url: url.replace(/\/$/, ''), is };
}
