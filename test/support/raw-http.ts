import { connect } from 'node:net';

/** The data received on a connection until the service closed it. */
export interface RawExchange {
  status: number;
  headers: Record<string, string>;
  body: string;
  /** All of the data, further answers included. */
  text: string;
}

/** Sends raw bytes, and waits until the service closes the connection or, which only ends what hangs, is silent for minutes. */
export function exchange(baseUrl: string, ...chunks: (string | Buffer)[]): Promise<RawExchange> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => chunks.forEach((chunk) => socket.write(chunk)));
    const received: Buffer[] = [];
    socket.on('data', (data) => received.push(data));
    socket.setTimeout(180_000, () => socket.destroy());
    socket.on('error', () => undefined); // a reset still ends in `close`
    socket.on('close', () => resolve(parsed(Buffer.concat(received).toString())));
  });
}

function parsed(text: string): RawExchange {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
  });
  return {
    status: Number(statusLine.split(' ')[1]),
    headers: Object.fromEntries(headers),
    body: rest.join('\r\n\r\n'),
    text,
  };
}
