// SWC turns our TypeScript and the ESM-only packages into CommonJS, so that the tests load the same modules as the service does.
const swcOptions = {
  swcrc: false,
  sourceMaps: 'inline',
  module: { type: 'commonjs' },
  jsc: {
    target: 'es2022',
    keepClassNames: true,
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
  },
};
const swc = (parser) => ['@swc/jest', { ...swcOptions, jsc: { ...swcOptions.jsc, parser } }];
const esmOnly = [
  '@nestjs/',
  'file-type/',
  'strtok3/',
  'token-types/',
  'uint8array-extras/',
  '@tokenizer/',
  '@borewit/',
  '@opentelemetry/otlp-exporter-base/', // uses import(), which Jest does not support
];

const base = {
  testEnvironment: '<rootDir>/scripts/code-cache-environment.mjs',
  setupFilesAfterEnv: ['<rootDir>/test/support/each-file.ts'],
  modulePathIgnorePatterns: ['<rootDir>/dist', '<rootDir>/data'],
  transformIgnorePatterns: [`/node_modules/(?!(${esmOnly.join('|')}))`],
  transform: {
    '^.+\\.ts$': swc({ syntax: 'typescript', decorators: true }),
    '^.+\\.m?js$': swc({ syntax: 'ecmascript' }),
  },
};

module.exports = {
  reporters: ['default', '<rootDir>/scripts/skipped-tests-reporter.mjs'],
  projects: [
    { ...base, displayName: 'unit', testRegex: 'src/.*\\.spec\\.ts$', setupFiles: ['reflect-metadata'] },
    {
      ...base,
      displayName: 'e2e',
      testRegex: 'test/.*\\.spec\\.ts$',
      setupFiles: ['reflect-metadata'],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
  testTimeout: 600_000, // only ends what hangs: a busy machine takes many times as long as an idle one
  testSequencer: '<rootDir>/scripts/test-sequencer.mjs',
  maxWorkers: 4, // twice as many as small machines have processors, since about half of the files mostly wait
};
