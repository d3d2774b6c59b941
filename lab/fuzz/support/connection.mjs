import { connect } from 'node:net';
import { ResponseReader } from './responses.mjs';

/** Ends only what is never answered: a busy machine takes many times as long as an idle one. */
const TIMEOUT_MS = 120_000;

/** A kept-alive connection with one request at a time, from an address of its own on the loopback network. */
export class Connection {
  socket = null;

  constructor(port, random) {
    this.port = port;
    this.random = random;
  }

  /** Resolves with the answer; rejects when there is none. */
  send({ method, bytes }) {
    this.socket ??= open(this.port, this.random);
    const { socket } = this;
    return new Promise((resolve, reject) => {
      const reader = new ResponseReader(() => method);
      const finish = (settle, value) => {
        for (const event of ['data', 'close', 'timeout']) socket.removeAllListeners(event);
        settle(value);
      };
      socket.on('data', (data) => {
        try {
          const [response] = reader.add(data);
          if (!response) return;
          if (response.headers.connection === 'close') this.end();
          finish(resolve, response);
        } catch (error) {
          this.end();
          finish(reject, error);
        }
      });
      socket.once('close', () => {
        this.socket = null;
        finish(reject, new Error('The connection was closed without an answer.'));
      });
      socket.setTimeout(TIMEOUT_MS).once('timeout', () => {
        this.end();
        finish(reject, new Error('There was no answer.'));
      });
      socket.write(bytes);
    });
  }

  end() {
    this.socket?.destroy();
    this.socket = null;
  }
}

/**
 * Sends segments on a connection of their own, closes the own half, and resolves with all answers once the service has closed the other.
 */
export function exchange(port, random, segments) {
  const socket = open(port, random);
  const reader = new ResponseReader();
  const responses = [];
  return new Promise((resolve, reject) => {
    socket.on('data', (data) => {
      try {
        responses.push(...reader.add(data));
      } catch (error) {
        socket.destroy();
        reject(error);
      }
    });
    socket.once('close', () => resolve(responses));
    socket.setTimeout(TIMEOUT_MS, () => {
      socket.destroy();
      reject(new Error('The connection was not closed.'));
    });
    void sendInTurn(socket, segments);
  });
}

async function sendInTurn(socket, segments) {
  for (const segment of segments) {
    if (socket.destroyed) return;
    socket.write(segment);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!socket.destroyed) socket.end();
}

/** Failed authentications are counted for each address. */
function open(port, random) {
  const localAddress = `127.${random.whole(1, 250)}.${random.whole(0, 250)}.${random.whole(1, 250)}`;
  const socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
  return socket.on('error', () => undefined); // it ends in `close`
}
