/** Lines of a table whose columns are as wide as their widest cell. */
export function tableLines(header: string[], rows: string[][]): string[] {
  const all = [header, ...rows];
  const widths = header.map((_, column) => Math.max(...all.map((row) => lengthOf(row[column]))));
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - lengthOf(cell)))
      .join('  ')
      .trimEnd(),
  );
}

/** In characters, of which some take two units of a JavaScript string. */
const lengthOf = (cell = ''): number => [...cell].length;
