import { join } from 'node:path';
import { build } from 'esbuild';

/**
 * The `modules` that the entries need, each with its `file`, its `format`, whether it `hasDynamicImport`, whether it `isLate`, and what it
 * `imports`: indexes of this list by the words that it uses; and `packages`, the indexes of packages by their names. Late ones, which the
 * others only import when they need them, are the last. esbuild finds them as Node does. What it cannot find is left out, as Node leaves it
 * to a package whether it can do without.
 */
export async function findModules(entries, { root, leftOut }) {
  const { metafile } = await build({
    stdin: { contents: entries.map((entry) => `require(${JSON.stringify(entry)});`).join(''), resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    platform: 'node',
    conditions: [], // without its own condition "module", which Node does not know
    treeShaking: false,
    write: false,
    metafile: true,
    logLevel: 'error',
    plugins: [asNode(leftOut)],
  });
  const { '<stdin>': start, ...inputs } = metafile.inputs;
  const early = importedAtOnce(start, inputs);
  const paths = [...early, ...Object.keys(inputs).filter((path) => !early.has(path))];
  const indexes = new Map(paths.map((path, index) => [path, index]));
  const importsOf = ({ imports }) => imports.filter(({ external }) => !external).map(({ original, path }) => [original, indexes.get(path)]);
  const modules = paths.map((path) => ({
    file: join(root, path),
    format: inputs[path].format,
    isLate: !early.has(path),
    hasDynamicImport: inputs[path].imports.some(({ kind }) => kind === 'dynamic-import'),
    imports: unambiguous(importsOf(inputs[path])),
  }));
  const imports = [start, ...Object.values(inputs)].flatMap(importsOf);
  return { modules, packages: unambiguous(imports.filter(([name]) => /^[^./]/.test(name))) };
}

/** The paths of what is imported without `import()`, from the entries on. */
function importedAtOnce(start, inputs) {
  const found = new Set();
  const visit = ({ imports }) => {
    for (const { path, kind, external } of imports) {
      if (external || kind === 'dynamic-import' || found.has(path)) continue;
      found.add(path);
      visit(inputs[path]);
    }
  };
  visit(start);
  return found;
}

const asNode = (leftOut) => ({
  name: 'as Node',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /./ }, async ({ path, pluginData, importer, resolveDir, kind }) => {
      if (pluginData === ASKED) return undefined;
      const { errors, ...found } = await resolve(path, { importer, resolveDir, kind, pluginData: ASKED });
      return errors.length > 0 || found.path === leftOut ? { path, external: true } : found;
    });
  },
});

const ASKED = 'asked';

/** Without the words that mean several modules: Node decides what they mean. */
function unambiguous(imports) {
  const [found, ambiguous] = [new Map(), new Set()];
  for (const [word, index] of imports) {
    if (found.has(word) && found.get(word) !== index) ambiguous.add(word);
    found.set(word, index);
  }
  return Object.fromEntries([...found].filter(([word]) => !ambiguous.has(word)));
}
