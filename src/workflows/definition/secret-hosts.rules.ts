import { fixedHostOf } from '../../platform/outbound/allowed-hosts.rules';
import type { Definition, WorkflowNode } from '../model/definition.types';
import type { PublishCode, PublishError } from '../model/publish-error.types';
import { secretNamesIn, writesSecretsPlainly } from '../templates/reference.rules';

export interface SecretHosts {
  /** The allowed hosts of each secret by its name; an empty list when the operator has allowed none. */
  hosts: ReadonlyMap<string, readonly string[]>;
  /** Set for a key with selected forms: it may use secrets without hosts, and compare or change secrets, only as already published. */
  bound?: { published: Definition | null };
}

/** The errors of nodes that would send a secret to a forbidden host. A host that depends on a value is checked before each request. */
export function secretHostErrors(definition: Definition, { hosts, bound }: SecretHosts): PublishError[] {
  const published = bound && new Set(bound.published ? usesOf(bound.published).flatMap((use) => [placeOf(use), textOf(use)]) : []);
  return usesOf(definition).flatMap((use) => {
    const allowed = hosts.get(use.name);
    if (!allowed) return []; // `publishErrors` reports unknown secrets
    if (allowed.length > 0 && use.host !== null && !allowed.includes(use.host)) return [errorOf(use, 'host_not_allowed', OTHER_HOSTS)];
    if (!published) return [];
    if (allowed.length === 0 && !published.has(placeOf(use))) return [errorOf(use, 'host_not_allowed', NO_HOSTS)];
    return writesSecretsPlainly(use.text) || published.has(textOf(use)) ? [] : [errorOf(use, 'invalid_config', NOT_PLAIN)];
  });
}

interface SecretUse {
  nodeId: string;
  path: string;
  name: string;
  text: string;
  /** Null when the host depends on a value. */
  host: string | null;
  address: string;
}

const usesOf = ({ nodes }: Definition): SecretUse[] => nodes.filter(({ disabled }) => !disabled).flatMap(usesOfNode);

function usesOfNode({ id: nodeId, config }: WorkflowNode): SecretUse[] {
  const { url } = config as { url?: unknown };
  const address = typeof url === 'string' ? url : '';
  const host = fixedHostOf(address);
  return textsIn(config, 'config').flatMap(([path, text]) =>
    [...secretNamesIn(text)].map((name) => ({ nodeId, path, name, text, host, address })),
  );
}

function textsIn(part: unknown, path: string): [path: string, text: string][] {
  if (typeof part === 'string') return [[path, part]];
  if (typeof part !== 'object' || part === null) return [];
  return Object.entries(part).flatMap(([member, value]) => textsIn(value, `${path}.${member}`));
}

/** A text that is equal for uses that send the same secret to the same host, or to the same address if that depends on a value. */
const placeOf = ({ name, host, address }: SecretUse): string => JSON.stringify([name, host === null ? { address } : host]);

/** A text that is equal for uses that have the same place and the same template. */
const textOf = (use: SecretUse): string => JSON.stringify([placeOf(use), use.text]);

const errorOf = ({ nodeId, path }: SecretUse, code: PublishCode, message: string): PublishError => ({
  ...{ code, message, node_id: nodeId, edge_id: null, path },
});

const OTHER_HOSTS = 'names a secret that the operator does not allow for the host of this address';
const NO_HOSTS =
  'names a secret for which the operator has not allowed any host; a key for selected forms may use it only where the published version does';
const NOT_PLAIN =
  'must only write secrets as they are, as in {{ secrets.NAME }}; a key for selected forms may compare or change them only where the published version does';
