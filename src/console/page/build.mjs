// Bundles the console's page as it is written: node src/console/page/build.mjs dist/console/built
// The forms of workflow nodes and of a form's settings come from the schemas in openapi.json. Names of files have digests of their content.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const fileOf = (name) => fileURLToPath(new URL(name, import.meta.url));
const [, , folder] = process.argv;
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

const { outputFiles } = await build({
  entryPoints: [fileOf('main.ts'), fileOf('style.css')],
  outdir: folder,
  bundle: true,
  minify: true,
  write: false,
  target: 'es2022',
  define: { NODE_TYPES: JSON.stringify(nodeTypes), MEMBER_TRAITS: JSON.stringify(traits) },
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
