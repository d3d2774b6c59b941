// Loaded before the service by "node --require". Arms the fail points of the build: a message { failPoint, signal } from the chaos test lets
// the process send itself that signal when it next passes the fail point, and { failPoint: null } disarms it. The first pass is reported.
const { writeSync } = require('node:fs');
const { join } = require('node:path');

const file = join(process.env.CHAOS_DIST, 'platform', 'fail-point.js');
let armed = null;
let isWorking = false;

function failPoint(name) {
  if (!isWorking && process.connected) process.send('working');
  isWorking = true;
  if (armed?.failPoint !== name) return;
  const { signal } = armed;
  armed = null;
  writeSync(2, `fail point ${name}: ${signal}\n`);
  process.kill(process.pid, signal);
  if (signal === 'SIGKILL') for (;;); // nothing may follow the fail point until the signal arrives
}

// Modules that load it later get this function. Its own exports cannot be assigned to.
const seam = require(file);
require.cache[require.resolve(file)].exports = { ...seam, failPoint };

process.on('message', (message) => (armed = message.failPoint === null ? null : message));
process.on('disconnect', () => process.exit(1)); // the chaos test has ended
process.channel.unref();
