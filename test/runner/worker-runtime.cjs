const asyncHooks = require('node:async_hooks');
const { Module, createRequire } = require('node:module');

/**
 * Jest's loader of modules for test files that share a process. It is Node's own, so the service and its packages are loaded once for each
 * process instead of once for each test file, which would take most of the processor time of the tests. There is no `jest.mock`: the tests
 * use the real modules.
 */
module.exports = class WorkerRuntime {
  /** What is loaded for this test file only. */
  #ofFile = [];

  constructor(_config, environment, _resolver, transformer) {
    transformWith(transformer);
    globalThis.jest = jestObject(environment);
  }

  /** A test file, or the set-up of each. */
  requireModule(path) {
    this.#ofFile.push(path);
    return createRequire(path)(path);
  }

  /** Jest's own module with the state of a test file. */
  requireInternalModule(path) {
    this.#ofFile.push(path);
    return require(path);
  }

  unstable_shouldLoadAsEsm() {
    return false;
  }

  getSourceMaps() {
    return sourceMaps;
  }

  setGlobalsForRuntime() {}
  enterTestCode() {}
  leaveTestCode() {}
  getAllCoverageInfoCopy() {}
  getAllV8CoverageInfoCopy() {}

  teardown() {
    for (const path of this.#ofFile) delete require.cache[path];
    for (const storage of storages.splice(0)) storage.disable();
    for (const symbol of Object.getOwnPropertySymbols(globalThis))
      if (STATE_OF_JEST.includes(symbol.description)) delete globalThis[symbol];
  }
};

/**
 * The storages of asynchronous contexts that Jest and the apps of a test file have made. On Node 20 and 22 every promise of a process costs more
 * with each that was used and is not disabled, so that after a hundred files a request would take several times as long.
 */
const storages = [];
asyncHooks.AsyncLocalStorage = class extends asyncHooks.AsyncLocalStorage {
  constructor(...options) {
    super(...options);
    storages.push(this);
  }
};

const STATE_OF_JEST = ['JEST_STATE_SYMBOL', 'EVENT_HANDLERS'];

/** By path of the module: the path of its source map. */
const sourceMaps = new Map();
let transformer;

function transformWith(current) {
  transformer = current;
  Module._extensions['.ts'] = (module, path) => {
    const { code, sourceMapPath } = transformer.transform(path, {});
    if (sourceMapPath) sourceMaps.set(path, sourceMapPath);
    module._compile(code, path);
  };
}

/** The client names its modules as they are called when they are compiled. */
const resolveFilename = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...others) => {
  const isOfSource = request.startsWith('.') && parent?.filename?.endsWith('.ts');
  return resolveFilename(isOfSource ? request.replace(/\.js$/, '') : request, parent, ...others);
};

function jestObject({ moduleMocker: mocker, fakeTimersModern: timers }) {
  return {
    fn: mocker.fn.bind(mocker),
    spyOn: mocker.spyOn.bind(mocker),
    replaceProperty: mocker.replaceProperty.bind(mocker),
    restoreAllMocks: () => mocker.restoreAllMocks(),
    useFakeTimers: (options) => timers.useFakeTimers(options),
    useRealTimers: () => timers.useRealTimers(),
    advanceTimersByTime: (ms) => timers.advanceTimersByTime(ms),
    advanceTimersByTimeAsync: (ms) => timers.advanceTimersByTimeAsync(ms),
    runAllTimers: () => timers.runAllTimers(),
  };
}
