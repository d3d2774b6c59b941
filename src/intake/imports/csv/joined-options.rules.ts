import { optionKey } from '../../../forms/definition/field-options.rules';
import type { FieldDefinition } from '../../../forms/definition/field.types';
import { normalizedTo } from '../../../platform/text/normalization.rules';

/** The options of a list that are joined in a text by `;`, by line breaks or by `,`, which may also be part of them; null unless all are options. */
export function optionsIn(text: string, { options }: Pick<FieldDefinition, 'options'>): string[] | null {
  if (!Array.isArray(options) || options.length === 0) return null;
  for (const { separator, tree } of treesOf(options)) {
    const found = splitInto(tree, text.split(separator), separator);
    if (found) return found;
  }
  return null;
}

const SEPARATORS = [';', '\n', ','];

/** What options may go on with behind their first parts. */
interface Tree {
  /** The last parts of options. */
  ends: Set<string>;
  others: Map<string, Tree>;
}

type Trees = readonly { separator: string; tree: Tree }[];

/** Made once for all cells. */
const known = new WeakMap<readonly string[], Trees>();

function treesOf(options: readonly string[]): Trees {
  const before = known.get(options);
  if (before) return before;
  const keys = options.map(optionKey);
  const trees = SEPARATORS.map((separator) => ({ separator, tree: treeOf(keys, separator) }));
  known.set(options, trees);
  return trees;
}

function treeOf(keys: readonly string[], separator: string): Tree {
  const root: Tree = { ends: new Set(), others: new Map() };
  for (const key of keys) {
    const parts = key.split(separator);
    const last = parts.pop()!;
    let tree = root;
    for (const part of parts) {
      const next: Tree = tree.others.get(part) ?? { ends: new Set(), others: new Map() };
      tree.others.set(part, next);
      tree = next;
    }
    tree.ends.add(last);
  }
  return root;
}

/** As many parts as are an option together, from the left. No part is looked at more often than an option has parts. */
function splitInto(tree: Tree, sent: readonly string[], separator: string): string[] | null {
  const parts = sent.map((part) => normalizedTo('NFC', part).replaceAll(/\s+/gu, ' '));
  const found: string[] = [];
  for (let start = 0; start < parts.length;) {
    const end = endOfOption(tree, parts, start);
    if (end === null) return null;
    found.push(sent.slice(start, end).join(separator).trim());
    start = end;
  }
  return found;
}

/** Of the longest option that begins with a part. */
function endOfOption(root: Tree, parts: readonly string[], start: number): number | null {
  let end: number | null = null;
  let tree: Tree | undefined = root;
  for (let at = start; tree && at < parts.length; at += 1) {
    const part = at === start ? parts[at]!.trimStart() : parts[at]!;
    if (tree.ends.has(part.trimEnd())) end = at + 1;
    tree = tree.others.get(part);
  }
  return end;
}
