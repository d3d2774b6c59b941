import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const UNITS = ['deploy/form-collection-api.service', 'deploy/form-collection-worker.service'];

/** Its tag moves on with the corrections of a branch whose configuration stays the same. */
const BY_TAG = ['nginx:1.28'];

describe('the images that others make', () => {
  it('are named by their digests', () => {
    const named = [
      ...[...textOf('Dockerfile').matchAll(/^ARG NODE_IMAGE=(\S+)/gm)].map(([, image]) => image!),
      ...[...textOf('docker-compose.yml').matchAll(/^ +image: (\S+)/gm)].map(([, image]) => image!),
    ].filter((image) => image !== 'form-collection-service');
    expect(named).toHaveLength(7);
    expect(named.filter((image) => !/^[\w./-]+:[\w.-]+@sha256:[0-9a-f]{64}$/.test(image))).toEqual(BY_TAG);
  });

  it('are the only ones that the Dockerfile begins from', () => {
    expect([...textOf('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)).toEqual(['${NODE_IMAGE}', '${NODE_IMAGE}']);
  });
});

describe('the packages', () => {
  it('run no script while they are installed', () => {
    expect(textOf('.npmrc')).toMatch(/^ignore-scripts=true$/m);
    const env = { PATH: process.env.PATH, HOME: process.env.HOME };
    execFileSync(process.execPath, ['scripts/check-lock.mjs'], { cwd: ROOT, env });
  });
});

describe('the units of systemd', () => {
  const analyzer = spawnSync('systemd-analyze', ['--version']).status === 0;

  it('confine both processes alike', () => {
    const [api, worker] = UNITS.map((unit) => textOf(unit).split('\n\n').at(-2));
    expect(api).toBe(worker);
    expect(api).toContain('SystemCallFilter=~@privileged @resources\n');
  });

  (analyzer ? it : it.skip).each(UNITS)('leave %s an exposure below 2.0 (with systemd-analyze)', (unit) => {
    const { stdout } = spawnSync('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit], { cwd: ROOT, encoding: 'utf8' });
    const [, exposure] = /Overall exposure level for \S+: ([\d.]+)/.exec(stdout) ?? [];
    expect(Number(exposure)).toBeLessThan(2);
  });
});
