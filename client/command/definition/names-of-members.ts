import { type Document, isMap, isNode, isPair, isScalar, isSeq, type Node, type Pair } from 'yaml';
import { plain } from '../plain.js';
import type { TextFault } from './bounds.js';

/** Finds the names of members that are there twice, or that would be read as something else than what the file says. */
export function faultyNames({ contents }: Document.Parsed): TextFault[] {
  const faults: TextFault[] = [];
  const waiting: unknown[] = [contents];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (isMap(node)) faults.push(...faultsOf(node.items));
    if (isMap(node) || isSeq(node)) for (const item of node.items) waiting.push(isPair(item) ? (item.value ?? undefined) : item);
  }
  return faults;
}

function faultsOf(pairs: readonly Pair[]): TextFault[] {
  const seen = new Set<string>();
  return pairs.flatMap(({ key, value }) => {
    const name = nameOf(key);
    const message = name === null ? NO_NAME : seen.has(name) ? `The member ${plain(name)} is there twice.` : null;
    if (name !== null) seen.add(name);
    return message === null ? [] : [{ offset: startOf(key) ?? startOf(value) ?? 0, message }];
  });
}

/** Null for a list or an object, for nothing, and for a number that is written in another way, such as `1.0` and `0x10`. */
function nameOf(key: unknown): string | null {
  if (!isScalar<unknown>(key)) return null;
  const { value, source } = key;
  if (typeof value === 'string') return value;
  const isAsWritten = (typeof value === 'number' || typeof value === 'boolean') && String(value) === source;
  return isAsWritten ? source : null;
}

const startOf = (node: unknown): number | undefined => (isNode(node) ? (node as Node).range?.[0] : undefined);

const NO_NAME = 'The name of a member must be a text. Write it in quotes.';
