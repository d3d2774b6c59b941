// Writes openapi.json from the sources: node scripts/openapi.mjs. With --check it only says whether that would change it. What the document
// tells of types and their comments is written into the code by the plugin of @nestjs/swagger, for which TypeScript compiles it here.
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const FILE = 'openapi.json';
/** The compiled code is as far from package.json as `src`. */
const BUILT = 'dist-openapi';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
const settings = { extends: './tsconfig.json', compilerOptions: { outDir: BUILT, sourceMap: false, noCheck: true } };
const project = `tsconfig.${BUILT}.json`;
writeFileSync(project, JSON.stringify(settings));
try {
  execFileSync('npx', ['nest', 'build', '--builder', 'tsc', '--path', project], { stdio: ['ignore', 'ignore', 'inherit'] });
  const text = `${JSON.stringify(await document(), null, 2)}\n`;
  if (!process.argv.includes('--check')) writeFileSync(FILE, text);
  else if (text !== readFileSync(FILE, 'utf8')) {
    console.error(`${FILE} differs from the code. Run "npm run generate" and commit it.`);
    process.exitCode = 1;
  }
} finally {
  rmSync(project);
  rmSync(BUILT, { recursive: true, force: true });
}

/** Makes the document without connecting to anything. */
async function document() {
  const load = createRequire(new URL(`../${BUILT}/main.js`, import.meta.url));
  load('reflect-metadata');
  const { NestFactory } = load('@nestjs/core');
  const [{ ApiModule }, { apiDocument }] = [load('./api.module'), load('./api/openapi/api-document')];
  const options = { config: load('./platform/config/config').loadConfig({}), databaseUrl: 'postgres://localhost/none', appSecret: '' };
  return apiDocument(await NestFactory.create(ApiModule.forRoot(options), { preview: true, logger: false }), '/');
}
