// The loader of the bundle. Each module is a function with the variables that Node gives to a module, so nothing in it is renamed, and it knows
// its own place. What is not in the bundle is left to Node.
const nodeModule = require('node:module');
const { dirname, join } = require('node:path');

/**
 * Returns a function that loads a module by its path from the folder of the bundle.
 * - `sizes` are the numbers of modules in its parts, `bundle-0.js` and so on. A part has for each its path, what it requires as indexes by the
 *   words that it uses, and its code. It is read when one of its modules is needed, so that the others take no memory;
 * - `packages` has the indexes of packages by their names.
 */
module.exports = (folder, sizes, packages) => {
  /** Those of the parts that have been read, by index. */
  const modules = [];
  /** Modules that have begun to run, by index. */
  const loaded = new Map();

  function moduleAt(index) {
    if (modules[index]) return modules[index];
    let [part, first] = [0, 0];
    while (index >= first + sizes[part]) first += sizes[part++];
    require(join(folder, `bundle-${part}.js`)).forEach((module, place) => (modules[first + place] = module));
    return modules[index];
  }

  function load(index) {
    const known = loaded.get(index);
    if (known) return known.exports;
    const [path, imports, run] = moduleAt(index);
    const filename = join(folder, path);
    const module = { exports: {}, id: filename, filename, loaded: false };
    loaded.set(index, module);
    try {
      run.call(module.exports, module.exports, requireIn(filename, imports), module, filename, dirname(filename));
      module.loaded = true;
      return module.exports;
    } finally {
      if (!module.loaded) loaded.delete(index);
    }
  }

  function requireIn(filename, imports) {
    let ofNode;
    const fromNode = () => (ofNode ??= nodeModule.createRequire(filename));
    const require = (request) => {
      if (request in imports) return load(imports[request]);
      return NAMES_OF_MODULE.has(request) ? withCreateRequire : fromNode()(request);
    };
    require.resolve = (...request) => fromNode().resolve(...request);
    return require;
  }

  /** A package that makes a `require` of its own gets the packages of the bundle, since a second copy would have a state of its own. */
  const withCreateRequire = { ...nodeModule, createRequire: (filename) => requireIn(filename, packages) };

  return (path) => {
    let index = 0;
    while (moduleAt(index)[0] !== path) index += 1; // programs are among the first
    return load(index);
  };
};

const NAMES_OF_MODULE = new Set(['module', 'node:module']);
