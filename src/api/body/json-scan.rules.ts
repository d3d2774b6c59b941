export const MAX_JSON_DEPTH = 32;
export const MAX_JSON_TOKENS = 50_000;

export type JsonError = 'not_json' | 'too_deep' | 'too_many_tokens' | 'duplicate_name' | 'forbidden_name';

/**
 * Finds JSON that `JSON.parse` accepts but the service refuses: duplicate names in an object (RFC 7493), of which the last would silently
 * win, names that pollute prototypes, and more nesting or tokens than any real request has. It does not check the syntax, so its result for
 * a text that is not JSON has no meaning.
 */
export function scanJson(text: string): JsonError | null {
  let container = new Container(null, false);
  let at = skipSpace(text, 0);
  TOKEN.lastIndex = at;
  for (let tokens = 1; TOKEN.test(text); tokens++) {
    if (tokens > MAX_JSON_TOKENS) return 'too_many_tokens';
    const first = text[at]!;
    const end = TOKEN.lastIndex;
    if (first === '"' && container.awaitsName) {
      const error = container.addName(text.slice(at, end).trimEnd());
      if (error) return error;
    } else if (first === '{' || first === '[') {
      container = new Container(container, first === '{');
      if (container.depth > MAX_JSON_DEPTH) return 'too_deep';
    } else if (first === '}' || first === ']') {
      container = container.parent ?? container;
    } else if (first === ',') {
      container.awaitsName = container.isObject;
    }
    at = end;
  }
  return null;
}

/** Punctuation, a string, or any other text before the next token, with the white space behind it. */
const TOKEN = /(?:[{}[\],:]|"[^"\\]*(?:\\[^][^"\\]*)*"?|[^ \n\r\t{}[\],:"]+)[ \n\r\t]*/y;

/** The index at which a text stops being JSON (RFC 8259); its length when it ends too early. `JSON.parse` seldom reports the index. */
export function syntaxErrorIndex(text: string): number {
  const ends: string[] = []; // the closing brackets of the open objects and arrays
  let allowed = TOKENS.value;
  for (let at = skipSpace(text, 0); at < text.length; at = skipSpace(text, at)) {
    const first = text[at]!;
    allowed.lastIndex = at;
    if (!allowed.test(text)) return at;
    at = allowed.lastIndex;
    if (first === '"' && text[at] !== '"') return at;
    if (first === '"') at++;
    if (first === '{' || first === '[') ends.push(first === '{' ? '}' : ']');
    if (first === '}' || first === ']') ends.pop();
    const isName = first === '"' && (allowed === TOKENS.name || allowed === TOKENS['{']);
    allowed = isName ? TOKENS.colon : tokensAfter(first, ends.at(-1));
  }
  return text.length;
}

/** @param end the closing bracket of the innermost open object or array */
function tokensAfter(token: string, end: string | undefined): RegExp {
  if (token === '{' || token === '[') return TOKENS[token];
  if (token === ':') return TOKENS.value;
  if (token === ',') return end === '}' ? TOKENS.name : TOKENS.value;
  return end === undefined ? TOKENS.end : end === '}' ? TOKENS.member : TOKENS.entry;
}

const STRING = String.raw`"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*`;
const VALUE = String.raw`[{[]|true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|${STRING}`;
/** The tokens that may come next. Strings are matched without their closing quote. */
const TOKENS = {
  value: new RegExp(VALUE, 'y'),
  '[': new RegExp(`\\]|${VALUE}`, 'y'),
  name: new RegExp(STRING, 'y'),
  '{': new RegExp(`}|${STRING}`, 'y'),
  colon: /:/y,
  member: /[,}]/y,
  entry: /[,\]]/y,
  end: /(?!)/y,
};

/** An open object or array; the outermost container stands for the whole text. */
class Container {
  readonly depth: number;
  awaitsName: boolean;
  private name = '';
  private names: Set<string> | undefined;

  constructor(
    readonly parent: Container | null,
    readonly isObject: boolean,
  ) {
    this.depth = parent ? parent.depth + 1 : 0;
    this.awaitsName = isObject;
  }

  /** Records the name of a member. `literal` includes the quotes. */
  addName(literal: string): JsonError | null {
    const name = unescaped(literal);
    if (name === null) return 'not_json';
    this.names ??= new Set();
    if (this.names.has(name)) return 'duplicate_name';
    if (name === PROTO || (name === PROTOTYPE && this.parent?.name === CONSTRUCTOR)) return 'forbidden_name';
    this.names.add(name);
    this.name = name;
    this.awaitsName = false;
    return null;
  }
}

/**
 * The unescaped name in quotes; null for an invalid escape. With quotes, V8 hashes numeric names like any text. Before the fix of
 * CVE-2026-21717 it hashed numbers by their value, so that a client could choose names that collide in a set.
 */
function unescaped(literal: string): string | null {
  if (!literal.includes('\\')) return literal;
  try {
    return `"${JSON.parse(literal) as string}"`;
  } catch {
    return null;
  }
}

const PROTO = '"__proto__"';
const PROTOTYPE = '"prototype"';
const CONSTRUCTOR = '"constructor"';

const SPACE = /[ \n\r\t]*/y;

function skipSpace(text: string, start: number): number {
  SPACE.lastIndex = start;
  SPACE.test(text);
  return SPACE.lastIndex;
}
