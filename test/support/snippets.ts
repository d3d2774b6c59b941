import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, transformSync } from 'esbuild';
import type { Plugin } from 'esbuild';
import { runInNewContext } from 'node:vm';

const ROOT = join(__dirname, '../..');

/** The named snippets of docs/embedding.md, by their name, for a form of a service. */
export function readSnippets(serviceUrl: string, formId: string): ReadonlyMap<string, string> {
  const document = readFileSync(join(ROOT, 'docs/embedding.md'), 'utf8')
    .replaceAll('https://forms.example.com', serviceUrl)
    .replaceAll('FORM_ID', formId);
  const found = [...document.matchAll(/^```\w+ (\S+)\n([\s\S]*?)^```$/gm)];
  return new Map(found.map(([, name, code]) => [name!, code!]));
}

/** A program of which the snippets are the files; `stubs` stand in for packages that are not installed. */
export async function bundle(
  snippets: ReadonlyMap<string, string>,
  entry: string,
  format: 'iife' | 'cjs' | 'esm',
  stubs: Record<string, string> = {},
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry, loader: 'jsx', resolveDir: ROOT },
    ...{ bundle: true, write: false, format, jsx: 'automatic', logLevel: 'error' },
    platform: format === 'iife' ? 'browser' : 'node',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [filesFrom(snippets, stubs)],
  });
  return outputFiles[0]!.text;
}

function filesFrom(snippets: ReadonlyMap<string, string>, stubs: Record<string, string>): Plugin {
  const extensions = ['', '.js', '.jsx'];
  return {
    name: 'snippets',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^\./ }, ({ path, importer, namespace }) => {
        if (namespace !== 'snippets' && importer !== '<stdin>') return undefined;
        const wanted = join(namespace === 'snippets' ? dirname(importer) : '', path);
        const name = extensions.map((extension) => wanted + extension).find((each) => snippets.has(each));
        return name === undefined ? undefined : { path: name, namespace: 'snippets' };
      });
      onResolve({ filter: /^[@\w]/ }, ({ path }) => (path in stubs ? { path, namespace: 'stubs' } : undefined));
      onLoad({ filter: /./, namespace: 'snippets' }, ({ path }) => ({
        contents: snippets.get(path),
        loader: 'jsx',
        resolveDir: ROOT,
      }));
      onLoad({ filter: /./, namespace: 'stubs' }, ({ path }) => ({ contents: stubs[path], loader: 'js' }));
    },
  };
}

/** The exports of a program in CommonJS. It gets the globals of this process, others in their place, and an environment of its own. */
export function run<Exports>(program: string, environment: Record<string, string> = {}, others: object = {}): Exports {
  const module = { exports: {} };
  const globals = {
    fetch,
    FormData,
    Headers,
    AbortController,
    TextEncoder,
    URL,
    crypto,
    console,
    queueMicrotask,
    setTimeout,
  };
  runInNewContext(program, { ...globals, ...others, module, exports: module.exports, require, process: { env: environment } });
  return module.exports as Exports;
}

/** The HTML of an Astro page without components: code between two lines of `---`, and a template in which braces hold expressions. */
export function renderAstro(page: string): string {
  const [, code = '', template = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(page)!;
  const program = transformSync(`${code}\nmodule.exports = (${template.trim()})`, { loader: 'jsx', jsxFactory: 'h' });
  const module = { exports: '' };
  runInNewContext(program.code, { module, h: elementText });
  return `<!doctype html>${module.exports}`;
}

function elementText(tag: string, attributes: Record<string, string | true> | null, ...children: (string | string[])[]): string {
  const written = Object.entries(attributes ?? {})
    .filter(([name]) => name !== 'is:inline')
    .map(([name, value]) => (value === true ? ` ${name}` : ` ${name}="${value}"`));
  const start = `<${tag}${written.join('')}>`;
  return tag === 'input' ? start : `${start}${children.flat().join('')}</${tag}>`;
}
