const MAX_COMPARISONS = 10_000_000;

/**
 * Carries a change of a text over to the same text in another layout, line by line, as a merge of three versions does. `before` and `after` are
 * in the layout of the library, `original` is as its author has written it. Lines that are as before stay as they are in the original.
 * Null for texts that are too long to compare.
 */
export function keepLayout(original: string, before: string, after: string): string | null {
  const [ours, base, theirs] = [original, before, after].map((text) => text.split('\n')) as [string[], string[], string[]];
  const inOurs = matchedLines(base.map(withoutSpace), ours.map(withoutSpace));
  const inTheirs = matchedLines(base, theirs);
  if (!inOurs || !inTheirs) return null;
  const merged: string[] = [];
  let [ourEnd, baseEnd, theirEnd] = [0, 0, 0];
  const cut = (our: number, line: number, their: number) => {
    merged.push(...mergedLines(ours.slice(ourEnd, our), base.slice(baseEnd, line), theirs.slice(theirEnd, their)));
    [ourEnd, baseEnd, theirEnd] = [our, line, their];
  };
  for (let line = 0; line <= base.length; line++) {
    const our = cutsAt(line, inOurs, ours.length);
    const their = cutsAt(line, inTheirs, theirs.length);
    if (our.length === 0 || their.length === 0) continue;
    cut(our[0]!, line, their[0]!);
    cut(our.at(-1)!, line, their.at(-1)!);
  }
  return merged.join('\n');
}

function mergedLines(ours: string[], base: string[], theirs: string[]): string[] {
  if (base.length === 0) return [...theirs, ...ours];
  return theirs.join('\n') === base.join('\n') ? ours : theirs;
}

/** The places of another text that are before this line: after the line before it, and before the line itself. */
function cutsAt(line: number, places: readonly (number | undefined)[], length: number): number[] {
  const previous = line === 0 ? -1 : places[line - 1];
  const next = line === places.length ? length : places[line];
  return [...(previous === undefined ? [] : [previous + 1]), ...(next === undefined ? [] : [next])];
}

const withoutSpace = (line: string): string => line.replaceAll(/\s+/g, '');

/** For each line its place in the other text, by a longest common subsequence; undefined for lines that are not in it. */
function matchedLines(lines: readonly string[], others: readonly string[]): (number | undefined)[] | null {
  let start = 0;
  while (start < Math.min(lines.length, others.length) && lines[start] === others[start]) start++;
  let end = 0;
  while (end < Math.min(lines.length, others.length) - start && lines.at(-1 - end) === others.at(-1 - end)) end++;
  const middle = commonLines(lines.slice(start, lines.length - end), others.slice(start, others.length - end));
  if (!middle) return null;
  return lines.map((_, line) => {
    if (line < start) return line;
    if (line >= lines.length - end) return line - lines.length + others.length;
    const place = middle[line - start];
    return place === undefined ? undefined : place + start;
  });
}

function commonLines(lines: readonly string[], others: readonly string[]): (number | undefined)[] | null {
  const width = others.length + 1;
  if ((lines.length + 1) * width > MAX_COMPARISONS) return null;
  const lengths = new Uint32Array((lines.length + 1) * width); // of the rest of both
  for (let line = lines.length - 1; line >= 0; line--)
    for (let other = others.length - 1; other >= 0; other--) {
      const below = (line + 1) * width + other;
      const longest = Math.max(lengths[below]!, lengths[line * width + other + 1]!);
      lengths[line * width + other] = lines[line] === others[other] ? lengths[below + 1]! + 1 : longest;
    }
  const places: (number | undefined)[] = lines.map(() => undefined);
  for (let line = 0, other = 0; line < lines.length && other < others.length;) {
    if (lines[line] === others[other]) places[line++] = other++;
    else if (lengths[(line + 1) * width + other]! >= lengths[line * width + other + 1]!) line++;
    else other++;
  }
  return places;
}
