import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type * as Client from '../../client/src/index';

/** The typed client as a program has it that is bundled with it. */
export function loadClient(): typeof Client {
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  const outfile = join(folder, 'client.cjs');
  const entry = join(__dirname, '../../client/src/index.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, format: 'cjs', platform: 'node', logLevel: 'error' });
  const client = createRequire(__filename)(outfile) as typeof Client;
  rmSync(folder, { recursive: true });
  return client;
}
