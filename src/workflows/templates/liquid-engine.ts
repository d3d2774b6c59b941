import { LRUCache } from 'lru-cache';
import {
  AssignTag,
  CaseTag,
  defaultOperators,
  filters,
  ForTag,
  IfTag,
  Liquid,
  Parser,
  Tokenizer,
  TypeGuards,
  UnlessTag,
  type Context,
  type FilterImplOptions,
  type Template,
} from 'liquidjs';
import { chatText, htmlText, plainText } from './output.rules';

/**
 * The output of values: unescaped (`text`), escaped for HTML (`html`) or for a chat message (`chat`), or with their own type when the
 * template consists of a single value (`value`).
 */
export type TemplateMode = 'text' | 'html' | 'chat' | 'value';

/** The filters that templates may use. They do no I/O, take linear time, and count against the memory limit. */
export const SAFE_FILTERS = [
  ...['append', 'prepend', 'capitalize', 'downcase', 'upcase', 'strip', 'lstrip', 'rstrip', 'squish', 'strip_html'],
  ...['strip_newlines', 'truncate', 'truncatewords', 'replace', 'remove', 'split', 'slice', 'size', 'default'],
  ...['join', 'first', 'last', 'plus', 'minus', 'times', 'divided_by', 'modulo', 'round', 'ceil', 'floor', 'abs'],
  ...['at_least', 'at_most', 'date', 'escape', 'url_encode', 'json'],
] as const;

/** The tags that templates may use. None of them reads files or includes other templates. */
export const SAFE_TAGS = ['if', 'unless', 'for', 'case', 'assign'] as const;

/** The time limit of a rendering, in milliseconds of wall-clock time. */
const RENDER_LIMIT_MS = 250;
/** The characters and list entries that the filters and comparisons of one rendering may process. */
const MEMORY_LIMIT = 4_000_000;
/** The size of the cache of parsed templates, in characters of source text. */
const CACHE_SIZE = 1_000_000;

/** Parses a template for a mode, with a cache, since every run of a workflow uses the same templates. Throws the errors of LiquidJS. */
export function parseTemplate(text: string, mode: TemplateMode): Template[] {
  const key = `${mode} ${text}`;
  const cached = cache.get(key);
  if (cached) return cached;
  const templates = parse(text, ENGINES[mode]);
  cache.set(key, templates);
  return templates;
}

const cache = new LRUCache<string, Template[]>({
  maxSize: CACHE_SIZE,
  sizeCalculation: (_templates, key) => key.length,
});

/**
 * Refuses ranges such as `(1..5)`, since LiquidJS enumerates them in steps of one, which never ends beyond 2^53. A tag that contains
 * both `(` and `..` is refused, regardless of quotes, because no range can be written without them.
 */
function parse(text: string, engine: Liquid): Template[] {
  const tokens = new Tokenizer(text, engine.options.operators).readTopLevelTokens(engine.options);
  const code = tokens.filter((token) => !TypeGuards.isHTMLToken(token)).map((token) => token.getText());
  if (code.some((part) => part.includes('(') && part.includes('..'))) throw new Error('range not supported');
  return new Parser(engine).parseTokens(tokens);
}

/** LiquidJS with only the filters and tags of the two lists, and without access to prototypes. */
function engineWith(outputEscape?: (value: unknown) => string): Liquid {
  const engine = new Liquid({
    strictFilters: true,
    ownPropertyOnly: true,
    templates: {}, // disables the lookup of templates in the file system
    timezoneOffset: 0,
    locale: 'en-US',
    renderLimit: RENDER_LIMIT_MS,
    memoryLimit: MEMORY_LIMIT,
    operators: meteredOperators(),
    ...(outputEscape && { outputEscape }),
  });
  for (const name of Object.keys(engine.filters)) engine.unregisterFilter(name);
  for (const name of SAFE_FILTERS) engine.registerFilter(name, meteredFilter(name));
  for (const name of Object.keys(engine.tags)) delete engine.tags[name];
  for (const [name, tag] of Object.entries(TAGS)) engine.registerTag(name, tag);
  return engine;
}

/** Allows fixed values in `when` only: lists of a submission would be compared entry by entry without counting against the limit. */
class FixedCaseTag extends CaseTag {
  constructor(...args: ConstructorParameters<typeof CaseTag>) {
    super(...args);
    const [, ...values] = this.arguments();
    const isFixed = values.every((value) => !TypeGuards.isPropertyAccessToken(value));
    if (!isFixed) throw new Error('case compares with fixed values');
  }
}

const TAGS = { if: IfTag, unless: UnlessTag, for: ForTag, case: FixedCaseTag, assign: AssignTag } satisfies Record<
  (typeof SAFE_TAGS)[number],
  unknown
>;

/** LiquidJS counts the input of a filter, but not that searching a long text for a long text takes the product of both lengths. */
function meteredFilter(name: (typeof SAFE_FILTERS)[number]): FilterImplOptions {
  const filter = filters[name] as (this: { context: Context }, ...args: unknown[]) => unknown;
  if (!['replace', 'remove', 'split', 'date'].includes(name)) return filter;
  return function (...args) {
    countSearch(this.context, args[0], args[1]);
    return filter.apply(this, args);
  };
}

/** LiquidJS does not count comparisons, of which an expression can have hundreds. */
function meteredOperators(): typeof defaultOperators {
  const metered = Object.entries(defaultOperators).map(([name, compare]) => [
    name,
    (...args: [unknown, unknown, Context] | [unknown, Context]) => {
      const context = args[args.length - 1] as Context;
      for (const operand of args.slice(0, -1)) if (Array.isArray(operand)) context.memoryLimit.use(operand.length * 16);
      if (name === 'contains') countSearch(context, args[0], args[1]);
      return (compare as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return Object.fromEntries(metered) as typeof defaultOperators;
}

/** V8 takes about 0.06 ns for each pair of characters in the worst case (measured), a sixteenth of the time to copy a character. */
function countSearch(context: Context, text: unknown, part: unknown): void {
  if (typeof text === 'string' && typeof part === 'string') context.memoryLimit.use((text.length * part.length) / 16);
}

const ENGINES: Readonly<Record<TemplateMode, Liquid>> = {
  text: engineWith(plainText),
  html: engineWith(htmlText),
  chat: engineWith(chatText),
  value: engineWith(),
};

/** The engine for a mode. */
export const engineFor = (mode: TemplateMode): Liquid => ENGINES[mode];
