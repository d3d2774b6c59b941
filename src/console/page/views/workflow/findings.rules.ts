import { capitalized } from '../../english.rules';
import type { Graph } from './graph.rules';
import { inWords } from './words.rules';

/** What the server refuses, with the place in the definition. */
export interface Finding {
  message: string;
  path: string[];
  nodeId: string | null;
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
      return { message: sentence(message, edgeId === null ? path : null), path: place, nodeId };
    });
  }
  return Object.entries(details).flatMap(([key, messages]) => {
    const path = key.split('.').slice(1);
    const [list, index] = path;
    const nodeId = list === 'nodes' ? (nodes[Number(index)]?.id ?? null) : null;
    return [messages].flat().map((message) => ({ message: sentence(String(message), key), path, nodeId }));
  });
}

function sentence(message: string, path: string | null): string {
  const name = path?.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const text = name ? `${name === 'config' ? 'The settings' : inWords(name)} ${message}` : message;
  return `${capitalized(text)}${text.endsWith('.') ? '' : '.'}`;
}
