import type { NodeContext } from '../../../src/workflows/model/publish-error.types';
import type { NodeType } from '../../../src/workflows/nodes/node-type.types';
import { NODE_TYPES, optionsOf } from '../../../src/workflows/nodes/node-types.rules';
import { code, codes, list, paragraphs, table } from '../markdown';

/** All node types with the options of their configs, from the tables that validation uses. */
export const nodeTypesSection = (): string =>
  paragraphs(
    '## Node types',
    'The last column is the price of an execution in compute points; see [Points](#points).',
    table(
      ['kind', 'type', 'ports', 'points'],
      NODE_TYPES.map((type) => [type.kind, code(type.type), codes(portsOf(type)) || 'none', String(type.points)]),
    ),
    ...NODE_TYPES.map(detailOf),
  );

function detailOf(type: NodeType): string {
  const options = Object.entries(optionsOf(type));
  const lines = options.map(([name, { isRequired, meaning }]) => `${code(name)}${isRequired ? ' (required)' : ''}: ${meaning}`);
  const config = lines.length > 0 ? list(lines) : 'The `config` is an empty object.';
  return paragraphs(`### ${code(type.type)}`, type.summary, config, ...crossFieldSentences(type));
}

/** The ports of a switch depend on its cases, so it is shown with one case whose key is `key`. */
const portsOf = (type: NodeType): readonly string[] => type.ports(MINIMAL_CONFIG);

/** The rules across options, which a config without any option breaks. */
const crossFieldSentences = (type: NodeType): string[] =>
  (type.crossFieldErrors?.(MINIMAL_CONFIG, NO_CONTEXT) ?? []).map(({ message }) => `The \`config\` ${message}.`);

const MINIMAL_CONFIG = { cases: [{ key: 'key' }] };
const NO_CONTEXT: NodeContext = {
  ...{ fieldNames: new Set(), fileFieldNames: new Set(), secretNames: new Set(), upstreamIds: new Set() },
  blockedUrlReason: () => null,
};
