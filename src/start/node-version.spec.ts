import { nodeProblem } from './node-version';

it.each(['18.20.4', '20.20.1', '20.9.0', '9.99.99'])('Node %s is older than 20.20.2, which is told in one sentence', (version) => {
  const problem = `This is Node ${version}, and the service needs Node 20.20.2 or newer: install it, and start again.`;
  expect(nodeProblem(version, '>=20.20.2')).toBe(problem);
});

it.each(['20.20.2', '20.100.0', '22.0.0', '100.0.0', '20.20.2-nightly'])('Node %s is not', (version) => {
  expect(nodeProblem(version, '>=20.20.2')).toBeNull();
});
