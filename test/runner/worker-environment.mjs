import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * Jest's environment for test files that share a process: the globals of the process instead of a copy of them for each file. What a file
 * has changed in them is put back after it.
 */
export default class WorkerEnvironment {
  global = globalThis;
  moduleMocker = new ModuleMocker(globalThis);

  constructor({ projectConfig }) {
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.before = { env: { ...process.env }, exit: process.exit, folder: process.cwd(), console: globalThis.console };
  }

  async setup() {}

  async teardown() {
    const { env, exit, folder, console } = this.before;
    this.moduleMocker.restoreAllMocks();
    this.fakeTimersModern.dispose();
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    process.exit = exit;
    process.chdir(folder);
    globalThis.console = console;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  getVmContext() {
    return null;
  }
}
