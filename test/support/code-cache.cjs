// Node's own loader for the files of the bundle, but that it keeps the compiled code of their functions in files, as Node 22.8 and later do by
// themselves. Without it, a third of the start of a process is the compiler's. Each program has its own, since it calls other functions.
const { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const { Module, createRequire, enableCompileCache } = require('node:module');
const { basename, dirname, join } = require('node:path');
const v8 = require('node:v8');
const { Script } = require('node:vm');

const DIST = join(__dirname, '../../dist');
const CACHES = join(__dirname, '../../node_modules/.cache/code-of-tests');
const OF_BUNDLE = /^bundle(-\d+)?\.js$/;
/** For processes that are killed later, and do not come to their end. */
const WRITES_AFTER_MS = 5_000;

const compile = Module.prototype._compile;
/** Scripts of which no compiled code was there, by the files for it. */
const missing = new Map();

if (!enableCompileCache) {
  const folder = join(CACHES, String(statSync(join(DIST, 'bundle.js')).mtimeMs));
  Module.prototype._compile = function (content, filename) {
    if (dirname(filename) !== DIST || !OF_BUNDLE.test(basename(filename))) return compile.call(this, content, filename);
    const cache = join(folder, `${basename(process.argv[1], '.js')}-${basename(filename, '.js')}`);
    const script = withUsualFlags(() => new Script(Module.wrap(content), { filename, cachedData: contentOf(cache) }));
    if (script.cachedDataRejected !== false) missing.set(cache, script);
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
  };
  process.once('exit', () => write(folder));
  setTimeout(() => write(folder), WRITES_AFTER_MS).unref();
}

function contentOf(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Others read a file only as a whole. What belongs to an earlier build goes. A process that may not write there does without. */
function write(folder) {
  if (missing.size === 0) return;
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(CACHES)) if (name !== basename(folder)) rmSync(join(CACHES, name), { recursive: true, force: true });
    for (const [cache, script] of missing) {
      const draft = `${cache}-${process.pid}`;
      writeFileSync(
        draft,
        withUsualFlags(() => script.createCachedData()),
      );
      renameSync(draft, cache);
    }
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(error.code)) throw error;
  }
  missing.clear();
}

/** V8 takes compiled code only under the flags that it was made under, and the service changes some of them while it starts and runs. */
const USUAL_FLAGS = { '--heap-growing-percent': '0', '--semi-space-growth-factor': '2' };
const flags = { ...USUAL_FLAGS };
const { setFlagsFromString } = v8;
const setAll = (values) => Object.entries(values).forEach((flag) => setFlagsFromString(flag.join('=')));

v8.setFlagsFromString = (flag) => {
  const [name, value] = flag.split('=');
  if (name in flags) flags[name] = value;
  setFlagsFromString(flag);
};

function withUsualFlags(work) {
  setAll(USUAL_FLAGS);
  try {
    return work();
  } finally {
    setAll(flags);
  }
}
