/** A value as one writes it in an input: a text as it is, unless it would be read as something else. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !value.includes('\n') && parsed(value) === value ? value : JSON.stringify(value);
}

/** Numbers, true, false, null, lists and quoted texts are read as JSON, all else as text. */
export function parsed(text: string): unknown {
  if (!/^(?:-?\d|["[{]|(?:true|false|null)$)/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** An object as lines of "name: value". */
export const linesOf = (object: object): string =>
  Object.entries(object)
    .map(([name, value]) => `${/[":\n]/.test(name) ? JSON.stringify(name) : name}: ${shown(value)}`)
    .join('\n');

/** The object of lines of "name: value". */
export function fromLines(text: string): Record<string, unknown> {
  const lines = text.split('\n').filter((line) => line.trim());
  return Object.fromEntries(
    lines.map((line) => {
      const [, name = '', value = ''] = /^("(?:[^"\\]|\\.)*"|[^:]*)(?::\s*(.*))?$/.exec(line.trim()) ?? [];
      return [String(parsed(name.trim())), parsed(value)];
    }),
  );
}

/** The line, from 1, of a JSON text on which the value at a path begins, or the nearest value around it. */
export function lineOf(text: string, path: readonly string[]): number {
  let [at, found] = [0, 0];
  const skip = (pattern: RegExp) => {
    while (at < text.length && pattern.test(text[at]!)) at++;
  };
  const readText = (): string => {
    const start = at++;
    while (text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return JSON.parse(text.slice(start, ++at)) as string;
  };
  const read = (rest: readonly string[] | null): void => {
    skip(/\s/);
    if (rest) found = at;
    const open = text[at];
    if (open === '"') return void readText();
    if (open !== '{' && open !== '[') return skip(/[^\s,\]}]/);
    at++;
    for (let index = 0; ; index++) {
      skip(/[\s,]/);
      if (text[at] === '}' || text[at] === ']') return void at++;
      const name = open === '{' ? readText() : String(index);
      if (open === '{') skip(/[\s:]/);
      read(rest?.[0] === name ? rest.slice(1) : null);
    }
  };
  read(path);
  return text.slice(0, found).split('\n').length;
}
