// Bundles the console's page: node src/console/page/build.mjs dist/console/built
// The forms of workflow nodes and of a form's settings come from the schemas in openapi.json. Script and style sheet have a digest in their names.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

const KEY = 'Idempotency-Key';
/** The compiler has checked the names that the page sends. */
const UNCHECKED =
  'export const checkedInput = (_, input) => ({ ...input, headers: { ...input.headers } }), refuseUnknown = () => undefined;';

/** Of the client, the page has the operations that it calls; `transport.ts` sends them. It never repeats an edit by itself. */
const onlyCalled = {
  name: 'only called operations',
  setup({ onLoad }) {
    const sources = readdirSync(fileOf('.'), { recursive: true }).filter((name) => name.endsWith('.ts'));
    const called = new Set(
      sources.flatMap((name) => [...readFileSync(fileOf(name), 'utf8').matchAll(/\bapi\s*\.(\w+)/g)].map(([, id]) => id)),
    );
    onLoad({ filter: /generated\/api\.ts$/ }, ({ path }) => {
      const lines = readFileSync(path, 'utf8').split('\n');
      const operations = lines.filter((line) => called.has(/^ +(\w+): \{ id: "\1", /.exec(line)?.[1]));
      const text = operations
        .join('\n')
        .replaceAll(/ tags: \[[^\]]*\],|, security: \[\[.*?\]\]/g, '')
        .replaceAll(/ params: \[.*?\],?/g, (params) => (params.includes(KEY) ? ` params: [{ name: "${KEY}" }],` : ''));
      const transport = `export { ApiError, createClient } from ${JSON.stringify(fileOf('transport.ts'))};`;
      return { contents: `${transport} export const OPERATIONS = {${text}};`, loader: 'ts' };
    });
    onLoad({ filter: /client\/src\/input\.ts$/ }, () => ({ contents: UNCHECKED }));
    onLoad({ filter: /client\/src\/edit\.ts$/ }, () => ({ contents: 'export const editor = () => undefined;' }));
  },
};

const { outputFiles } = await build({
  entryPoints: [fileOf('main.ts'), fileOf('style.css')],
  outdir: folder,
  bundle: true,
  minify: true,
  write: false,
  target: 'es2022',
  define: { NODE_TYPES: JSON.stringify(nodeTypes), MEMBER_TRAITS: JSON.stringify(traits) },
  plugins: [onlyCalled],
  logLevel: 'warning',
});

/** Minifying leaves templates as they are, in which alone lines are indented. */
const withoutIndents = (text) => text.replaceAll(/\n {2,}/g, ' ');

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const names = Object.fromEntries(
  outputFiles.map(({ path, text }) => {
    const contents = withoutIndents(text);
    const digest = createHash('sha256').update(contents).digest('hex').slice(0, 16);
    const type = path.split('.').pop();
    const name = `console.${digest}.${type}`;
    writeFileSync(join(folder, name), contents);
    return [type, name];
  }),
);
const page = readFileSync(fileOf('index.html'), 'utf8').replaceAll(/\n\s*/g, '\n');
writeFileSync(join(folder, 'index.html'), page.replace('console.css', names.css).replace('console.js', names.js));
