import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { hostname } from 'node:os';
import { join, relative } from 'node:path';

/**
 * A socket in a folder that shows whether the process that made the folder still runs: the kernel refuses connections once that process has
 * ended for any reason. A process id is less reliable, since it is reused, remains with a zombie, and is 1 in every container.
 */
export class LifeSign {
  private constructor(private readonly server: Server | null) {}

  /** Creates no socket when the path is too long or the file system does not support sockets. */
  static async give(folder: string): Promise<LifeSign> {
    const path = socketIn(folder);
    return new LifeSign(path === null ? null : await listening(path));
  }

  /** Call this before the folder is removed. */
  async end(): Promise<void> {
    await new Promise<void>((resolve) => (this.server ? this.server.close(() => resolve()) : resolve()));
  }
}

/** True when the process that made the folder has ended; null when that is unknown. */
export function hasEnded(folder: string): Promise<boolean | null> {
  const path = socketIn(folder);
  if (path === null) return Promise.resolve(null);
  return new Promise((resolve) => {
    const socket = connect(path, () => {
      socket.destroy();
      resolve(false);
    });
    socket.once('error', ({ code }: NodeJS.ErrnoException) => resolve(code === 'ECONNREFUSED' ? true : null));
  });
}

/** Identifies the running kernel and its mount of a folder. Processes elsewhere cannot connect to a socket in the folder. */
export async function reachOf(folder: string): Promise<string> {
  const kernel = await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => hostname());
  const { dev } = await stat(folder);
  return createHash('sha256').update(`${kernel} ${dev}`).digest('hex').slice(0, 10);
}

/** The longest path of a socket on macOS; Linux allows four bytes more. Node truncates longer paths. */
const MAX_PATH_BYTES = 103;

function socketIn(folder: string): string | null {
  const absolute = join(folder, 'alive');
  const path = [absolute, relative(process.cwd(), absolute)].sort((a, b) => a.length - b.length)[0]!;
  return Buffer.byteLength(path) > MAX_PATH_BYTES ? null : path;
}

function listening(path: string): Promise<Server | null> {
  const server = createServer((socket) => socket.destroy()).unref();
  return new Promise((resolve) => {
    server.on('error', () => resolve(null));
    server.listen(path, () => resolve(server));
  });
}
