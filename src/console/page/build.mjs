// Bundles the console's page: node src/console/page/build.mjs dist/console/built
// The forms of workflow nodes come from the schemas in openapi.json. Script and style sheet have a digest in their names.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , folder] = process.argv;
const { components } = JSON.parse(readFileSync(fileOf('../../../openapi.json'), 'utf8'));
const nodeTypes = components.schemas.NodeDto.properties.config['x-node-types'];

const { outputFiles } = await build({
  entryPoints: [fileOf('main.ts'), fileOf('style.css')],
  outdir: folder,
  bundle: true,
  minify: true,
  write: false,
  target: 'es2022',
  define: { NODE_TYPES: JSON.stringify(nodeTypes) },
  logLevel: 'warning',
});

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const names = Object.fromEntries(
  outputFiles.map(({ path, contents }) => {
    const digest = createHash('sha256').update(contents).digest('hex').slice(0, 16);
    const type = path.split('.').pop();
    const name = `console.${digest}.${type}`;
    writeFileSync(join(folder, name), contents);
    return [type, name];
  }),
);
const page = readFileSync(fileOf('index.html'), 'utf8');
writeFileSync(join(folder, 'index.html'), page.replace('console.css', names.css).replace('console.js', names.js));
