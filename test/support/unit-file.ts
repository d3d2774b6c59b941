import childProcess from 'node:child_process';
import { Server } from 'node:net';

/**
 * Before each file of unit tests: a test that starts a server, a process or a database fails, since it belongs into
 * `*.component.spec.ts`.
 */
function forbidStarts(): void {
  for (const [place, name] of STARTS) jest.spyOn(place as Record<string, () => unknown>, name).mockImplementation(refuse);
}

const STARTS: [object, string][] = [
  [Server.prototype, 'listen'],
  [childProcess.ChildProcess.prototype, 'spawn'],
  [childProcess, 'spawnSync'],
  [childProcess, 'execFileSync'],
  [childProcess, 'execSync'],
];

function refuse(): never {
  throw new Error('A unit test starts no servers and processes. Rename its file to *.component.spec.ts.');
}

forbidStarts();
beforeEach(forbidStarts); // a test may have restored all functions
