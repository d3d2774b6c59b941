/** Proves that users of each maintained Node can install, import and compile the client. */
const CLIENT = [20, 22, 24].map((node) => `.ci/on-node ${node} node scripts/check-client.mjs`).join(' && ');

const ALL_TESTS = 'npx jest --config jest.together.config.js --silent';

/** The limits only end what hangs. Together the steps take about eighty minutes on two processors that have nothing else to do. */
export const STEPS = [
  { name: 'client', minutes: 10, command: CLIENT },
  { name: 'long', minutes: 30, command: 'npx jest --silent --selectProjects long' },
  {
    name: 'browsers',
    minutes: 10,
    command: 'BROWSERS=Firefox,WebKit npx jest --silent test/browser/pages/visitor-paths.browser.spec.ts',
  },
  { name: 'point-in-time', minutes: 6, command: 'node lab/drills/point-in-time.mjs' },
  { name: 'fuzz', minutes: 8, command: 'npm run --silent fuzz -- --requests 20000 --seed $RANDOM --discard' },
  { name: 'failover', minutes: 15, command: 'node lab/chaos/failover.mjs --seconds 0 --faults 5' },
  { name: 'redis-sentinel', minutes: 10, command: 'node lab/chaos/redis.mjs --kills 10' },
  { name: 'redis-cluster', minutes: 10, command: 'node lab/chaos/redis.mjs --kind cluster' },
  { name: 'store', minutes: 12, command: 'node lab/chaos/store.mjs' },
  { name: 'rolling', minutes: 15, command: 'node lab/chaos/rolling.mjs' },
  { name: 'containers', minutes: 15, command: 'node lab/containers/smoke.mjs --if-present' },
  { name: 'chaos', minutes: 35, command: 'npm run --silent chaos -- --seconds 590' }, // from 600 on it judges times, which a busy machine decides
  { name: 'prove', minutes: 30, command: 'npm run --silent chaos -- --prove' },
  {
    name: 'node-24',
    minutes: 40,
    node: 24,
    command: `.ci/on-node 24 npm run --silent smoke && BROWSERS=Chromium .ci/on-node 24 ${ALL_TESTS}`,
  },
];
