import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
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

/** The commands of the image: its own, its health check, and those that docker-compose.yml gives it. */
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

/** The labels of the image, with the arguments of the build as they stand. */
export const IMAGE_LABELS = Object.fromEntries(
  [...lastStage.matchAll(/org\.opencontainers\.image\.(\w+)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
);

/** A folder with the files that the Dockerfile copies from the present build, beside the packages of this checkout. */
export function assembleImage(): string {
  // Signs of patterns in the path must not matter.
  const image = mkdtempSync(join(tmpdir(), 'image (1) [a]-'));
  atEnd(() => {
    rmSync(image, { recursive: true });
  });
  execFileSync('npm', ['run', '--silent', 'notice'], { cwd: ROOT }); // as the first stage does
  for (const [, sources, target] of lastStage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm)) {
    for (const source of sources!.split(' ').map((path) => path.replace('/app/', ''))) {
      const copy = join(image, target!.endsWith('/') ? source : target!);
      if (source === 'node_modules') symlinkSync(join(ROOT, source), copy);
      else cpSync(join(ROOT, source), copy, { recursive: true });
    }
  }
  return image;
}

/** A command of the image with nothing but these settings, on the Node of the tests, and without a folder for temporary files. */
export function startInImage(image: string, [program, ...words]: string[], settings: object): ImageProcess {
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    NODE_ENV: 'production',
    TMPDIR: '/none',
    ...settings,
  };
  const child = spawn(program!, words, { cwd: image, env, stdio: ['ignore', 'pipe', 'pipe'] });
  atEnd(() => endProcess(child, 'SIGKILL'));
  const started: ImageProcess = { child, output: '', exitCode: once(child, 'close').then(([code]) => code as number) };
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (text) => (started.output += text));
  return started;
}

export interface ImageProcess {
  child: ChildProcess;
  /** Its output so far. */
  output: string;
  exitCode: Promise<number>;
}
