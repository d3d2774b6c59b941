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

/** A document whose long lines are broken behind sentences, and within one that is too long behind a comma. Tables stay as they are. */
export const wrapped = (document: string): string => document.split('\n').flatMap(shortLines).join('\n');

function shortLines(line: string): string[] {
  if (line.length <= LONGEST_LINE || line.startsWith('|')) return [line];
  const indentation = ' '.repeat(/^ *(?:- )?/.exec(line)![0].length);
  const parts = line.split(SENTENCES).flatMap((sentence) => (sentence.length > LONGEST_LINE ? sentence.split(CLAUSES) : [sentence]));
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last === undefined) lines.push(part);
    else if (last.length + part.length < FILLED_LINE) lines.splice(-1, 1, `${last} ${part}`);
    else lines.push(`${indentation}${part}`);
  }
  return lines;
}

const LONGEST_LINE = 250;
const FILLED_LINE = 170;
const SENTENCES = /(?<=[a-z`*)][.?:]\)?) (?=[A-Z`[(])/;
const CLAUSES = /(?<=[,;]) (?=[a-z`])/;
