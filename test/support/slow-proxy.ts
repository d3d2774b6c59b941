import { setTimeout as pause } from 'node:timers/promises';
import { startTcpProxy } from './tcp-proxy';

/** A TCP proxy that can delay what the server sends, as a server far away or a slow disk does. */
export interface SlowProxy {
  /** The address of the server through the proxy. */
  url: string;
  /** Delays all data that the server sends from now on by this time. */
  delayAnswersBy(ms: number): void;
}

export async function startSlowProxy(serverUrl: string): Promise<SlowProxy> {
  let delayMs = 0;
  const url = await startTcpProxy(serverUrl, (client, server) => {
    client.pipe(server);
    let earlier: Promise<unknown> = Promise.resolve();
    server.on('data', (chunk: Buffer) => {
      const due = Promise.all([earlier, delayMs > 0 && pause(delayMs)]); // later data never overtakes earlier data
      earlier = due.then(() => client.write(chunk));
    });
  });
  return { url, delayAnswersBy: (ms) => void (delayMs = ms) };
}
