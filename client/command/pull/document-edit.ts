import { type Document, isMap, isSeq, type Node, type YAMLMap, type YAMLSeq } from 'yaml';
import { isJsonObject } from '../../../src/platform/json/json.rules.js';
import type { Path } from '../definition/definition.types.js';
import { isSame } from '../objects.js';
import { insertMember, nameOf, replaced, setEntries, settleEmpty } from './document-nodes.js';
import { type ListEntry, matchedEntries } from './matched-entries.js';
import type { KeptVariables } from './kept-variables.js';
import type { NormalValue } from './normal-value.js';

/** A part of a form of the service: its value, and the value that is written, in which variables stand for secrets. */
export interface ServedPart {
  value: unknown;
  written: unknown;
}

export interface EditRules {
  normal: NormalValue;
  kept: KeptVariables;
}

/** The lists whose entries have a key, by their paths. */
const KEYS: Readonly<Record<string, string>> = { fields: 'name', 'workflow.nodes': 'id', 'workflow.edges': 'id' };

/** Changes a document to what the service has, where it says anything else. Paths are those of the document before the edit. */
export class DocumentEdit {
  hasChanged = false;

  constructor(
    private readonly document: Document,
    private readonly rules: EditRules,
  ) {}

  /** The node that has to stand in the place of one: mostly the same. `value` is that of the node with variables filled in. */
  edit(node: unknown, path: Path, value: unknown, served: ServedPart): unknown {
    if (this.rules.kept.isVariable(path)) {
      this.rules.kept.compare(path, value, served.value);
      return node;
    }
    if (path.length > 0 && isSame(this.rules.normal(path, value), served.value)) return node;
    if (isMap(node) && isJsonObject(value) && isJsonObject(served.value)) return this.editMembers(node, path, value, served);
    if (isSeq(node) && Array.isArray(value) && Array.isArray(served.value)) return this.editEntries(node, path, value, served);
    this.hasChanged = true;
    return replaced(this.document, node, served.written as object);
  }

  private editMembers(map: YAMLMap, path: Path, value: Record<string, unknown>, served: ServedPart): Node {
    const members = served.value as Record<string, unknown>;
    for (const pair of [...map.items]) {
      const name = nameOf(pair);
      if (Object.hasOwn(members, name)) pair.value = this.edit(pair.value, [...path, name], value[name], partOf(served, name));
      else if (this.rules.normal([...path, name], value[name]) !== undefined) {
        map.items.splice(map.items.indexOf(pair), 1);
        this.hasChanged = true;
      }
    }
    const names = Object.keys(members);
    for (const name of names.filter((each) => !Object.hasOwn(value, each))) {
      insertMember(map, this.document.createPair(name, this.nodeOf(partOf(served, name))), names);
      this.hasChanged = true;
    }
    settleEmpty(map);
    return map;
  }

  private editEntries(list: YAMLSeq, path: Path, values: unknown[], served: ServedPart): Node {
    const entries = values.map((value, index): ListEntry => {
      const at = [...path, index];
      return { value: this.rules.normal(at, value), isVariable: this.rules.kept.isVariable(at) };
    });
    const servedValues = served.value as unknown[];
    const matches = matchedEntries(entries, servedValues, KEYS[path.join('.')] ?? null);
    const items = matches.map((index, place) => {
      const part = partOf(served, place);
      return index === null ? this.nodeOf(part) : this.edit(list.items[index], [...path, index], values[index], part);
    });
    const kept = entries.flatMap(({ isVariable }, index) => (isVariable && !matches.includes(index) ? [index] : []));
    for (const index of kept) {
      this.rules.kept.compare([...path, index], values[index], undefined);
      items.push(list.items[index]);
    }
    if (items.length !== list.items.length || items.some((item, index) => item !== list.items[index])) {
      setEntries(list, items);
      this.hasChanged = true;
    }
    return list;
  }

  private nodeOf({ written }: ServedPart): Node {
    return this.document.createNode(written, { aliasDuplicateObjects: false });
  }
}

const partOf = ({ value, written }: ServedPart, step: string | number): ServedPart => ({
  value: (value as Record<string | number, unknown>)[step],
  written: (written as Record<string | number, unknown>)[step],
});
