// Runs tests by Jest: npm test -- [--selectProjects faults browser] [-- <file or folder>...]. Without the names of projects it runs those that
// need no build and do not mostly wait.
import { run } from 'jest';

const words = process.argv.slice(2);
const areNamed = words.some((word) => word.startsWith('--selectProjects'));
await run(areNamed ? words : ['--selectProjects', 'unit', 'component', 'e2e', '--config', 'jest.config.js', ...words]);
