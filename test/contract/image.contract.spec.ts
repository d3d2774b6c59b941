import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(__dirname, '../..');
const PRESENT_BUILD = [join(ROOT, 'scripts/start.mjs'), 'cli', '--version'];

let image: string;
let version: string;

beforeAll(async () => {
  image = await mkdtemp(join(tmpdir(), 'image-'));
  version = (await run(process.execPath, PRESENT_BUILD)).stdout;
  const lastStage = (await readFile(join(ROOT, 'Dockerfile'), 'utf8')).split('\nFROM ').at(-1)!;
  for (const [, sources, target] of lastStage.matchAll(/^COPY (?:--from=build )?(.+) (\S+)$/gm))
    for (const source of sources!.split(' ').map((path) => path.replace('/app/', ''))) await copy(source, target!);
});

afterAll(() => rm(image, { recursive: true }));

async function copy(source: string, target: string): Promise<void> {
  if (source === 'node_modules') return linkRuntimePackages();
  await cp(join(ROOT, source), join(image, target.endsWith('/') ? source : target), { recursive: true });
}

/** The packages without the compilers, which would build the service again. */
async function linkRuntimePackages(): Promise<void> {
  const names = await readdir(join(ROOT, 'node_modules'));
  const nest = (await readdir(join(ROOT, 'node_modules/@nestjs'))).map((name) => join('@nestjs', name));
  for (const name of [...names, ...nest].filter((each) => !['typescript', '@nestjs', '@nestjs/cli'].includes(each))) {
    const link = join(image, 'node_modules', name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(join(ROOT, 'node_modules', name), link);
  }
}

describe('the files of the image', () => {
  it('are enough for the commands that messages and documents name', async () => {
    const { stdout } = await run('npm', ['run', '--silent', 'cli', '--', '--version'], { cwd: image });
    expect(stdout).toBe(version);
    const migrate = await run('npm', ['run', '--silent', 'migrate', '--', '--help'], { cwd: image });
    expect(migrate.stdout).toContain('pending migrations');
  });

  it('are not kept out of the build by .dockerignore', async () => {
    const ignored = await readFile(join(ROOT, '.dockerignore'), 'utf8');
    for (const name of await readdir(join(image, 'scripts'))) expect(ignored).toContain(`!scripts/${name}\n`);
  });
});

describe('without installed packages', () => {
  it.each(['start', 'start:api', 'migrate', 'dev'])(
    'npm run %s names the command that installs them',
    async (script) => {
      const bare = await mkdtemp(join(image, 'bare-'));
      for (const source of ['package.json', 'scripts'])
        await cp(join(ROOT, source), join(bare, source), { recursive: true });
      await expect(run('npm', ['run', '--silent', script], { cwd: bare })).rejects.toMatchObject({
        code: 1,
        stderr: 'Packages of the service are not installed. Run "npm ci" first.\n',
      });
    },
  );
});
