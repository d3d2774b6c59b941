import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startApp } from '../../support/app';

/** Everything that the fuzzer prints, in which findings can be read and repeated. */
async function fuzz(...parameters: string[]): Promise<string> {
  const app = await startApp();
  const environment = { PATH: process.env.PATH, FUZZ_KEY: await app.key(), FUZZ_DATABASE_URL: app.databaseUrl };
  const command = [RUN, '--url', app.api.baseUrl, '--discard', ...parameters];
  const run = promisify(execFile)(process.execPath, command, { env: environment, maxBuffer: MAX_OUTPUT });
  return run.then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => stderr + stdout,
  );
}

const RUN = join(__dirname, '../../../lab/fuzz/run.mjs');
/** Only ends what hangs. */
const TIMEOUT_MS = 1_800_000;
const MAX_OUTPUT = 50 * 1024 * 1024;

it(
  'answers two thousand made-up and mutated requests as documented, and stores nothing that it refuses',
  async () => {
    expect(await fuzz('--seed', '1', '--requests', '2000')).toMatch(/ 20\d{2} requests in \d+ s, 0 findings\n$/);
  },
  TIMEOUT_MS,
);
