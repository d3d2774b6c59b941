const base = {
  testEnvironment: '<rootDir>/test/runner/worker-environment.mjs',
  runtime: '<rootDir>/test/runner/worker-runtime.cjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/each-file.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest'] },
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
  reporters: ['default', '<rootDir>/scripts/skipped-tests-reporter.mjs'],
  projects: [
    {
      ...base,
      displayName: 'unit',
      roots: ['<rootDir>/src', '<rootDir>/scripts', '<rootDir>/console', '<rootDir>/embed', '<rootDir>/test/unit'],
      testRegex: '(?<!\\.(?:built|component|faults))\\.spec\\.ts$',
      setupFilesAfterEnv: [...base.setupFilesAfterEnv, '<rootDir>/test/runner/unit-file.ts'],
    },
    { ...project('component', ['src', 'console', 'embed', 'scripts', 'test'], ['component']), ...withWatchedQueries },
    { ...project('e2e', ['test'], ['contract', 'db', 'e2e']), ...withWatchedQueries },
    project('built', ['scripts', 'test'], ['built']),
    project('faults', ['src', 'test'], ['faults']),
    project('browser', ['test'], ['browser']),
  ],
  testSequencer: '<rootDir>/test/runner/faults-first.mjs',
  testTimeout: 600_000, // only ends what hangs: a busy machine takes many times as long as an idle one
  workerGracefulExitTimeout: 60_000, // a worker that has nothing open ends by itself, at once or on a busy machine later
  maxWorkers: 3, // more than the processors of small machines, since some files mostly wait
};
