import { ParseError, type Token, Tokenizer, TypeGuards } from 'liquidjs';

/**
 * The most tags in each other, and the most brackets in each other. LiquidJS reads both by recursion, and a stack that is exhausted cannot
 * be relied on to throw: V8 ends the process when that happens while it compiles a regular expression.
 */
export const MAX_LEVELS = 50;

/** The beginning of the message of the error of every template that has more levels. */
export const TOO_DEEP = 'nested too deeply';

/** True for what `limitLevels` throws, also later from within the parser. */
export const isTooDeep = (error: unknown): boolean => error instanceof Error && error.message.startsWith(TOO_DEEP);

/**
 * Throws when the tags of a template have too many levels, or the brackets of an output; then LiquidJS does not parse it at all. The
 * tokens are a flat list, and LiquidJS stops at the first end that does not belong to the innermost tag, so counting them is enough.
 * The brackets of tags, each of which is read in its own way, are counted while they are read.
 * @param blocks the names of the tags in which other tags can stand
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

/** LiquidJS will read the output with a tokenizer of its own, and tell what else is wrong. */
function limitOutput(token: Token, tokenizer: Tokenizer): void {
  limitBrackets(tokenizer);
  try {
    tokenizer.readFilteredValue();
  } catch (error) {
    if ((error as Error).message === TOO_DEEP) throw new ParseError(error as Error, token);
  }
}

/** LiquidJS reads what stands in brackets and parentheses by a call of `readValue` within the one that reads what is around them. */
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
