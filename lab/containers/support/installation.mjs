import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atEnd } from '../../support/at-end.mjs';
import { secondsOf, wordsOf } from './compose.mjs';
import { createNetwork, nginxFor } from './network.mjs';

const HEALTHY_WITHIN_MS = 120_000;

/**
 * The containers of a compose file, in a network and volumes of their own, which are removed at the end. `settingsOf` makes settings that
 * the services of the project get besides, from the containers that there are already.
 */
export async function createInstallation(engine, { services, configs }, settingsOf) {
  const name = `smoke-${randomBytes(3).toString('hex')}`;
  const folder = mkdtempSync(join(tmpdir(), 'smoke-containers-'));
  const volumes = new Set();
  const containers = []; // in the order of their start
  atEnd(removeAll);
  const prefix = await createNetwork(engine, name);

  async function removeAll() {
    for (const each of containers.toReversed()) {
      await engine.succeeds('kill', each.name); // `rm` alone would wait for its grace
      await engine.succeeds('rm', '--force', '--volumes', each.name);
    }
    for (const volume of volumes) await engine.succeeds('volume', 'rm', '--force', volume);
    await engine.succeeds('network', 'rm', name);
    rmSync(folder, { recursive: true });
  }

  const allOf = (service) => containers.filter((each) => each.service === service);

  /** Starts every service when the conditions for it are met. */
  async function start() {
    for (const [service, definition] of services) {
      for (const [other, { condition }] of Object.entries(definition.depends_on ?? {})) await meets(other, condition);
      for (let number = 1; number <= (definition.deploy?.replicas ?? 1); number += 1) await startContainer(service, definition, number);
    }
    await Promise.all(containers.filter(({ definition }) => isServing(definition)).map(healthy));
  }

  async function meets(service, condition) {
    await Promise.all(allOf(service).map(condition === 'service_healthy' ? healthy : completed));
  }

  async function startContainer(service, definition, number) {
    const [entrypoint, ...words] = definition.entrypoint ?? [];
    const environment = { ...definition.environment, ...(definition.build && settingsOf(allOf)) };
    const hostname = `${service}-${number}`;
    const container = { service, definition, hostname, name: `${name}-${hostname}` };
    container.address = `${prefix}.${10 + containers.length}`;
    containers.push(container);
    await engine.call(
      ...['run', '--detach', '--name', container.name, '--hostname', hostname, '--no-healthcheck'],
      ...['--network', name, '--network-alias', service, '--ip', container.address],
      ...confinementOf(definition),
      ...Object.entries(environment).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
      ...(definition.ports ?? []).flatMap((port) => ['--publish', port]),
      ...(await mountsOf(definition)).flatMap((mount) => ['--volume', mount]),
      ...(entrypoint ? ['--entrypoint', entrypoint] : []),
      ...[definition.image, ...words, ...(definition.command ?? [])],
    );
  }

  function confinementOf({ init, restart, read_only, cap_drop = [], security_opt = [] }) {
    const withoutTmpfs = engine.name === 'podman' ? ['--read-only-tmpfs=false'] : []; // which Docker never adds
    return [
      ...(init ? ['--init'] : []),
      ...(restart ? ['--restart', restart] : []),
      ...(read_only ? ['--read-only', ...withoutTmpfs] : []),
      ...cap_drop.flatMap((capability) => ['--cap-drop', capability]),
      ...security_opt.flatMap((option) => ['--security-opt', option.replace(/:true$/, '')]),
    ];
  }

  function mountsOf({ image, volumes: mounts = [], configs: wanted = [] }) {
    const files = wanted.map(({ source, target }) => `${fileOf(source, configs[source].content)}:${target}:ro`);
    return Promise.all([...mounts.map((mount) => mountOf(image, mount)), ...files]);
  }

  async function mountOf(image, mount) {
    const [source, ...rest] = mount.split(':');
    if (source.endsWith('nginx.conf')) return [await nginxConfig(image, source), ...rest].join(':');
    if (source.startsWith('.')) return [resolve(source), ...rest].join(':');
    volumes.add(`${name}-${source}`);
    return [`${name}-${source}`, ...rest].join(':');
  }

  async function nginxConfig(image, file) {
    const version = await engine.call('run', '--rm', '--entrypoint', 'sh', image, '-c', 'nginx -v 2>&1');
    const text = nginxFor(readFileSync(file, 'utf8'), {
      version: /nginx\/([\d.]+)/.exec(version)[1],
      nameServer: engine.name === 'podman' ? `${prefix}.1` : '127.0.0.11',
      addresses: allOf('api').map(({ address }) => address),
    });
    return fileOf('nginx.conf', text);
  }

  function fileOf(file, text) {
    writeFileSync(join(folder, file), text, { mode: 0o644 });
    return join(folder, file);
  }

  async function completed(container) {
    const code = await engine.call('wait', container.name);
    if (code !== '0') throw await failureOf(container, `ended with ${code}`);
  }

  /** Waits until the check of a container succeeds: that of the file, or else that of its image. */
  async function healthy(container) {
    const { definition } = container;
    const test = definition.healthcheck?.test ?? (await engine.imageOf(definition.image)).Healthcheck.Test;
    for (const until = Date.now() + HEALTHY_WITHIN_MS; !(await engine.succeeds(...inside(container, wordsOf(test))));) {
      if (Date.now() > until) throw await failureOf(container, 'has not become healthy');
      await pause(300);
    }
  }

  const failureOf = async (container, what) => new Error(`${container.name} ${what}:\n${await engine.logOf(container.name)}`);

  return {
    start,
    allOf,
    healthy,
    /** Ends it within its grace; resolves with its exit code, which is 137 when it had to be killed. */
    stop: async ({ name: stopped, definition }) => {
      await engine.call('stop', '--time', String(secondsOf(definition.stop_grace_period)), stopped);
      return (await engine.stateOf(stopped)).ExitCode;
    },
    /** Starts it again, and waits until it serves. */
    restart: async (container) => {
      await engine.call('start', container.name);
      if (isServing(container.definition)) await healthy(container);
    },
    kill: (container) => engine.call('kill', '--signal', 'KILL', container.name),
    pause: (container) => engine.call('pause', container.name),
    resume: (container) => engine.call('unpause', container.name),
    exec: (container, ...words) => engine.call(...inside(container, words)),
  };
}

const inside = ({ name }, words) => ['exec', name, ...words];

/** A worker has its health check disabled, and a command has ended. */
const isServing = ({ healthcheck, build }) => Boolean(healthcheck ? !healthcheck.disable : build);
