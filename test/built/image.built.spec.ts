import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makeSecret } from '../../src/api/auth/secret-format.rules';
import { freePort } from '../../src/embedded-postgres/postmaster';
import { Api } from '../support/api';
import { TEST_SECRET } from '../support/app';
import { atEnd } from '../support/at-end';
import { emptyDatabase } from '../support/database';
import { anEnabledForm, aSubmission } from '../support/forms';
import { assembleImage, IMAGE_COMMANDS, IMAGE_LABELS, startInImage } from '../support/image';
import { pods } from '../support/kubernetes';
import { Receiver } from '../support/receiver';
import { waitUntil } from '../support/wait-until';
import { buildService, endProcess, programOf } from '../support/worker-process';
import { aFanOut, aVersion, aWebhook } from '../support/workflows';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');

/** The files that the service reads. */
const PAGES = ['/', '/docs', '/docs/swagger-ui-bundle.js', '/openapi.json', '/llms.txt', '/embed.js', '/console'];

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };

/** Runs a script of package.json as `npm run` does, which itself takes longer than most of them. */
const runScript = (cwd: string, name: string, ...words: string[]) => run('sh', ['-c', [scripts[name], ...words].join(' ')], { cwd });

let image: string;
let version: string;

beforeAll(async () => {
  await buildService();
  version = (await run(process.execPath, [...programOf('cli'), '--version'])).stdout;
  image = assembleImage();
});

describe('the files of the image', () => {
  it('are enough for the commands that messages and documents name', async () => {
    expect((await runScript(image, 'cli', '--version')).stdout).toBe(version);
    expect((await runScript(image, 'migrate', '--help')).stdout).toContain('pending migrations');
  });

  it('and those of its build are not kept out of it by .dockerignore', async () => {
    const admitted = (await readFile(join(ROOT, '.dockerignore'), 'utf8')).split('\n');
    const copies = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).matchAll(/^COPY (?!--from)(.+) \S+$/gm);
    const copied = [...copies].flatMap(([, sources]) => sources!.split(' '));
    expect(copied).toContain('scripts/build-if-changed.mjs');
    const isAdmitted = (path: string) => admitted.some((line) => `!${path}/`.startsWith(`${line}/`));
    expect(copied.filter((path) => !isAdmitted(path))).toEqual([]);
  });

  it('are labelled as package.json describes the service', async () => {
    const { name, version, license } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
    expect(IMAGE_LABELS).toEqual({
      title: name,
      version,
      revision: '$REVISION',
      source: '$SOURCE',
      licenses: license,
    });
  });
});

describe('the commands of the image', () => {
  it('migrate an empty database, serve requests, execute runs, pass their probes, end on SIGTERM, and write to DATA_DIR only', async () => {
    const filesBefore = await filesOfImage();
    const receiver = await Receiver.start();
    const { settings, api } = await anInstallation();

    const migration = startInImage(image, IMAGE_COMMANDS.migration, settings);
    expect(await migration.exitCode).toBe(0);
    expect(migration.output).toMatch(/^Applied \w+\.$/m);

    expect(await startInImage(image, IMAGE_COMMANDS.health, settings).exitCode).toBe(1);
    const processes = [IMAGE_COMMANDS.api, IMAGE_COMMANDS.worker].map((words) => startInImage(image, words, settings));
    await passesProbes('api', settings.PORT);
    await passesProbes('worker', settings.WORKER_METRICS_PORT);
    expect(await startInImage(image, IMAGE_COMMANDS.health, settings).exitCode).toBe(0);
    expect(await readdir(settings.DATA_DIR)).toEqual(['files']); // another file would be left in the volume by a process that is killed

    for (const path of PAGES) expect((await fetch(`${api.baseUrl}${path}`)).status).toBe(200);
    const form = await anEnabledForm(api, { fields: [{ name: 'email', type: 'string' }] });
    await aVersion(api, form, aFanOut(aWebhook('hook', { url: receiver.url() })));
    await aSubmission(api, form);
    await waitUntil(() => receiver.requests.length === 1);

    expect(await Promise.all(processes.map(({ child }) => endProcess(child, 'SIGTERM')))).toEqual([0, 0]);
    expect(await filesOfImage()).toEqual(filesBefore);
  });
});

/** Settings as of a deployment, and a client of its API. */
async function anInstallation() {
  const database = await emptyDatabase();
  atEnd(() => database.drop());
  const dataDir = await mkdtemp(join(await realpath(tmpdir()), 'image-data-'));
  atEnd(() => rm(dataDir, { recursive: true }));
  const [port, metricsPort, key] = [await freePort(), await freePort(), makeSecret('fck').text];
  const settings = {
    PORT: String(port),
    WORKER_METRICS_PORT: String(metricsPort),
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    APP_SECRET: TEST_SECRET,
    BOOTSTRAP_API_KEY: key,
    MIGRATE_ON_START: 'false',
    EGRESS_ALLOW_CIDRS: '127.0.0.0/8',
    SHUTDOWN_DELAY_SECONDS: '0',
  };
  return { settings, api: new Api(`http://127.0.0.1:${port}`, key) };
}

/** The probes that a cluster sends to the pods of this component. */
async function passesProbes(component: string, port: string): Promise<void> {
  const { startupProbe, livenessProbe, readinessProbe } = pods.get(component)!.container;
  for (const probe of [startupProbe, livenessProbe, readinessProbe].filter((each) => each !== undefined))
    await waitUntil(async () => (await fetch(`http://127.0.0.1:${port}${probe.httpGet.path}`)).status === 200);
}

async function filesOfImage(): Promise<string[]> {
  const folders = (await readdir(image)).filter((name) => name !== 'node_modules');
  const files = await Promise.all(folders.map((name) => namesBelow(join(image, name))));
  return [...folders, ...files.flat()].sort();
}

const namesBelow = (path: string): Promise<string[]> => readdir(path, { recursive: true }).catch(() => []); // a file

describe('without installed packages', () => {
  it.each(['start', 'start:api', 'migrate', 'start:dev'])('npm run %s names the command that installs them', async (script) => {
    const bare = await mkdtemp(join(image, 'bare-'));
    for (const source of ['package.json', 'scripts']) await cp(join(ROOT, source), join(bare, source), { recursive: true });
    await expect(runScript(bare, script)).rejects.toMatchObject({
      code: 1,
      stderr: 'Packages of the service are not installed. Run "npm ci" first.\n',
    });
  });
});
