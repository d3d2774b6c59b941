import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { Operator } from '../support/operator';
import { buildService, programOf } from '../support/worker-process';

const KEYS = 1_500;
let operator: Operator;
beforeAll(async () => {
  await buildService();
  operator = await Operator.withServices();
  await operator.ask('keys', 'create', '--name', 'the first');
  await operator.sql(
    `insert into api_keys select (jsonb_populate_record(k, jsonb_build_object('id', gen_random_uuid(), 'name', 'key ' || n))).*
     from api_keys k, generate_series(2, ${KEYS}) n`,
  );
});

/** Runs a command of the built service in a shell, before what reads its output. `CLI` in the reader is the command line as well. */
async function shell(words: string, reader: string) {
  const program = [process.execPath, ...programOf('cli')].map((word) => `'${word}'`).join(' ');
  const script = `set -o pipefail; CLI() { ${program} "$@"; }; CLI ${words} | (${reader})`;
  const env = { PATH: process.env.PATH, ...operator.env };
  const { stdout, stderr } = await promisify(execFile)('bash', ['--norc', '-c', script], { env, maxBuffer: 1 << 24 });
  return { stdout, stderr };
}

describe('the output of a command', () => {
  it('is whole in a pipe whose reader begins late', async () => {
    const lateReader = 'CLI --version >/dev/null; CLI --version >/dev/null; cat';
    const { stdout, stderr } = await shell('keys list --json', lateReader);
    expect(stderr).toBe('');
    expect(stdout.length).toBeGreaterThan(300_000);
    expect(JSON.parse(stdout)).toHaveLength(KEYS);
  });

  it('may be read in part, without a word and with exit code 0', async () => {
    for (const words of ['keys list', 'keys list --json', '--help'])
      expect(await shell(words, 'head -n 1')).toEqual({ stdout: expect.stringMatching(/^.*\n$/), stderr: '' });
    expect(await shell('keys list --json', 'exec true')).toEqual({ stdout: '', stderr: '' });
  });
});
