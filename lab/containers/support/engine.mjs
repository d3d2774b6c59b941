import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Podman or Docker, whichever answers first in this order; null where neither does. */
export async function findEngine() {
  for (const name of ['podman', 'docker']) {
    const engine = engineOf(name);
    if (await engine.succeeds('info')) return engine;
  }
  return null;
}

function engineOf(name) {
  /** Resolves with what the command prints; rejects with what it says when it fails. */
  const call = async (...words) => (await run(name, words, { maxBuffer: 64 << 20 })).stdout.trim();
  const succeeds = (...words) =>
    call(...words).then(
      () => true,
      () => false,
    );
  const inspect = async (kind, what) => JSON.parse(await call(kind, 'inspect', what))[0];
  return {
    name,
    call,
    succeeds,
    has: (image) => succeeds('image', 'inspect', image),
    /** The configuration of an image with its health check, which Podman and Docker tell at different places. */
    imageOf: async (image) => {
      const { Config, Healthcheck, HealthCheck } = await inspect('image', image);
      return { ...Config, Healthcheck: Config.Healthcheck ?? Healthcheck ?? HealthCheck };
    },
    stateOf: async (container) => (await inspect('container', container)).State,
    /** The output of a container, for a message. */
    logOf: async (container) => {
      const { stdout, stderr } = await run(name, ['logs', '--tail', '30', container]);
      return `${stdout}${stderr}`;
    },
  };
}

/** Builds the image of a service of a compose file, with these arguments besides. Podman keeps the health check in the format of Docker only. */
export async function buildImage({ name, call }, { image, build }, more) {
  const format = name === 'podman' ? ['--format', 'docker'] : [];
  const args = Object.entries({ ...build.args, ...more }).flatMap(([key, value]) => ['--build-arg', `${key}=${value}`]);
  await call('build', ...format, ...args, '--network', 'host', '--tag', image, build.context);
}
