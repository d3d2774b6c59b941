import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { addAbortSignal, type Readable } from 'node:stream';
import { withTimeout } from '../time';
import { messageOf } from '../errors/operator-error';
import { bareHostOf } from '../text/text.rules';

export type ScanResult =
  | { outcome: 'clean' }
  /** `signature`: the name of the malware, as clamd reports it. */
  | { outcome: 'infected'; signature: string }
  /** The content was not scanned. `reason` is a text for operators. */
  | { outcome: 'unavailable'; reason: string };

export interface ClamdOptions {
  /** `tcp://host:port`, or `unix:/path/of/the/socket`. */
  url: string;
  /** The time limit of a whole scan, including the connection. */
  timeoutMs?: number;
}

/**
 * Scans content with a running clamd by its INSTREAM command, over a new connection for each scan. clamd does not scan content beyond its
 * limits: beyond StreamMaxLength the outcome is `unavailable`, but beyond MaxFileSize or MaxScanSize clamd reports the content as clean,
 * unless AlertExceedsMax is on. All three limits must exceed the largest file that is scanned.
 */
export class ClamdClient {
  private readonly address: { path: string } | { host: string; port: number };
  private readonly timeoutMs: number;

  constructor({ url, timeoutMs = 30_000 }: ClamdOptions) {
    this.address = addressOf(url);
    this.timeoutMs = timeoutMs;
  }

  /** Reads the content no faster than clamd accepts it, and destroys it. Rejects only with an error of the content itself. */
  async scan(content: Readable): Promise<ScanResult> {
    try {
      return resultOf(await this.exchange((socket, signal) => sendContent(content, socket, signal)));
    } catch (error) {
      if (error instanceof ContentError) throw error.cause;
      return { outcome: 'unavailable', reason: messageOf(error) };
    } finally {
      content.destroy();
    }
  }

  async ping(): Promise<void> {
    const reply = await this.exchange(async (socket) => void socket.write('zPING\0'));
    if (reply !== 'PONG') throw new Error(`clamd answered "${reply}" to PING.`);
  }

  /** Reads the answer while it sends, since clamd may answer before the end of the content, for example when it has found malware. */
  private async exchange(send: (socket: Socket, signal: AbortSignal) => Promise<void>): Promise<string> {
    const end = new AbortController();
    const socket = addAbortSignal(end.signal, connect(this.address));
    const reply = replyOf(socket);
    const answered = Promise.race([reply, send(socket, end.signal).then(() => reply)]);
    try {
      return await withTimeout(this.timeoutMs, answered, () => {
        throw new Error(`clamd did not answer within ${this.timeoutMs / 1000} seconds.`);
      });
    } finally {
      end.abort();
    }
  }
}

function addressOf(url: string): { path: string } | { host: string; port: number } {
  if (url.startsWith('unix:')) return { path: url.slice('unix:'.length) };
  const address = new URL(url);
  return { host: bareHostOf(address), port: Number(address.port) };
}

async function sendContent(content: Readable, socket: Socket, signal: AbortSignal): Promise<void> {
  socket.write('zINSTREAM\0');
  for await (const chunk of chunksOf(content)) {
    socket.write(lengthOf(chunk));
    if (!socket.write(chunk)) await once(socket, 'drain', { signal });
  }
  socket.write(lengthOf(Buffer.alloc(0)));
}

function lengthOf(chunk: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(chunk.length);
  return length;
}

/** Leaves out empty chunks, which would end the stream. */
async function* chunksOf(content: Readable): AsyncIterable<Buffer> {
  try {
    for await (const chunk of content as AsyncIterable<Buffer>) if (chunk.length > 0) yield chunk;
  } catch (cause) {
    throw new ContentError('The content failed.', { cause });
  }
}

class ContentError extends Error {}

async function replyOf(socket: Socket): Promise<string> {
  let reply = '';
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    reply += chunk.toString();
    const end = reply.indexOf('\0');
    if (end >= 0) return reply.slice(0, end);
    if (reply.length > MAX_REPLY_LENGTH) break;
  }
  throw new Error('clamd closed the connection without a valid reply.');
}

const MAX_REPLY_LENGTH = 4096;

function resultOf(reply: string): ScanResult {
  if (reply === 'stream: OK') return { outcome: 'clean' };
  const signature = /^stream: (.+) FOUND$/.exec(reply)?.[1];
  if (signature !== undefined) return { outcome: 'infected', signature };
  return { outcome: 'unavailable', reason: `clamd answered "${reply}".` };
}
