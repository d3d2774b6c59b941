import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const PLANTED = join(ROOT, 'lab/chaos/faults/planted');

it.each(readdirSync(PLANTED))('the planted fault %s still applies to the sources', (file) => {
  const apply = () => execFileSync('git', ['apply', '--check', join(PLANTED, file)], { cwd: ROOT, stdio: 'pipe' });
  expect(apply).not.toThrow();
});
