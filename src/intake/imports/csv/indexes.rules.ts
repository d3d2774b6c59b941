/** Where each text of a list stands in it. */
export type Indexes = ReadonlyMap<string, readonly number[]>;

export function indexesBy(texts: readonly string[]): Indexes {
  const indexes = new Map<string, number[]>();
  for (const [index, text] of texts.entries()) {
    const same = indexes.get(text);
    if (same) same.push(index);
    else indexes.set(text, [index]);
  }
  return indexes;
}
