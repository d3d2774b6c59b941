import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildService, programOf } from '../support/worker-process';

/** Builds the service if necessary, so that no test sees the messages of the build. */
beforeAll(buildService, 300_000);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'environment-'));
});
afterEach(() => rm(folder, { recursive: true }));

/** Runs a program in the folder. */
const run = (program: string, ...words: string[]) =>
  promisify(execFile)(process.execPath, [...programOf(program), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH, EGRESS_ALLOW_HOST: 'hunter2' },
  });

const MISSPELT = 'Warning: EGRESS_ALLOW_HOST is not a setting and has no effect. Did you mean EGRESS_ALLOW_HOSTS?\n';
const IGNORED = 'Warning: Line 2 of .env has no effect, because it is not written as NAME=value.\n';

describe('a process', () => {
  it('names misspelt settings and ignored lines of .env on standard error, without their values', async () => {
    await writeFile(join(folder, '.env'), '# settings\nPORT: hunter2\nLOG_LEVEL=info\n');
    expect((await run('cli', 'keys', 'generate')).stderr).toBe(IGNORED + MISSPELT);
  });

  it.each(['main', 'worker', 'standalone'])('named %s does so before it reports invalid settings', async (program) => {
    await writeFile(join(folder, '.env'), '# settings\nlost hunter2\nPORT=none\n');
    const stderr: unknown = expect.stringMatching(/^Warning: Line 2.*\nWarning: EGRESS_ALLOW_HOST is.*\n\n.*\n {2}PORT: /);
    await expect(run(program)).rejects.toMatchObject({ code: 1, stderr });
    await expect(run(program)).rejects.not.toMatchObject({ stderr: expect.stringContaining('hunter2') as unknown });
  });

  it('explains that .env cannot be read', async () => {
    await mkdir(join(folder, '.env'));
    const stderr = 'The file .env cannot be read (EISDIR). Allow this user to read it, or remove it.\n';
    await expect(run('cli', 'keys', 'generate')).rejects.toMatchObject({ code: 1, stderr });
  });
});
