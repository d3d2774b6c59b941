/** A value as a text in an input. A text that would be parsed as something else is quoted. */
export function shown(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' && !value.includes('\n') && parsed(value) === value ? value : JSON.stringify(value);
}

/** Parses numbers, true, false, null, lists, objects and quoted texts as JSON, and leaves any other text as it is. */
export function parsed(text: string): unknown {
  if (!/^(?:-?\d|["[{]|(?:true|false|null)$)/.test(text)) return text;
  try {
    return fromJson(text);
  } catch {
    return text;
  }
}

/** Parses JSON. Throws a SyntaxError, also for values that are nested more deeply than the service accepts. */
export function fromJson(text: string): unknown {
  const value = JSON.parse(text) as unknown;
  let level = 0;
  for (const [token] of text.matchAll(TOKENS)) {
    if (/^[[{]/.test(token)) level += 1;
    else if (/^[\]}]/.test(token)) level -= 1;
    if (level > MAX_LEVELS) throw new SyntaxError(`It is nested deeper than ${MAX_LEVELS} levels.`);
  }
  return value;
}

const MAX_LEVELS = 32;

/** The line, from 1, on which the value at a path begins in a JSON text, or the nearest value around it. */
export function lineOf(text: string, path: readonly string[]): number {
  let at: number = text.search(/\S/);
  for (const member of path) {
    const inside = memberAt(text, at, member);
    if (inside === null) break;
    at = inside;
  }
  return text.slice(0, at).split('\n').length;
}

/** The offset at which a member begins in the object or list that begins at `start`; null without a member of this name. */
function memberAt(text: string, start: number, member: string): number | null {
  const isObject = text[start] === '{';
  let [level, index, name]: [number, number, string | null] = [0, 0, null];
  for (const found of text.slice(start).matchAll(TOKENS)) {
    const [token] = found;
    if (/^[\]}]/.test(token)) level -= 1;
    if (level === 0 && found.index > 0) return null;
    if (level === 1 && token === ',') [index, name] = [index + 1, null];
    else if (level === 1 && isObject && name === null) name = JSON.parse(token) as string;
    else if (level === 1 && (name ?? String(index)) === member) return start + found.index;
    if (/^[[{]/.test(token)) level += 1;
  }
  return null;
}

/** The tokens of a JSON text without white space and colons. */
const TOKENS = /"(?:[^"\\]|\\.)*"|[[\]{},]|[^\s:,[\]{}"]+/g;
