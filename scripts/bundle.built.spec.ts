import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { buildService } from '../test/support/worker-process';

const ROOT = join(__dirname, '..');
const DIST = join(ROOT, 'dist');

beforeAll(buildService);

describe('the bundle', () => {
  it('keeps the names of all classes and functions, and needs nothing of a package that stands outside of it', async () => {
    const { compared, renamed, loaded } = JSON.parse(await node(join(__dirname, 'compare-bundle.mjs'))) as Comparison;
    expect(compared).toBeGreaterThan(10_000);
    expect(renamed).toEqual(LOCAL_NAMES);
    const parts = loaded.filter((file) => PART.test(file));
    expect(loaded.filter((file) => !PART.test(file))).toEqual(['bundle.js', 'bundle-loader.js', 'platform/fail-point.js']);
    expect(parts.length).toBeGreaterThan(5);
    expect(parts.filter((file) => textOf(file).includes('../node_modules/@aws-sdk/'))).toEqual([]); // nobody has asked for it
  });

  it('leaves no import of a module by its name to Node, which would load a second one', () => {
    expect(allParts().filter((file) => /\bimport\(["']/.test(textOf(file)))).toEqual([]);
  });

  it('has no character that makes V8 keep it in two bytes for each', () => {
    expect(allParts().filter((file) => /[^\0-\x7f]/.test(textOf(file)))).toEqual([]);
  });

  it('has stack traces that name the lines of the sources, and the files of packages', async () => {
    const own = await traceOf("load('service.js').startApi(undefined)");
    const [, file, line] = /^ +at createLog \((.+):(\d+):\d+\)$/m.exec(own)!;
    expect(file).toBe(join(ROOT, 'src/platform/log/log.ts'));
    expect(readFileSync(file!, 'utf8').split('\n')[Number(line) - 1]).toContain('logLevel');

    const parser = 'node_modules/pg-connection-string/index.js';
    const foreign = await traceOf(`load('../${parser}').parse(null)`);
    expect(foreign).toContain(`parse (${join(ROOT, parser)}:`);
    expect(`${own}${foreign}`).not.toMatch(/bundle-\d+\.js:/);
  });

  it('has stack traces of errors that refuse to be texts', async () => {
    const error = "Object.defineProperty(new Error(), 'message', { get() { throw 1; } })";
    expect(await traceOf(`Promise.reject(${error})`)).toMatch(/^Error\n +at /);
  });
});

describe('what browsers load', () => {
  it('of other packages and of the templates is there by Brotli and gzip', () => {
    expectCompressed(join(DIST, 'intake/pages/templates/page.css'));
    for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js'])
      expectCompressed(join(ROOT, 'node_modules/swagger-ui-dist', name), join(DIST, 'api/openapi/swagger-ui', name));
  });
});

function expectCompressed(source: string, file = source): void {
  const content = readFileSync(source);
  expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(content)).toBe(true);
  expect(gunzipSync(readFileSync(`${file}.gz`)).equals(content)).toBe(true);
}

interface Comparison {
  compared: number;
  renamed: string[];
  loaded: string[];
}

const PART = /^bundle-\d+\.js$/;
const allParts = () => readdirSync(DIST).filter((file) => PART.test(file));
const textOf = (file: string) => readFileSync(join(DIST, file), 'latin1');

/** Of packages, in scopes of their own, where the compiler gives a function another name than that of a global. */
const LOCAL_NAMES = [
  ...['Map1', 'Set1', 'WeakMap1'].map((name) => `../node_modules/reflect-metadata/Reflect.js declares ${name}`),
  '../node_modules/atomic-sleep/index.js declares sleep1',
];

/** The stack trace of the error with which an expression of the bundle rejects. */
function traceOf(expression: string): Promise<string> {
  return node(
    '--eval',
    `require('${DIST}/bundle-stack-traces.js')('${DIST}');
     const load = require('${DIST}/bundle.js');
     (async () => ${expression})().catch(({ stack }) => { console.log(stack); process.exit(); });`,
  );
}

async function node(...parameters: string[]): Promise<string> {
  return (await promisify(execFile)(process.execPath, parameters)).stdout;
}
