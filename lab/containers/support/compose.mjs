import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/** The keys of a service that are read here; any other is an error, since it would be left out without a word. */
const MEMBERS = [
  ...['image', 'build', 'init', 'restart', 'read_only', 'cap_drop', 'security_opt', 'stop_grace_period', 'environment'],
  ...['ports', 'volumes', 'configs', 'healthcheck', 'depends_on', 'deploy', 'entrypoint', 'command'],
];

/**
 * The services of a compose file by their names, each after those that it depends on, and its configs. Variables are replaced as Compose
 * does it. Throws when a service has a member that is not known here.
 */
export function readCompose(file, variables) {
  const text = readFileSync(file, 'utf8').replace(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name, fallback = '') => variables[name] || fallback);
  const { services, configs } = parse(text, { merge: true });
  for (const [name, service] of Object.entries(services)) refuseUnknown(name, service);
  return { services: inOrder(services), configs };
}

function refuseUnknown(name, service) {
  const unknown = Object.keys(service).filter((member) => !MEMBERS.includes(member));
  if (unknown.length > 0) throw new Error(`The service ${name} has ${unknown.join(', ')}, which is not understood.`);
}

function inOrder(services) {
  const ordered = new Map();
  const add = (name) => {
    if (ordered.has(name)) return;
    Object.keys(services[name].depends_on ?? {}).forEach(add);
    ordered.set(name, services[name]);
  };
  Object.keys(services).forEach(add);
  return ordered;
}

/** The images that are not built here. */
export function foreignImages({ services }) {
  return [...new Set([...services.values()].filter(({ build }) => !build).map(({ image }) => image))];
}

/** Seconds of a duration such as `75s`, ten where there is none. */
export const secondsOf = (text = '10s') => Number.parseInt(text, 10);

/** The command of a health check, for `exec`. */
export function wordsOf(test) {
  if (typeof test === 'string') return ['/bin/sh', '-c', test];
  const [kind, ...words] = test;
  return kind === 'CMD-SHELL' ? ['/bin/sh', '-c', ...words] : words;
}
