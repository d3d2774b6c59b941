// Bundles the command of the client with the packages that it needs, and writes their licences beside it:
// node scripts/build-command.mjs [folder], by default client/dist.
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { noticesOf } from './notices.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = resolve(process.argv[2] ?? join(root, 'client/dist'));

const { metafile } = buildSync({
  absWorkingDir: root,
  entryPoints: ['client/command/main.ts'],
  outfile: join(folder, 'form-collection.cjs'),
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'cjs',
  minifySyntax: true,
  minifyWhitespace: true,
  metafile: true,
  logLevel: 'warning',
});
const packages = Object.keys(metafile.inputs).flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
writeFileSync(join(folder, 'THIRD-PARTY-NOTICES'), noticesOf([...new Set(packages)].map((path) => join(root, path))));
