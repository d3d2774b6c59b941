import { capitalized } from '../../english.rules';
import type { Graph } from './graph.rules';
import { optionAt, type StepOption } from './step-options.rules';
import { inWords } from './words.rules';

export interface Finding {
  message: string;
  path: string[];
  nodeId: string | null;
  option?: StepOption | undefined;
}

interface Item {
  message: string;
  node_id: string | null;
  edge_id: string | null;
  path: string | null;
}

/** The findings of a refusal to publish or to test (`items`), or to save (messages by path). */
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

/** The finding as a sentence, which begins with the name of its option. */
function told(message: string, path: string[], nodes: Graph['nodes']): Pick<Finding, 'message' | 'path' | 'option'> {
  const [list, index, ...inside] = path;
  const option = list === 'nodes' ? optionAt(nodes[Number(index)]?.type, inside) : undefined;
  const member = list === 'nodes' && inside[0] !== undefined && inside[0] !== 'config' ? inWords(inside[0]) : '';
  const sentence = [option ? `“${option.label}”` : member, message].filter(Boolean).join(' ');
  return { message: capitalized(sentence.replace(/\.?$/, '.')), path, option };
}

export const optionFaults =
  (findings: readonly Finding[], id: string) =>
  ({ path }: StepOption): string[] =>
    findings.filter(({ nodeId, option }) => nodeId === id && option?.path.join('.') === path.join('.')).map(({ message }) => message);
