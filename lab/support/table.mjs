/** A table as Markdown, aligned as prettier aligns it, so that it can be read in a terminal as well. */
export function asText(table) {
  const widths = table[0].map((_, column) => Math.max(3, ...table.map((row) => row[column].length)));
  const line = (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  return [line(table[0]), line(widths.map((width) => '-'.repeat(width))), ...table.slice(1).map(line)].join('\n');
}
