import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Pool } from 'pg';
import { AnswerTimeoutClient } from './answer-timeout-client';

const message = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}0000`);
  head.writeInt32BE(content.length + 4, 1);
  return Buffer.concat([head, content]);
};

const AUTHENTICATED = message('R', Buffer.alloc(4));
const READY = message('Z', Buffer.from('I'));
const ENDED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

it('a connection that the server ends as soon as it is open fails its own query and not the process', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => socket.end(Buffer.concat([AUTHENTICATED, READY, ENDED])));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const Client = AnswerTimeoutClient as never; // the type of the option wants a constructor without parameters
  const pool = new Pool({ host: '127.0.0.1', port, user: 'test', Client });
  pool.on('error', () => undefined);
  try {
    const client = await pool.connect();
    await expect(client.query('select 1')).rejects.toThrow();
    client.release(true);
  } finally {
    await pool.end();
    server.close();
  }
});
