/** A table with columns as wide as their widest cell, which is how the formatter of this project writes it. */
export function table(header: string[], rows: string[][]): string {
  const cells = [header, ...rows].map((row) => row.map((cell) => cell.replaceAll('|', '\\|')));
  const widths = header.map((_, column) => Math.max(3, ...cells.map((row) => row[column]?.length ?? 0)));
  const [head = [], ...body] = cells.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)));
  const rule = widths.map((width) => '-'.repeat(width));
  return [head, rule, ...body].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** Entries of one line each. */
export const list = (entries: string[]): string => entries.map((entry) => `- ${entry}`).join('\n');

export const code = (text: string): string => `\`${text}\``;

/** Several names as code, between commas. */
export const codes = (names: readonly string[]): string => names.map(code).join(', ');

export const json = (value: unknown): string => fenced('json', broken(value, ''));

export const fenced = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``;

/** Paragraphs, tables and the like with an empty line between them. */
export const paragraphs = (...parts: string[]): string => parts.join('\n\n');

/** Over several lines, but for the members that fit on one. */
function broken(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const members = Object.entries(value).map(([name, member]) => {
    const label = Array.isArray(value) ? '' : `"${name}": `;
    const line = `${inner}${label}${onOneLine(member)}`;
    return line.length < LINE_WIDTH ? line : `${inner}${label}${broken(member, inner)}`;
  });
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${members.join(',\n')}\n${indent}${close}`;
}

/** What the guide shows has no brackets with spaces inside its texts. */
const onOneLine = (value: unknown): string =>
  JSON.stringify(value, null, 1).replace(/\n */g, ' ').replaceAll('[ ', '[').replaceAll(' ]', ']');

const LINE_WIDTH = 120;
