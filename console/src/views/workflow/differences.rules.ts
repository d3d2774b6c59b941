import type { Graph, GraphNode } from './graph.rules';

export interface Difference {
  node: GraphNode;
  what: string;
}

/** The steps in which two versions of a draft differ, in the order of the first, and then those that only the second has. */
export function differencesOf(mine: Graph, theirs: Graph): Difference[] {
  const [own, other] = [byId(mine), byId(theirs)];
  const inMine = mine.nodes.flatMap((node) => {
    const their = other.get(node.id);
    if (!their) return [{ node, what: 'only in yours' }];
    const changed = membersIn(node, their);
    if (waysFrom(mine, node.id) !== waysFrom(theirs, node.id)) changed.push('what follows it');
    return changed.length > 0 ? [{ node, what: changed.join(', ') }] : [];
  });
  return [...inMine, ...theirs.nodes.flatMap((node) => (own.has(node.id) ? [] : [{ node, what: 'only in theirs' }]))];
}

const byId = ({ nodes }: Graph) => new Map(nodes.map((node) => [node.id, node]));

function membersIn(mine: GraphNode, theirs: GraphNode): string[] {
  const options = differing(mine.config ?? {}, theirs.config ?? {}).map((name) => name.replaceAll('_', ' '));
  const others = [...(mine.type === theirs.type ? [] : ['type']), ...(same(mine.name, theirs.name) ? [] : ['name'])];
  return [...others, ...(Boolean(mine.disabled) === Boolean(theirs.disabled) ? [] : ['on or off']), ...options];
}

const differing = (mine: object, theirs: object): string[] =>
  [...new Set([...Object.keys(mine), ...Object.keys(theirs)])].filter(
    (name) => !same(mine[name as keyof typeof mine], theirs[name as keyof typeof theirs]),
  );

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const waysFrom = ({ edges }: Graph, id: string): string =>
  JSON.stringify(
    edges
      .filter(({ source }) => source === id)
      .map(({ source_port: port, target }) => [port ?? '', target])
      .sort(),
  );
