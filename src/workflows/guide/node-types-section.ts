import type { NodeType } from '../nodes/node-type.types';
import { NODE_TYPES, optionsOf } from '../nodes/node-types.rules';
import { code, codes, list, paragraphs, table } from './markdown';

/** Every node type with what its config may hold, from the tables by which configs are checked. */
export const nodeTypesSection = (): string =>
  paragraphs(
    '## Node types',
    'The points are what the execution of a node costs; see [Points](#points).',
    table(
      ['kind', 'type', 'ports', 'points'],
      NODE_TYPES.map((type) => [type.kind, code(type.type), codes(portsOf(type)) || 'none', String(type.points)]),
    ),
    ...NODE_TYPES.map(detailOf),
  );

function detailOf(type: NodeType): string {
  const options = Object.entries(optionsOf(type));
  const lines = options.map(
    ([name, { isRequired, meaning }]) => `${code(name)}${isRequired ? ' (required)' : ''}: ${meaning}`,
  );
  const config = lines.length > 0 ? list(lines) : 'Its `config` is an empty object.';
  return paragraphs(`### ${code(type.type)}`, type.summary, config, ...agreements(type));
}

/** A switch has a port for each case, so it is shown with one whose key is `key`. */
const portsOf = (type: NodeType): readonly string[] => type.ports(ALMOST_EMPTY);

/** What a config that leaves out everything optional must be told. */
const agreements = (type: NodeType): string[] =>
  (type.crossFieldErrors?.(ALMOST_EMPTY) ?? []).map(({ message }) => message);

const ALMOST_EMPTY = { cases: [{ key: 'key' }] };
