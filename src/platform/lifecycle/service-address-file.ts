import { constants } from 'node:fs';
import { type FileHandle, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config/config';
import { OperatorError } from '../errors/operator-error';
import { parseUrl } from '../text/text.rules';
import { readProofKey } from './service-proof.rules';

export type ServiceAddress = Pick<Config, 'baseUrl' | 'port'>;

/** The content of an address file. The key identifies the service that wrote the file. */
export interface WrittenAddress extends ServiceAddress {
  proofKey: Buffer;
}

/** The path of an address file. Each port has its own, since several processes can serve one data folder. */
export const addressFileOf = ({ dataDir, port }: Pick<Config, 'dataDir' | 'port'>): string => join(dataDir, `service-${port}.json`);

const FILE = /^service-\d+\.json$/;

export const addressText = ({ baseUrl, port, proofKey }: WrittenAddress): string =>
  `${JSON.stringify({ base_url: baseUrl, port, proof_key: proofKey.toString('base64url') })}\n`;

/** The addresses, newest first; they may be out of use. Throws an `OperatorError` for a file that another user may have written or read. */
export async function writtenServiceAddresses(dataDir: string): Promise<WrittenAddress[]> {
  const names = (await readdir(dataDir).catch(() => [])).filter((name) => FILE.test(name));
  const found = await Promise.all(names.map((name) => addressIn(join(dataDir, name))));
  return found.filter((each) => each !== null).sort((left, right) => right.writtenAtMs - left.writtenAtMs);
}

async function addressIn(path: string): Promise<(WrittenAddress & { writtenAtMs: number }) | null> {
  const file = await openedFile(path);
  if (!file) return null;
  try {
    const { mtimeMs: writtenAtMs } = await trustedStat(path, file);
    const address = addressOf(await file.readFile('utf8'));
    return address && { ...address, writtenAtMs };
  } finally {
    await file.close();
  }
}

function addressOf(text: string): WrittenAddress | null {
  try {
    const { base_url, port, proof_key } = JSON.parse(text) as Record<string, unknown>;
    const proofKey = readProofKey(proof_key);
    if (typeof base_url !== 'string' || !parseUrl(base_url) || !Number.isInteger(port) || !proofKey) return null;
    return { baseUrl: base_url, port: Number(port), proofKey };
  } catch {
    return null;
  }
}

/** Opens a file without following symbolic links, and without waiting for the other end of a pipe. */
async function openedFile(path: string): Promise<FileHandle | null> {
  try {
    return await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return null;
    throw refusal(path, code === 'ELOOP' ? 'is a symbolic link' : `cannot be read (${code})`);
  }
}

async function trustedStat(path: string, file: FileHandle) {
  const stat = await file.stat();
  if (!stat.isFile() || stat.size > MAX_BYTES) throw refusal(path, 'is not what a service writes');
  if (stat.uid !== process.getuid?.()) throw refusal(path, 'belongs to another user');
  if ((stat.mode & 0o077) !== 0) throw refusal(path, 'is open to other users');
  return stat;
}

const MAX_BYTES = 16_384;

const refusal = (path: string, why: string) =>
  new OperatorError(`The file ${path} ${why}, so it may lead to a program of somebody else. ${REMEDY}`);

const REMEDY = 'Run this command as the user of the service. If it is that user already, delete the file and start the service again.';
