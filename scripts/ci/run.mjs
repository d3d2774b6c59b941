// The program of .ci/run once the packages are installed: two lanes, one for each processor. Limits only end
// what hangs: a busy machine takes many times as long as an idle one.
import { runLanes } from './lanes.mjs';

const JEST = 'npx jest --config jest.together.config.js --silent';

const build = { name: 'build', command: 'node scripts/build-if-changed.mjs', minutes: 30 };

const checks = [
  { name: 'static checks', command: 'npm run --silent check:all -- --max-parallel 1', minutes: 40, independent: true },
  { name: 'unit tests', command: `${JEST} --maxWorkers=2 --selectProjects unit`, minutes: 40 },
  { name: 'smoke of the built service', command: 'npm run --silent smoke', minutes: 30 },
  { name: 'built and browser tests', command: `BROWSERS=Chromium ${JEST} --selectProjects built browser`, minutes: 30 },
];

const tests = [
  {
    name: 'component, e2e and faults tests',
    command: `${JEST} --selectProjects component e2e faults`,
    minutes: 60,
  },
];

process.exitCode = (await runLanes(build, [checks, tests])) ? 0 : 1;
