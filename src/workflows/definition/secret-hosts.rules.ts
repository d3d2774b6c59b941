import { fixedHostOf } from '../../platform/outbound/allowed-hosts.rules';
import type { Definition, WorkflowNode } from '../model/definition.types';
import type { PublishError } from '../model/publish-error.types';
import { secretNamesIn } from '../templates/reference.rules';

/** What the hosts of secrets are judged by. */
export interface SecretHosts {
  /** The hosts of the account's secrets, by name. A secret without any is one for which the operator has not said them. */
  hosts: ReadonlyMap<string, readonly string[]>;
  /**
   * The published version, for a caller who may use a secret without hosts only where that one does; undefined for one who may use it
   * anywhere.
   */
  bound?: { published: Definition | null };
}

/** The errors of nodes that would send a secret to a host that it must not go to. A host that a value decides is judged when it is sent. */
export function secretHostErrors(definition: Definition, { hosts, bound }: SecretHosts): PublishError[] {
  const known = new Set(bound?.published ? usesOf(bound.published).map(keyOf) : []);
  return usesOf(definition).flatMap((use) => {
    const allowed = hosts.get(use.name) ?? null;
    if (allowed === null) return []; // an unknown secret
    const isRefused = allowed.length > 0 ? use.host !== null && !allowed.includes(use.host) : bound && !known.has(keyOf(use));
    return isRefused ? [errorOf(use, allowed.length > 0 ? OTHER_HOSTS : NO_HOSTS)] : [];
  });
}

/** A secret in the config of a node, and where the node sends it. */
interface SecretUse {
  nodeId: string;
  path: string;
  name: string;
  /** Null where a value decides it. */
  host: string | null;
  address: string;
}

/** A disabled node sends nothing. */
const usesOf = ({ nodes }: Definition): SecretUse[] => nodes.filter(({ disabled }) => !disabled).flatMap(usesOfNode);

function usesOfNode({ id: nodeId, config }: WorkflowNode): SecretUse[] {
  const { url } = config as { url?: unknown };
  const address = typeof url === 'string' ? url : '';
  const host = fixedHostOf(address);
  return namesByPath(config, 'config').map(([path, name]) => ({ nodeId, path, name, host, address }));
}

function namesByPath(part: unknown, path: string): [path: string, name: string][] {
  if (typeof part === 'string') return [...secretNamesIn(part)].map((name) => [path, name]);
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([member, value]) => namesByPath(value, `${path}.${member}`));
}

/** Equal for uses that send the same secret to the same place. */
const keyOf = ({ name, host, address }: SecretUse): string => JSON.stringify([name, host ?? address, host === null]);

const errorOf = ({ nodeId, path }: SecretUse, message: string): PublishError => ({
  ...{ code: 'host_not_allowed', message, node_id: nodeId, edge_id: null, path },
});

const OTHER_HOSTS = 'must refer only to secrets that the operator allows for the host of the url';
const NO_HOSTS =
  'must refer only to secrets with allowed hosts, which the operator sets on the command line; a key for selected forms may use others only where the published version does';
