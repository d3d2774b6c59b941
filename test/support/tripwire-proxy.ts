import { startTcpProxy } from './tcp-proxy';

/** A TCP proxy that drops the first data in which a client sends a text, so that a test can stop the server just before it reads that. */
export interface TripwireProxy {
  /** The address of the server through the proxy. */
  url: string;
  /** The next data with this text is dropped. Returns a function that says whether that has happened. */
  isTrippedBy(text: string): () => boolean;
  /** The number of connections so far, also of those that the server did not accept. */
  connections(): number;
}

export async function startTripwireProxy(serverUrl: string): Promise<TripwireProxy> {
  let connections = 0;
  let wire: string | null = null;
  const url = await startTcpProxy(serverUrl, (client, server) => {
    connections++;
    server.pipe(client);
    client.on('data', (chunk: Buffer) => {
      if (wire && chunk.includes(wire)) wire = null;
      else server.write(chunk);
    });
  });
  return {
    url,
    connections: () => connections,
    isTrippedBy(text) {
      wire = text;
      return () => wire !== text;
    },
  };
}
