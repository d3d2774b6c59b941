import { capitalized } from '../../english.rules';
import { plainly } from '../../messages.rules';
import type { Graph } from './graph.rules';
import { optionAt, type StepOption } from './step-options.rules';
import { inWords } from './words.rules';

/** What the server refuses, with the place in the definition. */
export interface Finding {
  message: string;
  path: string[];
  nodeId: string | null;
  /** The option that it is about. */
  option?: StepOption | undefined;
}

interface Item {
  message: string;
  node_id: string | null;
  edge_id: string | null;
  path: string | null;
}

/** The findings of a refusal to publish or to test (`items`), or to save (a map from paths to messages). */
export function findingsIn(details: Record<string, unknown>, { nodes, edges }: Graph): Finding[] {
  if (Array.isArray(details['items'])) {
    return (details['items'] as Item[]).map(({ message, node_id: nodeId, edge_id: edgeId, path }) => {
      const list = edgeId === null ? nodes : edges;
      const at = (list as { id: string }[]).findIndex(({ id }) => id === (edgeId ?? nodeId));
      const place = at < 0 ? [] : [edgeId === null ? 'nodes' : 'edges', String(at), ...(path?.split('.') ?? [])];
      return { ...told(message, place, nodes), nodeId };
    });
  }
  return Object.entries(details).flatMap(([key, messages]) => {
    const path = key.split('.').slice(1);
    const [list, index] = path;
    const nodeId = list === 'nodes' ? (nodes[Number(index)]?.id ?? null) : null;
    return [messages].flat().map((message) => ({ ...told(String(message), path, nodes), nodeId }));
  });
}

/** The finding in words, at the option that it is about. */
function told(message: string, path: string[], nodes: Graph['nodes']): Pick<Finding, 'message' | 'path' | 'option'> {
  const [list, index, member, ...inside] = path;
  const option = list === 'nodes' && member !== undefined ? optionAt(nodes[Number(index)]?.type, [member, ...inside]) : undefined;
  const words = stepWords(plainly(message));
  const text = option
    ? `“${option.label}” ${words}`
    : member && member !== 'config' && list === 'nodes'
      ? `${inWords(member)} ${words}`
      : words;
  return { message: `${capitalized(text)}${text.endsWith('.') ? '' : '.'}`, path, option };
}

/** What the API calls a node, the console calls a step. */
const stepWords = (text: string): string =>
  text
    .replace(/\bnode(s?)\b/g, 'step$1')
    .replace(/\bthe edge\b/g, 'the way')
    .replace(/\bport\b/g, 'way out')
    .replace(/\bthe trigger\b/g, 'the beginning')
    .replace(/\bdestination\b/g, 'step that sends or stores');

/** The faults of the options of a step. */
export const optionFaults =
  (findings: readonly Finding[], id: string) =>
  ({ path }: StepOption): string[] =>
    findings.filter(({ nodeId, option }) => nodeId === id && option?.path.join('.') === path.join('.')).map(({ message }) => message);
