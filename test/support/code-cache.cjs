// Node's own loader for the bundle, but that it keeps the compiled code of its functions in a file, as Node 22.8 and later do by themselves.
// Without it, a third of the start of a process is the compiler's.
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { Module, createRequire, enableCompileCache } = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

const ROOT = join(__dirname, '../..');
const BUNDLE = join(ROOT, 'dist/bundle.js');
const compile = Module.prototype._compile;

if (!enableCompileCache)
  Module.prototype._compile = function (content, filename) {
    if (filename !== BUNDLE) return compile.call(this, content, filename);
    const cache = join(ROOT, `node_modules/.bundle-${statSync(BUNDLE).mtimeMs}`);
    const cachedData = existsSync(cache) ? readFileSync(cache) : undefined;
    const script = new Script(Module.wrap(content), { filename, cachedData });
    if (!cachedData) process.once('exit', () => write(cache, script.createCachedData()));
    const run = script.runInThisContext();
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, dirname(filename));
  };

/** Others read it only as a whole. */
function write(file, data) {
  const draft = `${file}-${process.pid}`;
  writeFileSync(draft, data);
  renameSync(draft, file);
}
