const DELIMITERS = ['\t', ';', ','];

/**
 * The delimiter of a csv by its header: the one that is there most often outside of quotations, or what a first line such as `sep=;` says.
 * Null as long as the beginning of the text may not have the whole header.
 */
export function delimiterOf(beginning: string, isWhole = false): string | null {
  const told = SEPARATOR_LINE.exec(beginning)?.[1];
  if (told !== undefined) return told;
  const counts = new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let isEmpty = true;
  let isComplete = isWhole;
  for (const character of beginning) {
    const isLineBreak = !isQuoted && (character === '\n' || character === '\r');
    if (isLineBreak && isEmpty) continue;
    isComplete ||= isLineBreak;
    if (isLineBreak) break;
    isEmpty = false;
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1);
  }
  if (!isComplete) return null;
  const most = Math.max(...counts.values());
  return most === 0 ? ',' : DELIMITERS.find((delimiter) => counts.get(delimiter) === most)!;
}

/** Excel takes it for what it says, and shows it to nobody. */
const SEPARATOR_LINE = /^"?sep=([^"\r\n])"?[\r\n]/i;

/** True for the record of such a line. */
export const isSeparatorLine = (cells: readonly string[], line: number): boolean =>
  line === 1 && cells.length <= 2 && /^sep=.?$/is.test(cells[0]!) && (cells[1] ?? '') === '';
