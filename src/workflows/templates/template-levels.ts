import { ParseError, type Token, Tokenizer, TypeGuards } from 'liquidjs';

/**
 * The limit of nested tags, and of nested brackets. LiquidJS parses both by recursion, and an exhausted stack does not always throw: V8
 * ends the process if that happens while it compiles a regular expression.
 */
export const MAX_LEVELS = 50;

/** The beginning of the error message for every template with more levels. */
export const TOO_DEEP = 'nested too deeply';

/** True for the error of `limitLevels`, which the parser may also throw later. */
export const isTooDeep = (error: unknown): boolean => error instanceof Error && error.message.startsWith(TOO_DEEP);

/**
 * Throws when the tags of a template, or the brackets of an output, have too many levels, before LiquidJS parses them. Counting the flat
 * list of tokens is enough, since LiquidJS stops at the first end tag that does not match the innermost tag. The brackets of tags are
 * counted while LiquidJS reads them, since each tag has a syntax of its own.
 * @param blocks the names of the tags that can contain other tags
 */
export function limitLevels(tokens: readonly Token[], blocks: ReadonlySet<string>): void {
  let level = 0;
  for (const token of tokens) {
    if (TypeGuards.isOutputToken(token)) {
      limitOutput(token, new Tokenizer(token.input, undefined, undefined, token.contentRange));
    } else if (TypeGuards.isTagToken(token)) {
      if (blocks.has(token.name)) level += 1;
      else if (token.name.startsWith('end')) level -= 1;
      if (level > MAX_LEVELS) throw new ParseError(new Error(TOO_DEEP), token);
      limitBrackets(token.tokenizer);
    }
  }
}

/** Ignores all other errors, since LiquidJS reports them when it parses the output. */
function limitOutput(token: Token, tokenizer: Tokenizer): void {
  limitBrackets(tokenizer);
  try {
    tokenizer.readFilteredValue();
  } catch (error) {
    if ((error as Error).message === TOO_DEEP) throw new ParseError(error as Error, token);
  }
}

/** LiquidJS reads brackets and parentheses by nested calls of `readValue`, so that the calls in progress are the levels. */
function limitBrackets(tokenizer: Tokenizer): void {
  const readValue = tokenizer.readValue.bind(tokenizer);
  let open = 0;
  const readWithin: typeof readValue = () => {
    if (open > MAX_LEVELS) throw new Error(TOO_DEEP);
    open += 1;
    const value = readValue();
    open -= 1;
    return value;
  };
  // eslint-disable-next-line others/no-patches -- docs/adr/0053-where-we-reach-into-others.md
  tokenizer.readValue = readWithin;
}
