/** A table whose columns are as wide as their widest cell, as Prettier formats it. */
export function table(header: string[], rows: string[][]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const [head = [], ...body] = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** A list with one line for each entry. */
export const list = (entries: string[]): string => entries.map((entry) => `- ${entry}`).join('\n');

export const code = (text: string): string => `\`${text}\``;

/** Names as code, separated by commas. */
export const codes = (names: readonly string[]): string => names.map(code).join(', ');

export const json = (value: unknown): string => fenced('json', multiLine(value, ''));

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Blocks separated by empty lines. */
export const paragraphs = (...parts: string[]): string => parts.join('\n\n');

/** Breaks a value into lines, except for members that fit on one. */
function multiLine(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const label = Array.isArray(value) ? '' : `"${name}": `;
    const line = `${inner}${label}${singleLine(member)}`;
    return line.length < LINE_WIDTH ? line : `${inner}${label}${multiLine(member, inner)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** The replacements are safe since the texts of the guide contain no brackets next to spaces. */
const singleLine = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n */g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');

const LINE_WIDTH = 120;
