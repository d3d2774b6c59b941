const MAX_LENGTH = 64;

/** The known word that somebody may have meant by another one; undefined where none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  if (word.length > MAX_LENGTH) return undefined;
  const most = Math.ceil(word.length / 3);
  const near = known.map((each) => ({ each, edits: editsBetween(word.toLowerCase(), each.toLowerCase()) }));
  return near.filter(({ edits }) => edits <= most).sort((one, other) => one.edits - other.edits)[0]?.each;
}

/** The letters to add, remove or replace (Levenshtein). */
function editsBetween(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...from].entries()) {
    const next = [index + 1];
    for (let at = 1; at <= to.length; at++)
      next.push(Math.min(next[at - 1]! + 1, row[at]! + 1, row[at - 1]! + (to[at - 1] === letter ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}
