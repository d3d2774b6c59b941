// Bundles the console's page as it is written: node src/console/page/build.mjs dist/console/dist
// The forms of workflow nodes and of a form's settings come from the schemas in openapi.json. Names of files have digests of their content.
// What the page imports by import() is a file of its own.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , folder] = process.argv;
mkdirSync(folder, { recursive: true });

const { components } = JSON.parse(readFileSync(fileOf('../../../openapi.json'), 'utf8'));
const nodeTypes = components.schemas.NodeDto.properties.config['x-node-types'];

/** What the members of a form, its settings and its fields admit, by their paths. */
const SECTIONS = {
  form: 'UpdateFormDto',
  page: 'PageSettingsDto',
  notifications: 'NotificationSettingsDto',
  spam: 'SpamSettingsDto',
  'spam.siteverify': 'SiteverifySettingsDto',
  intake: 'IntakeSettingsDto',
  retention: 'RetentionSettingsDto',
  field: 'UpdateFieldDto',
};
const LINE_LENGTH = 2048; // longer texts may have several lines
const traits = Object.fromEntries(
  Object.entries(SECTIONS).flatMap(([section, schema]) =>
    Object.entries(components.schemas[schema].properties).map(([name, property]) => {
      const [type, isNullable] = [property.type].flat();
      const choices = property.enum?.filter((value) => value !== null);
      const kind = type === 'string' ? (property.format ?? (property.maxLength > LINE_LENGTH ? 'text' : undefined)) : type;
      return [`${section}.${name}`, { type: choices ? undefined : kind, choices, isNullable: isNullable && true }];
    }),
  ),
);

const { metafile } = await build({
  entryPoints: [fileOf('main.ts'), fileOf('style.css')],
  outdir: folder,
  bundle: true,
  minify: true,
  splitting: true,
  format: 'esm',
  entryNames: 'console.[hash]',
  chunkNames: 'console.[hash]',
  metafile: true,
  target: 'es2022',
  define: { NODE_TYPES: JSON.stringify(nodeTypes), MEMBER_TRAITS: JSON.stringify(traits) },
  logLevel: 'warning',
});

const outputs = Object.entries(metafile.outputs);
const outputOf = (entry) => outputs.find(([, { entryPoint }]) => entryPoint && basename(entryPoint) === entry)[0];
/** What a script needs before it runs. The rest is loaded with the views that few people open. */
const neededBy = (output) =>
  metafile.outputs[output].imports.flatMap(({ path, kind }) => (kind === 'import-statement' ? [path, ...neededBy(path)] : []));
const preloads = [...new Set(neededBy(outputOf('main.ts')))].map((path) => `<link rel="modulepreload" href="console/${basename(path)}" />`);
const page = readFileSync(fileOf('index.html'), 'utf8')
  .replace('console.css', basename(outputOf('style.css')))
  .replace('console.js', basename(outputOf('main.ts')))
  .replace('<script', () => [...preloads, '<script'].join('\n    '));
writeFileSync(join(folder, 'index.html'), page);
// Last, so that a service that starts meanwhile finds all that it reads.
const built = ['index.html', ...outputs.map(([path]) => basename(path))];
for (const name of readdirSync(folder)) if (!built.includes(name)) rmSync(join(folder, name));
