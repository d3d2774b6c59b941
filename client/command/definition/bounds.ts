import { Lexer, Parser } from 'yaml';

/** A fault of the text, at an offset in it. */
export interface TextFault {
  offset: number;
  message: string;
}

const MAX_DEPTH = 64;
/** The parser has a token for each level, and a few for the ends. */
const MAX_STACK = MAX_DEPTH + 4;
const MAX_TOKENS = 500_000;
export const MAX_ALIASES = 100;
const MAX_VALUES = 50_000;

/** Finds what would make it slow or impossible to compose the text: YAML is composed by recursion, and aliases are looked up one by one. */
export function boundOfText(text: string): TextFault | null {
  const parser = new Parser();
  let [offset, tokens, aliases] = [0, 0, 0];
  for (const lexeme of new Lexer().lex(text)) {
    parser.next(lexeme).next();
    if (MARKS.has(lexeme)) continue;
    tokens += 1;
    if (lexeme.startsWith('*')) aliases += 1;
    const message = boundOf(parser.stack.length, tokens, aliases);
    if (message !== null) return { offset, message };
    offset += lexeme.length;
  }
  return null;
}

/** Of the lexer for the parser: they stand for no character of the text. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001f']);

function boundOf(levels: number, tokens: number, aliases: number): string | null {
  if (levels > MAX_STACK) return TOO_DEEP;
  if (aliases > MAX_ALIASES) return `The file has more than ${MAX_ALIASES} aliases.`;
  return tokens > MAX_TOKENS ? 'The file has more in it than a definition can have.' : null;
}

/** Finds what would make it slow to judge a value: aliases may make a large or endless one of a small file. */
export function boundOfValue(value: unknown): string | null {
  const waiting = [{ value, depth: 0 }];
  let values = 0;
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (++values > MAX_VALUES) return `The file has more than ${MAX_VALUES.toLocaleString('en')} values.`;
    if (typeof next.value !== 'object' || next.value === null) continue;
    const depth = next.depth + 1;
    if (depth > MAX_DEPTH) return TOO_DEEP;
    for (const member of Object.values(next.value)) waiting.push({ value: member, depth });
  }
  return null;
}

const TOO_DEEP = `The content is nested more than ${MAX_DEPTH} levels deep.`;
