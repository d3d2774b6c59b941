import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Settings } from '../../src/platform/storage/s3-object-store';

export interface S3Server {
  settings: S3Settings;
  stop(): Promise<void>;
}

/**
 * A small S3 store in a process of its own, with one bucket. `TEST_S3_ENDPOINT` names another store to test against, together with
 * `TEST_S3_BUCKET`, `TEST_S3_ACCESS_KEY_ID` and `TEST_S3_SECRET_ACCESS_KEY`; its bucket must be empty.
 */
export async function startS3Server(): Promise<S3Server> {
  const { TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } = process.env;
  const settings = {
    bucket: TEST_S3_BUCKET ?? 'files',
    region: 'us-east-1',
    accessKeyId: TEST_S3_ACCESS_KEY_ID ?? 'access-key',
    secretAccessKey: TEST_S3_SECRET_ACCESS_KEY ?? 'secret-key',
  };
  if (TEST_S3_ENDPOINT) return { settings: { ...settings, endpoint: TEST_S3_ENDPOINT }, stop: async () => undefined };

  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const words = [PROGRAM, directory, settings.bucket, settings.accessKeyId, settings.secretAccessKey];
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const stop = async () => {
    child.stdin.end();
    await once(child, 'exit');
    await rm(directory, { recursive: true });
  };
  return { settings: { ...settings, endpoint: `http://127.0.0.1:${port.toString().trim()}` }, stop };
}

const PROGRAM = join(__dirname, 's3-server-process.mjs');
