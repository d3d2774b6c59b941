import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { atEnd } from '../../../test/support/at-end';
import { waitUntil } from '../../../test/support/wait-until';
import { UploadFolders } from './upload-folders';

let dataDir: string;
let folders: UploadFolders;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'uploads-'));
  atEnd(() => rm(dataDir, { recursive: true }));
  folders = foldersIn(dataDir);
});

const foldersIn = (folder: string) => new UploadFolders({ dataDir: folder });

/** Starts a process with an upload. Its parent never waits for it, so after it is killed it remains a zombie and keeps its id. */
async function anUploader(wrapper: string[] = []): Promise<{ folder: string; signal: (name: NodeJS.Signals) => void }> {
  const program = [process.execPath, '--require', LOADER, '-e', PROGRAM, join(__dirname, 'upload-folders'), dataDir];
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const parent = spawn('sh', ['-c', '"$@" & echo $!; exec sleep 600', 'sh', ...wrapper, ...program], { stdio });
  const [pid, folder] = await linesOf(parent);
  atEnd(() => parent.kill('SIGKILL'));
  atEnd(() => process.kill(Number(pid), 'SIGKILL'));
  return { folder: folder!, signal: (name) => process.kill(Number(pid), name) };
}

const LOADER = require.resolve('@swc-node/register');
const PROGRAM = `
  const [, file, dataDir] = process.argv;
  const { UploadFolders } = require(file);
  new UploadFolders({ dataDir }).create().then(console.log);
  setInterval(() => undefined, 1000);
`;

/** Reads the first two lines: the id of the process, and the folder of its upload. */
async function linesOf({ stdout }: ChildProcess): Promise<string[]> {
  let output = '';
  while (output.split('\n').length < 3) output += String(((await once(stdout!, 'data')) as [Buffer])[0]);
  return output.split('\n');
}

const isRemoved = async (folder: string): Promise<boolean> => {
  await folders.removeAbandoned();
  return !existsSync(dirname(folder));
};

it('removes what a killed process has left, though it is a zombie with its number', async () => {
  const { folder, signal } = await anUploader();
  expect(await isRemoved(folder)).toBe(false);
  signal('SIGKILL');
  await waitUntil(() => isRemoved(folder));
  signal(0 as unknown as NodeJS.Signals); // the process id is still in use
});

it('leaves alone what a process has that does not answer', async () => {
  const { folder, signal } = await anUploader();
  signal('SIGSTOP');
  expect(await isRemoved(folder)).toBe(false);
});

const inNamespaces = process.getuid?.() === 0 && process.platform === 'linux' ? it : it.skip;
inNamespaces('tells processes of several containers apart, which all have the number 1 (needs root on Linux)', async () => {
  const container = ['unshare', '--pid', '--fork', '--kill-child'];
  const [one, other] = [await anUploader(container), await anUploader(container)];
  one.signal('SIGKILL');
  await waitUntil(() => isRemoved(one.folder));
  expect(await isRemoved(other.folder)).toBe(false);
});

it('leaves alone what may be of another machine, for longer than an upload takes', async () => {
  const folder = join(dataDir, 'incoming', 'elsewhere~0123', 'upload-1');
  await mkdir(folder, { recursive: true });
  expect(await isRemoved(folder)).toBe(false);
  const before = Date.now() / 1000 - 7201;
  await utimes(dirname(folder), before, before);
  expect(await isRemoved(folder)).toBe(true);
});

it('receives uploads below a path that is too long for a socket, and leaves them alone', async () => {
  const long = join(dataDir, 'x'.repeat(120));
  const [receiving, looking] = [foldersIn(long), foldersIn(long)];
  const folder = await receiving.create();
  await looking.removeAbandoned();
  expect(existsSync(folder)).toBe(true);
  await receiving.onApplicationShutdown();
  expect(await readdir(join(long, 'incoming'))).toEqual([]);
});

it('leaves nothing behind when it ends, and gives a folder again after somebody has removed it', async () => {
  const first = await folders.create();
  await rm(dirname(first), { recursive: true });
  expect(existsSync(await folders.create())).toBe(true);
  await folders.onApplicationShutdown();
  expect(await readdir(join(dataDir, 'incoming'))).toEqual([]);
});
