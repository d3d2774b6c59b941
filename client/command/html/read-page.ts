import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { MIMEType } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { parseUrl } from '../../../src/platform/text/text.rules.js';
import { windows1252 } from '../../../src/platform/text/windows-1252.rules.js';
import { Fault } from '../faults.js';
import type { Terminal } from '../terminal.js';

/** A page as it was read. */
export interface Page {
  /** As the user has named it. */
  name: string;
  /** The address after redirects; null for a file. */
  url: URL | null;
  text: string;
  isUtf8: boolean;
}

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_REDIRECTS = 5;
const TIMEOUT_MS = 15_000;
const TOO_LARGE = `has more than ${MAX_BYTES / 1024 / 1024} MiB, which no page with a form has.`;

/** Reads a page from a file or the web. Any address may be read, also of this machine, since it is its user who asks. */
export async function readPage(word: string, { cwd }: Terminal): Promise<Page> {
  if (!/^https?:\/\//i.test(word)) return { name: word, url: null, ...decoded(readPageFile(resolve(cwd, word), word), null) };
  const url = parseUrl(word);
  if (!url || url.username || url.password) throw new Fault('The address of the page must be like https://www.example.com/contact.');
  const { response, address } = await fetched(url, AbortSignal.timeout(TIMEOUT_MS));
  const type = mediaTypeOf(response);
  if (type && !['text/html', 'application/xhtml+xml'].includes(type.essence))
    throw new Fault(`${address.href} is no page in HTML, but ${type.essence}.`);
  return { name: word, url: address, ...decoded(await bytesOf(response, address), type?.params.get('charset') ?? null) };
}

function readPageFile(path: string, name: string): Buffer {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Fault(`${name} ${TOO_LARGE}`);
    return readFileSync(path);
  } catch (cause) {
    if (cause instanceof Fault) throw cause;
    throw new Fault(`${name} cannot be read (${(cause as NodeJS.ErrnoException).code}).`, { cause });
  }
}

async function fetched(first: URL, signal: AbortSignal): Promise<{ response: Response; address: URL }> {
  const headers = { accept: 'text/html,application/xhtml+xml', 'user-agent': `${manifest.name}/${manifest.version}` };
  let address = first;
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await fetch(address, { redirect: 'manual', headers, signal }).catch((cause: unknown) => {
      throw unreachable(address, cause);
    });
    const target = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null;
    if (target === null && !response.ok) throw new Fault(`${address.href} answers ${response.status}.`);
    if (target === null) return { response, address };
    await response.body?.cancel();
    const next = resolved(target, address);
    if (!next || !/^https?:$/.test(next.protocol)) throw new Fault(`${address.href} leads to an address that is no page.`);
    address = next;
  }
  throw new Fault(`${first.href} leads on more than ${MAX_REDIRECTS} times.`);
}

/** The URL of a link or a redirect, which may be relative to a page; null for none. */
export function resolved(address: string, base: URL | null): URL | null {
  try {
    return new URL(address, base ?? undefined);
  } catch {
    return null;
  }
}

function unreachable({ href }: URL, cause: unknown): Fault {
  const { name, cause: inner } = cause as Error;
  if (name === 'TimeoutError') return new Fault(`${href} has not answered within ${TIMEOUT_MS / 1000} seconds.`, { cause });
  const reason = inner instanceof Error ? inner.message || inner.name : name;
  return new Fault(`${href} cannot be read: ${reason}.`, { cause });
}

function mediaTypeOf({ headers }: Response): MIMEType | null {
  try {
    return new MIMEType(headers.get('content-type') ?? '');
  } catch {
    return null;
  }
}

async function bytesOf({ body }: Response, address: URL): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of body ?? []) {
      parts.push(part as Uint8Array);
      size += (part as Uint8Array).length;
      if (size > MAX_BYTES) throw new Fault(`${address.href} ${TOO_LARGE}`);
    }
  } catch (cause) {
    throw cause instanceof Fault ? cause : unreachable(address, cause);
  }
  return Buffer.concat(parts);
}

/** The first bytes of a page, in which browsers look for its encoding. */
const START_BYTES = 1024;
const MARKS = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
] as const;
const META_CHARSET = /<meta[^>]+charset\s*=\s*["']?\s*([\w:-]+)/i;

/** Decodes as browsers do: by a byte order mark, the header, or the page; else as UTF-8, or as windows-1252 where that is none. */
function decoded(bytes: Buffer, charset: string | null): Pick<Page, 'text' | 'isUtf8'> {
  const mark = MARKS.find(([, start]) => bytes.toString('latin1', 0, start.length) === start)?.[0];
  const named = mark ?? charset ?? META_CHARSET.exec(bytes.toString('latin1', 0, START_BYTES))?.[1] ?? null;
  if (bytes.includes(0) && !mark?.startsWith('utf-16')) throw new Fault('The page is no text.');
  const decoder = decoderOf(named ?? (isUtf8(bytes) ? 'utf-8' : 'windows-1252'));
  const { encoding } = decoder;
  return { text: encoding === 'windows-1252' ? windows1252(bytes) : decoder.decode(bytes), isUtf8: encoding === 'utf-8' };
}

function decoderOf(label: string) {
  try {
    return new TextDecoder(label);
  } catch (cause) {
    throw new Fault(`The page is in the unknown encoding ${label}.`, { cause });
  }
}
