import { type Document, isCollection, isMap, isNode, isScalar, isSeq, type Pair, visit, type YAMLMap, type YAMLSeq } from 'yaml';

/** The name of a member of a map. */
export const nameOf = ({ key }: Pair): string => String(isScalar(key) ? key.value : key);

/**
 * Gives the comment before the first entry of a list, or the first member of a map, to that entry, as later ones have it. The parser gives it
 * to the list or the map, where it would stay behind. A comment in the line of the name is about all entries.
 */
export function lowerComments(document: Document, text: string): void {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (!isCollection(value) || value.flow || !value.commentBefore) return;
      if (isNode(key) && /^\s*:[ \t]*#/.test(text.slice(key.range?.[1], text.indexOf('\n', key.range?.[1])))) return;
      const first = isMap(value) ? value.items[0]?.key : value.items[0];
      if (!isNode(first)) return;
      first.commentBefore = value.commentBefore;
      value.commentBefore = null;
    },
  });
}

/** Puts a new member after the one that is before it in these names. */
export function insertMember(map: YAMLMap, pair: Pair, names: readonly string[]): void {
  if (map.items.length === 0) map.flow = false;
  const before = new Set(names.slice(0, names.indexOf(nameOf(pair))));
  const last = map.items.findLastIndex((item) => before.has(nameOf(item)));
  map.items.splice(last + 1, 0, pair);
}

/** The entries of a list in a new order, or others. An empty line before the first stays at its place. */
export function setEntries(list: YAMLSeq, items: unknown[]): void {
  if (list.items.length === 0) list.flow = false;
  const [first] = list.items;
  const isSpaced = isNode(first) && first.spaceBefore === true;
  if (isNode(first) && first !== items[0]) first.spaceBefore = list.items.slice(1).some((item) => isNode(item) && item.spaceBefore);
  if (isNode(items[0])) items[0].spaceBefore = isSpaced;
  list.items = items;
  settleEmpty(list);
}

/** Without entries it stands in the line of its name, where the library writes nothing before it that could be read again. */
export function settleEmpty(collection: YAMLMap | YAMLSeq): void {
  if (collection.items.length > 0) return;
  collection.comment ??= collection.commentBefore;
  collection.commentBefore = null;
  collection.spaceBefore = false;
}

/** Puts a value in the place of another, whose comments stay. Texts keep their quotes; only those of several lines are blocks. */
export function replaced(document: Document, node: unknown, value: string | number | boolean | object | null): unknown {
  if (isScalar(node) && !node.tag && node.value !== null && typeof node.value === typeof value) {
    node.value = value;
    if (node.type?.startsWith('BLOCK')) delete node.type;
    return node;
  }
  const next = document.createNode(value, { aliasDuplicateObjects: false });
  if (isNode(node)) Object.assign(next, { comment: node.comment, commentBefore: node.commentBefore, spaceBefore: node.spaceBefore });
  if (isMap(next) || isSeq(next)) settleEmpty(next);
  return next;
}

/** Puts copies in the places of all aliases, so that each can be changed alone. */
export function expandAliases(document: Document): void {
  visit(document, { Alias: (_, alias) => alias.resolve(document)?.clone() as never });
  visit(document, { Node: (_, node) => void ('anchor' in node && delete node.anchor) });
}
