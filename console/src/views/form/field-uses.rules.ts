import type { FieldUse } from 'form-collection-client';

/** The new option for each option that was renamed: what came in its place in a list that is as long as before. */
export function renamedOptions(before: readonly string[], after: readonly string[]): Map<string, string> {
  if (before.length !== after.length) return new Map();
  const pairs = before.map((option, index): [string, string] => [option, after[index]!]);
  return new Map(pairs.filter(([from, to]) => from !== to && !after.includes(from) && !before.includes(to)));
}

/** A copy of the definition in which the places have the new options. */
export function renamedIn(definition: object, uses: readonly FieldUse[], renamed: ReadonlyMap<string, string>): object {
  const copy = structuredClone(definition) as { nodes: { id: string }[] };
  for (const { node_id: id, path, option } of uses) {
    const to = renamed.get(option ?? '');
    const node = copy.nodes.find((each) => each.id === id);
    if (node && option !== null && to !== undefined) replaceAt(node, path, option, to);
  }
  return copy;
}

type Part = Record<string, unknown>;

function replaceAt(node: object, path: string, option: string, to: string): void {
  const mapped = path.endsWith(`.map.${option}`);
  const steps = (mapped ? path.slice(0, -option.length - 1) : path).split('.');
  const last = steps.pop()!;
  const parent = steps.reduce<Part | undefined>((part, step) => part?.[step] as Part | undefined, node as Part);
  if (!parent) return;
  const value = parent[last];
  if (mapped) parent[last] = Object.fromEntries(Object.entries(value as Part).map(([key, entry]) => [key === option ? to : key, entry]));
  else if (value === option) parent[last] = to;
  else if (typeof value === 'string') parent[last] = value.replaceAll(`"${option}"`, `"${to}"`).replaceAll(`'${option}'`, `'${to}'`);
}
