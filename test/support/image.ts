import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { parse } from 'yaml';
import { atEnd } from './at-end';
import { endProcess } from './worker-process';

const ROOT = join(__dirname, '../..');
const dockerfile = readFileSync(join(ROOT, 'Dockerfile'), 'utf8').replaceAll('\\\n', '');
const lastStage = dockerfile.split('\nFROM ').at(-1)!;
const { services } = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8'), { merge: true }) as {
  services: Record<string, { command: string[] }>;
};

/** What the image runs: its own command and health check, and the other commands that docker-compose.yml gives it. */
export const IMAGE_COMMANDS = {
  api: wordsAfter(/^CMD (\[.*\])$/m),
  health: wordsAfter(/^HEALTHCHECK .* CMD (\[.*\])$/m),
  worker: services.worker!.command,
  migration: services.migrate!.command,
};

/** The folder in which the processes of the image write. */
export const IMAGE_DATA_DIR = /^ENV .*\bDATA_DIR=(\S+)/m.exec(lastStage)![1]!;

function wordsAfter(pattern: RegExp): string[] {
  return JSON.parse(pattern.exec(lastStage)![1]!) as string[];
}

/** A folder with the files that the Dockerfile copies from the present build, and with the packages that are left for production. */
export function assembleImage(): string {
  // Signs of patterns in the path must not matter.
  const image = mkdtempSync(join(tmpdir(), 'image (1) [a]-'));
  atEnd(() => {
    rmSync(image, { recursive: true });
  });
  for (const [, sources, target] of lastStage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)) {
    for (const source of sources!.split(' ').map((path) => path.replace('/app/', ''))) {
      if (source === 'node_modules') runtimePackages().forEach((path) => link(join(ROOT, path), join(image, path)));
      else cpSync(join(ROOT, source), join(image, target!.endsWith('/') ? source : target!), { recursive: true });
    }
  }
  return image;
}

/** The folders that `npm prune --omit=dev --omit=optional` keeps. */
function runtimePackages(): string[] {
  const lockFile = readFileSync(join(ROOT, 'package-lock.json'), 'utf8');
  const { packages } = JSON.parse(lockFile) as { packages: Record<string, Record<string, unknown>> };
  return Object.keys(packages).filter((path) => {
    const { dev, optional, devOptional } = packages[path]!;
    return path !== '' && !dev && !optional && !devOptional;
  });
}

/** Links to the files of a package without the packages inside it, since copies of all take long. */
function link(source: string, target: string): void {
  mkdirSync(target, { recursive: true });
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    if (entry.name === 'node_modules') continue;
    const [from, to] = [join(source, entry.name), join(target, entry.name)];
    if (entry.isDirectory()) link(from, to);
    else linkFile(from, to);
  }
}

function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    copyFileSync(from, to); // the temporary files are on another file system
  }
}

/** A command of the image with nothing but these settings, on the Node of the tests, and without a folder for temporary files. */
export function startInImage(image: string, [program, ...words]: string[], settings: object): ImageProcess {
  expect(program).toBe('node');
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_ENV: 'production',
    TMPDIR: '/none',
    ...settings,
  };
  const child = spawn('node', words, { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => endProcess(child, 'SIGKILL'));
  const started: ImageProcess = { child, output: '', exitCode: once(child, 'close').then(([code]) => code as number) };
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => (started.output += text));
  return started;
}

export interface ImageProcess {
  child: ChildProcess;
  /** What it has written so far. */
  output: string;
  exitCode: Promise<number>;
}
